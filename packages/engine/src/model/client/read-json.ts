import { jsonrepair } from 'jsonrepair'
import type { ZodType } from 'zod'

/** No object asked for is anywhere near this long. */
const LONGEST = 60_000
const THOUGHT = /<(think|thinking|thought|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi
const FENCE = /```[a-z]*\s*([\s\S]*?)(?:```|$)/i

/**
 * Reads an object out of what a model wrote: without its thoughts and fences, the largest balanced piece of JSON,
 * mended where it is nearly JSON.
 * @returns the value, or one line that says why there is none
 */
export function readJson<Value>(said: string, schema: ZodType<Value>): { value: Value } | { problem: string } {
  const text = said
    .slice(0, LONGEST)
    .replace(THOUGHT, '')
    .replace(/^[\s\S]*<\/(?:think|thinking)>/i, '')
    .trim()
  if (text === '') return { problem: 'it was empty' }
  let problem = 'it held no JSON object'
  for (const piece of [largestBalanced(text), FENCE.exec(text)?.[1], fromFirstBrace(text)]) {
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
  for (const form of [() => piece, () => jsonrepair(piece)]) {
    try {
      const value: unknown = JSON.parse(form())
      if (typeof value === 'object' && value !== null) return { value }
    } catch {
      // Not even nearly JSON: the next form, or the next piece.
    }
  }
  return undefined
}

function fromFirstBrace(text: string): string | undefined {
  const at = text.search(/[{[]/)
  return at === -1 ? undefined : text.slice(at)
}

/** Brackets from which an object is looked for: each costs a walk through the rest. */
const MOST_STARTS = 40

/** The longest run from a bracket to the one that closes it. */
function largestBalanced(text: string): string | undefined {
  let best: string | undefined
  // A text of brackets alone would be gone through from each of them.
  for (let start = text.search(/[{[]/), tried = 0; start !== -1 && tried < MOST_STARTS; tried += 1) {
    const end = closing(text, start)
    if (end !== undefined && end - start > (best?.length ?? 0)) best = text.slice(start, end)
    const next = text.slice(end ?? start + 1).search(/[{[]/)
    start = next === -1 ? -1 : (end ?? start + 1) + next
  }
  return best
}

function closing(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}
