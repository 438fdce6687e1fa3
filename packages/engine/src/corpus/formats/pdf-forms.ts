import type { TextRun } from './pdf-runs.ts'

interface Field {
  fieldType?: string
  fieldValue?: unknown
  alternativeText?: string
  fieldName?: string
  rect?: readonly number[]
  hidden?: boolean
}

/** UTF-16 units of a value. */
const LONGEST = 10_000

/** What is filled into the fields of a page's form, each behind its name, as lines where the fields stand. */
export async function formRuns(page: { getAnnotations(): Promise<unknown[]> }): Promise<TextRun[]> {
  const fields = (await page.getAnnotations().catch(() => [])) as Field[]
  return fields.flatMap(({ fieldType, fieldValue, alternativeText, fieldName = '', rect = [], hidden }) => {
    const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === 'string')
    const value = values.join(', ').replace(/\s+/g, ' ').trim()
    if (hidden || !(fieldType === 'Tx' || fieldType === 'Ch') || value === '') return []
    const [left = 0, bottom = 0, right = 0, top = 0] = rect
    const text = `${alternativeText || fieldName}: ${value}`.slice(0, LONGEST)
    const height = Math.min(12, Math.abs(top - bottom))
    const empty = { width: 0, height: 0, fontName: '', hasEOL: true, transform: [1, 0, 0, 1, left, bottom] }
    return [
      { str: '', ...empty },
      {
        str: text,
        transform: [height, 0, 0, height, left, bottom],
        width: right - left,
        height,
        fontName: '',
        hasEOL: true,
      },
    ]
  })
}
