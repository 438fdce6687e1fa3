import { parseXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** What a style of paragraphs or letters says. */
export interface DocxStyle {
  /** As Word has it in every language, in lower case: "heading 1", "title". */
  name: string
  /** 1 for the outermost heading. */
  level?: number
  isHidden?: boolean
  list?: DocxList
  basedOn?: string
}

/** A paragraph's place in a list. */
export interface DocxList {
  id?: string
  depth?: number
}

export interface DocxStyles {
  /** A style with what it takes over from others. */
  styleOf(id: string | undefined): DocxStyle | undefined
  /** Whether the items of a list are counted. */
  isNumbered(list: DocxList): boolean
}

/** Styles that are based on each other: more of them are a circle. */
const DEEPEST = 20

/** Whether a switch is on: it is without a value. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !['0', 'false', 'off', 'none'].includes(value)
}

/** Reads the styles and the kinds of lists of a document of Word. */
export async function readStyles(zip: Zip, folder: string): Promise<DocxStyles> {
  const styles = await stylesIn(zip, `${folder}styles.xml`)
  const numbered = await numberedLists(zip, `${folder}numbering.xml`)
  return {
    styleOf(id) {
      let found: DocxStyle | undefined
      for (let next = id, depth = 0; next !== undefined && depth < DEEPEST; depth += 1) {
        const style = styles.get(next)
        if (style !== undefined) found = { ...style, ...found, name: found?.name ?? style.name }
        next = style?.basedOn
      }
      return found
    },
    isNumbered: ({ id = '', depth = 0 }) => numbered.has(`${id} ${depth}`),
  }
}

async function stylesIn(zip: Zip, file: string): Promise<ReadonlyMap<string, DocxStyle>> {
  const styles = new Map<string, DocxStyle>()
  let style: DocxStyle = { name: '' }
  await parseXml(zip.text(file), {
    open({ name, get }) {
      const value = get('val')
      if (name === 'style') {
        style = { name: '' }
        styles.set(get('styleId') ?? '', style)
      } else if (name === 'name') style.name = value?.toLowerCase() ?? ''
      else if (name === 'basedOn' && value !== undefined) style.basedOn = value
      else if (name === 'vanish') style.isHidden = isOn(value)
      else if (name === 'outlineLvl' && Number(value) < 9) style.level = Number(value) + 1
      else if (name === 'numId' && value !== undefined) style.list = { ...style.list, id: value }
      else if (name === 'ilvl') style.list = { ...style.list, depth: Number(value) }
    },
  })
  return styles
}

/** Lists and depths in them whose items are counted: "3 0". */
async function numberedLists(zip: Zip, file: string): Promise<ReadonlySet<string>> {
  const counted = new Map<string, Set<number>>()
  const numbered = new Set<string>()
  let kind = ''
  let depth = 0
  let list = ''
  await parseXml(zip.text(file), {
    open({ name, get }) {
      const value = get('val') ?? ''
      if (name === 'abstractNum') kind = get('abstractNumId') ?? ''
      else if (name === 'lvl') depth = Number(get('ilvl'))
      else if (name === 'numFmt' && value !== 'bullet' && value !== 'none')
        counted.set(kind, (counted.get(kind) ?? new Set()).add(depth))
      else if (name === 'num') list = get('numId') ?? ''
      else if (name === 'abstractNumId') for (const level of counted.get(value) ?? []) numbered.add(`${list} ${level}`)
    },
  })
  return numbered
}
