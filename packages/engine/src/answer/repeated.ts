import { beginsWithin, type Quotation } from '#evidence/ledger.ts'
import { words } from '#language/words.ts'
import { introduces } from './introduces.ts'

/** Of the words of a passage so many stand in another that says the same. */
const NEARLY_ALL = 0.9
/** Fewer words stand in another passage by chance. */
const FEWEST = 8

/** Whether a passage says nothing but what some quotations say, such as those of another copy of the same text. */
export function isRepeated(passage: readonly Quotation[], said: readonly Quotation[]): boolean {
  const own = wordsOf(passage)
  if (own.size < FEWEST) return false
  const known = wordsOf(said)
  return own.intersection(known).size >= NEARLY_ALL * own.size
}

/** Whether some quotations hold a part of another one. */
export function isIn(quotations: readonly Quotation[], { document, start, end }: Quotation): boolean {
  return quotations.some((said) => said.document.id === document.id && said.start < end && start < said.end)
}

/** A passage without paragraphs that a longer one of it holds, but for that of the sentence that leads. */
export function withoutRepeated(passage: readonly Quotation[], lead: Quotation): Quotation[] {
  const paragraphs = passage.filter(({ block }) => block?.kind === 'paragraph')
  return passage.filter((part, at) => {
    // What explains an item stands behind it.
    if (!paragraphs.includes(part) || isItem(passage[at - 1]) || introduces(part.quote)) return true
    if (beginsWithin(lead, part)) return true
    return !paragraphs.some((other) => other.quote.length > part.quote.length && isRepeated([part], [other]))
  })
}

const isItem = (part: Quotation | undefined) => part?.block?.kind === 'item'

function wordsOf(quotations: readonly Quotation[]): Set<string> {
  return new Set(quotations.flatMap(({ quote }) => [...words(quote)].map(({ text }) => text.toLowerCase())))
}
