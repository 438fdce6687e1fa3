import type { CheckedSentence } from '#model/sentence-check.ts'
import { needsNothingBefore } from './stands-alone.ts'

/** UTF-16 units between two sentences of one source: one more stands there at most, and they are still of the same matter. */
const NEAR = 250

type Told = Pick<CheckedSentence, 'parts' | 'cited'>

interface Before {
  /** The sentence that was told last. */
  last: Told | undefined
  /** Whether the model wrote it right before this one. */
  isRightBefore: boolean
}

/**
 * Whether a sentence points at one before it that was not told just now: a reader does not know who "he" is. A sentence that
 * the model put in its own words points at what it wrote right before, of the same source; one in the words of its source
 * points at what stands there. `read`: how it is read where it stands. Default: as it is.
 */
export function hangsAfter(
  { last, isRightBefore }: Before,
  { parts, cited: [first] }: Told,
  read = (text: string) => text,
): boolean {
  if (!first) return false
  const written = parts
    .map(({ text }) => text)
    .join('')
    .trim()
  if (needsNothingBefore(read(written))) return false
  const before = last?.cited.at(-1)
  if (before?.document.id !== first.document.id) return true
  const isQuoted = parts.every((part) => part.kind !== 'claim' || part.verification?.method === 'verbatim')
  if (isRightBefore && !isQuoted) return false
  return first.start < before.end || first.start - before.end > NEAR
}
