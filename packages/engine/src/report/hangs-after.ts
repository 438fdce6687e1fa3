import type { Evidence } from '#evidence/ledger.ts'
import { needsNothingBefore } from './stands-alone.ts'

/** UTF-16 units between two sentences of one source: one more stands there at most, and they are still of the same matter. */
const NEAR = 250

/**
 * Whether a sentence points at one before it that was not told just now: a reader does not know who "he" is. `read`: how it
 * is read where it stands. Default: as it is.
 */
export function hangsAfter(
  last: Evidence | undefined,
  { cited: [first] }: { cited: readonly Evidence[] },
  read = (quote: string) => quote,
): boolean {
  if (!first || needsNothingBefore(read(first.quote))) return false
  if (!last || last.document.id !== first.document.id) return true
  return first.start < last.end || first.start - last.end > NEAR
}
