import { z } from 'zod'

/** A text, however a model wrote it; '' for anything else. */
export const LINE = z.preprocess((given) => (typeof given === 'string' ? given : ''), z.string())

/** A list, where a model wrote one; else none. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess((given) => (Array.isArray(given) ? given : []), z.array(item))
}

/** The first of several fields that holds a text. */
export function textIn(fields: Record<string, unknown>, names: readonly string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

export function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
