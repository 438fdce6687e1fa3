import { jsonrepair } from 'jsonrepair'
import type { ZodType } from 'zod'
import { withoutThoughts } from '#guard/thoughts.ts'

/** No object asked for is anywhere near this long. */
const LONGEST = 60_000
const FENCE = /```[a-z]*\s*([\s\S]*?)(?:```|$)/i

/**
 * Reads an object out of what a model wrote: without its thoughts and fences, mended where it is nearly JSON.
 * @returns the value, or one line that says why there is none
 */
export function readJson<Value>(said: string, schema: ZodType<Value>): { value: Value } | { problem: string } {
  const text = withoutThoughts(said.slice(0, LONGEST)).trim()
  if (text === '') return { problem: 'it was empty' }
  let problem = 'it held no JSON object'
  const rest = /[{[][\s\S]*/.exec(text)?.[0]
  for (const piece of [FENCE.exec(text)?.[1], between('{', '}', text), between('[', ']', text), rest]) {
    const parsed = piece === undefined ? undefined : parse(piece)
    if (parsed === undefined) continue
    const checked = schema.safeParse(parsed.value)
    if (checked.success) return { value: checked.data }
    const [issue] = checked.error.issues
    problem = `${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'is not as asked'}`
  }
  return { problem }
}

function parse(piece: string): { value: unknown } | undefined {
  for (const form of [() => piece, () => jsonrepair(piece), () => jsonrepair(narrow(piece))]) {
    try {
      const value: unknown = JSON.parse(form())
      if (typeof value === 'object' && value !== null) return { value }
    } catch {
      // Not even nearly JSON: the next form, or the next piece.
    }
  }
  return undefined
}

/** With the marks of JSON in place of those that stand for them in Chinese. */
function narrow(piece: string): string {
  return piece.replace(
    /(["”」\]}\w])(\s{0,9})([：，])/g,
    (_, before, gap, mark) => before + gap + (mark === '：' ? ':' : ','),
  )
}

/** From the first bracket to the last. */
function between(open: string, close: string, text: string): string | undefined {
  const [start, end] = [text.indexOf(open), text.lastIndexOf(close)]
  return start !== -1 && end > start ? text.slice(start, end + 1) : undefined
}
