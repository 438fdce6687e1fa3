import type { Quotation } from '#evidence/ledger.ts'
import { quotationOf } from './quote-block.ts'

/** UTF-16 code units: what is shorter is read at a glance. */
const LONG = 40
/** "class boats.Ferry(name, length=None, *, crew=())" */
const SIGNATURE = /^([^\s(]*(?:\s+[^\s(]+)?)\(.*,.*\)\S*(?:\s*->.*)?$/su

/**
 * A passage that begins with a long line of what something is called with, with its name alone, unless that line shows the value that is
 * asked for.
 */
export function withShortSignature(passage: readonly Quotation[], shows: (line: string) => boolean): Quotation[] {
  const [first, next, ...others] = passage
  const name =
    first?.block?.kind === 'heading' && first.quote.length > LONG ? SIGNATURE.exec(first.quote)?.[1] : undefined
  if (!first?.block || next === undefined || next.block?.kind === 'code' || !name || shows(first.quote))
    return [...passage]
  return [
    quotationOf(first.document, { start: first.start, end: first.start + name.length }, first.block),
    next,
    ...others,
  ]
}
