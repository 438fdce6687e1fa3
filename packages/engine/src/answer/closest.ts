import type { Evidence, Quotation } from '#evidence/ledger.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import { nameOf } from './attribution.ts'
import type { Composition } from './composition.ts'
import { quotationOf } from './quote-block.ts'

/** More that does not answer only keeps the reader from looking elsewhere. */
const MOST_HEADINGS = 3
/** Blocks above a sentence among which its heading is looked for. */
const MOST_BLOCKS = 2_000
/** UTF-16 code units: a longer heading is a sentence. */
const LONGEST_HEADING = 120

/** What comes closest to a question that is not answered. */
export interface Closest {
  /** Passages of texts without sections. */
  passages: readonly (readonly Quotation[])[]
  /** Headings of sections, each of which is the place to look. */
  headings: readonly Quotation[]
}

/**
 * Of passages that come closest: a sentence out of a section that does not answer misleads, so that its heading stands for
 * it, if it says something of the question; of other texts the passages themselves. Where nothing of that is left, the
 * headings stand for it under which the other sentences are that might have answered, in the sources that are asked about.
 */
export function closestOf(
  [first = [], ...rest]: readonly (readonly Evidence[])[],
  { bears, isNamed, isOfNamed, candidates }: Pick<Composition, 'bears' | 'isNamed' | 'isOfNamed' | 'candidates'>,
): Closest {
  const near = [first, ...rest.filter((passage) => !isOfSections(passage) || bears(passage))]
  const passages = near.filter((passage) => !isOfSections(passage))
  const says = ({ quote, document }: Quotation) => isNamed(`${nameOf(document)} ${quote}`)
  const headings = headingsOf(near.flatMap((passage) => (isOfSections(passage) ? passage.slice(0, 1) : []))).filter(
    says,
  )
  if (passages.length + headings.length > 0) return { passages, headings: headings.slice(0, MOST_HEADINGS) }
  const others = candidates.filter((item) => isOfSections([item]))
  const beside = headingsOf(others).filter((heading) => isOfNamed(heading) || says(heading))
  return { passages, headings: beside.slice(0, MOST_HEADINGS) }
}

/** The headings above some words, each once. */
function headingsOf(all: readonly Quotation[]): Quotation[] {
  const found = all.flatMap((item) => headingOf(item) ?? [])
  return found.filter((each, at) => found.findIndex((other) => isSame(each, other)) === at)
}

/** Blocks at the beginning of a document among which its first heading stands. */
const FIRST_BLOCKS = 40

/** Whether a passage is of a document that has headings. */
function isOfSections([opening]: readonly Quotation[]): boolean {
  const { document, block } = opening ?? {}
  if ((block?.path.length ?? 0) > 0) return block?.kind !== 'turn'
  const { blocks = [] } = document ?? {}
  for (let at = 0; at < Math.min(blocks.length, FIRST_BLOCKS); at += 1)
    if (blocks.at(at)?.kind === 'heading') return block?.kind !== 'turn'
  return false
}

const isSame = (one: Quotation, other: Quotation) => one.document.id === other.document.id && one.start === other.start

/** The nearest heading or term above some words that they stand under. */
function headingOf({ document, start, block: own }: Quotation): Quotation | undefined {
  const { blocks = [] } = document
  const titles = new Set(own?.path.map(plain))
  const from = firstEndingAfter(blocks, start)
  for (let at = from - 1; at >= Math.max(0, from - MOST_BLOCKS); at -= 1) {
    const block = blocks.at(at)
    if (block?.kind !== 'heading' || block.end - block.start > LONGEST_HEADING) continue
    const heading = quotationOf(document, block, block)
    if (titles.has(plain(heading.quote))) return heading
  }
  return undefined
}

/** A heading in words alone. */
export const plain = (title: string) => title.replaceAll('`', '').replace(/\s+/g, ' ').trim()
