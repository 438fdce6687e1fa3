import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }

/** What a manual has indexes of. */
const KINDS =
  'alphabetical|combined|command|concept|function|general|key|keyword|module|name|option|program|subject|symbol|term|topic|type|variable'
/** The name of a list of places, which is no place to look: "63. Concept Index". */
const INDEX = new RegExp(`^(?:[\\p{N}.]+\\s+)?(?:(?:(?:${KINDS})s? )?index|(?:table of )?contents)$`, 'iu')

/** "See also": what stands below it is told elsewhere. */
const ELSEWHERE = new RegExp(`^\\W*(?:${marks.elsewhere.join('|')})\\W*$`, 'i')
/** The innermost of a path: the term of an item stands below the heading of its list. */
const INNERMOST = -2

/** Whether a text, or the section that a block stands in, only lists where things are told. */
export function isIndex({ title }: Quotation['document'], block?: Quotation['block']): boolean {
  const above = block?.path ?? []
  return (
    [title, above.at(-1) ?? ''].some((heading) => INDEX.test(plain(heading))) ||
    above.slice(INNERMOST).some((heading) => ELSEWHERE.test(heading))
  )
}

/** A heading in words alone. */
export const plain = (title: string) => title.replaceAll('`', '').replace(/\s+/g, ' ').trim()
