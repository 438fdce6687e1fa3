import type { Quotation } from '#evidence/ledger.ts'

/** What a manual has indexes of. */
const KINDS =
  'alphabetical|combined|command|concept|function|general|key|keyword|module|name|option|program|subject|symbol|term|topic|type|variable'
/** The name of a list of places, which is no place to look: "63. Concept Index". */
const INDEX = new RegExp(`^(?:[\\p{N}.]+\\s+)?(?:(?:(?:${KINDS})s? )?index|(?:table of )?contents)$`, 'iu')

/** Whether a text, or the section that a block stands in, only lists where things are told. */
export function isIndex({ title }: Quotation['document'], block?: Quotation['block']): boolean {
  return [title, block?.path.at(-1) ?? ''].some((heading) => INDEX.test(plain(heading)))
}

/** A heading in words alone. */
export const plain = (title: string) => title.replaceAll('`', '').replace(/\s+/g, ' ').trim()
