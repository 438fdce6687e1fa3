import type { Evidence, Quotation } from '#evidence/ledger.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import { nameOf } from './attribution.ts'
import type { Composition } from './composition.ts'
import { isIndex, plain } from './heading.ts'
import { quotationOf } from './quote-block.ts'

/** More that does not answer only keeps the reader from looking elsewhere. */
const MOST_HEADINGS = 3
/** Blocks above a sentence among which its heading is looked for. */
const MOST_BLOCKS = 2_000
/** UTF-16 code units: a longer heading is a sentence. */
const LONGEST_HEADING = 120

/** The share of a question, by weight, that a heading holds which is a place to look: any word of it may stand in any heading. */
const NAMED = 0.08
/** A heading that says less of a question than this share of what another one says is no nearer than any. */
const NEAR = 0.5
const SENTENCE = /[.!?…]["”’)]*\s*$/u

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
  { bears, shareNamed, isOfNamed, candidates }: Pick<Composition, 'bears' | 'shareNamed' | 'isOfNamed' | 'candidates'>,
): Closest {
  const near = [first, ...rest.filter((passage) => !isOfSections(passage) || bears(passage))]
  const passages = near.filter((passage) => !isOfSections(passage) && SENTENCE.test(passage.at(-1)?.quote ?? ''))
  const says = ({ quote, document }: Quotation) => shareNamed(`${nameOf(document)} ${quote}`) >= NAMED
  /** What a heading says of the question that the name of its source does not. */
  const own = ({ quote, document }: Quotation) =>
    shareNamed(`${nameOf(document)} ${quote}`) - shareNamed(nameOf(document))
  const best = (headings: readonly Quotation[]) => nearestOf(headings, { own, isOfNamed })
  const headings = headingsOf(near.flatMap((passage) => (isOfSections(passage) ? passage.slice(0, 1) : []))).filter(
    says,
  )
  const others = headingsOf(candidates.filter((item) => isOfSections([item])))
  const ofNamed = others.filter(isOfNamed)
  if (passages.length + headings.length > 0) return { passages, headings: best([...headings, ...ofNamed]) }
  return { passages, headings: best(others.filter((heading) => isOfNamed(heading) || says(heading))) }
}

/**
 * Of headings those of the source that the question names, where there are any, and of these those that say about as much of
 * the question as the one that says most; none where none says anything.
 */
function nearestOf(
  all: readonly Quotation[],
  { own, isOfNamed }: { own: (heading: Quotation) => number; isOfNamed: (heading: Quotation) => boolean },
): readonly Quotation[] {
  const named = all.filter(isOfNamed)
  const headings = distinct(named.length > 0 ? named : all)
  const most = Math.max(0, ...headings.map(own))
  if (most < NAMED) return []
  const near = headings.filter((heading) => own(heading) >= most * NEAR)
  return near.toSorted((a, b) => own(b) - own(a)).slice(0, MOST_HEADINGS)
}

/** The headings above some words, each once. */
function headingsOf(all: readonly Quotation[]): Quotation[] {
  return distinct(all.flatMap((item) => headingOf(item) ?? []))
}

const distinct = (found: readonly Quotation[]) =>
  found.filter((each, at) => found.findIndex((other) => isSame(each, other)) === at)

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

/** "Example:" says nothing of what follows. */
const isLabel = (heading: string) => /:\W*$/u.test(heading)

/** The nearest heading or term above some words that they stand under. */
function headingOf({ document, start, block: own }: Quotation): Quotation | undefined {
  const { blocks = [] } = document
  if (isIndex(document, own)) return undefined
  const titles = new Set(own?.path.map(plain))
  const from = firstEndingAfter(blocks, start)
  for (let at = from - 1; at >= Math.max(0, from - MOST_BLOCKS); at -= 1) {
    const block = blocks.at(at)
    if (block?.kind !== 'heading' || block.end - block.start > LONGEST_HEADING) continue
    if (isLabel(document.text.slice(block.start, block.end))) continue
    const heading = quotationOf(document, block, block)
    if (titles.has(plain(heading.quote))) return heading
  }
  return undefined
}
