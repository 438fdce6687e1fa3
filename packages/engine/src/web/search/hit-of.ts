import { z } from 'zod'
import type { SearchHit } from './provider.ts'

/** A text that a service gives, or leaves out. */
export const maybe = z.string().nullish()

export type Maybe = z.infer<typeof maybe>

/** Characters of a text that stand in for a snippet: enough to tell copies of it. */
export const SNIPPET = 400

/** A hit of what a service gave: without what it left out. */
export function hitOf(
  page: { url: string; title: Maybe; snippet: Maybe },
  { text, author, date }: { text?: Maybe; author?: Maybe; date?: Maybe },
): SearchHit {
  return {
    url: page.url,
    title: page.title ?? '',
    snippet: page.snippet ?? '',
    ...(text && { text }),
    ...(author && { authors: [author] }),
    ...(date && { date }),
  }
}
