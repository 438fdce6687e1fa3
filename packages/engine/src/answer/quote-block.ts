import type { Quotation } from '#evidence/ledger.ts'
import { KeptOfTexts } from '#language/kept-of-texts.ts'
import type { Span } from '#language/sentences.ts'
import { blockSentences } from '../block-sentences.ts'
import type { Block, SourceDocument } from '../types.ts'
import { refersBack, tieLength } from './opening.ts'

/** A sentence that begins among so many UTF-16 code units ends before this many more. */
const LONGEST_SENTENCE = 700

/** Sentences that are kept between questions, in some 4 MB: those that may open an answer have the same blocks behind them. */
const KEPT = 50_000

const kept = new KeptOfTexts<readonly Span[]>(KEPT, ({ length }) => 1 + length)

/** The sentences of a block from a place on, as many as may be shown and one more. */
export function sentencesFrom(
  { text }: SourceDocument,
  block: Block,
  { start, most }: { start: number; most: number },
): readonly Span[] {
  const end = Math.min(block.end, start + most + LONGEST_SENTENCE)
  const key = `${start} ${end} ${block.kind} ${block.start}`
  return kept.get(text, key, () => blockSentences({ text, blocks: [block] }, { start, end }).map(placeOf))
}

const placeOf = ({ start, end }: Span): Span => ({ start, end })

/** Words of a document, as a quotation of the block that they stand in. */
export function quotationOf(document: SourceDocument, { start, end }: Span, block: Block): Quotation {
  return { document, start, end, quote: document.text.slice(start, end), block }
}

/** The first sentences of a block, as many as are no longer together than `most`, but always one. */
export function openingOf(document: SourceDocument, block: Block, most: number): Quotation | undefined {
  const spans = sentencesFrom(document, block, { start: block.start, most })
  const [first] = spans
  if (first === undefined) return undefined
  const last = spans.findLast(({ end }) => end - first.start <= most) ?? first
  return quotationOf(document, { start: first.start, end: last.end }, block)
}

/**
 * A sentence that is not clear by itself with those before it in its block, where these are no longer together than `most`;
 * else with as many as make it clear, where what is added is no longer.
 */
export function fromClear(lead: Quotation, block: Block | undefined, most: number): Quotation {
  if (block === undefined || block.kind === 'code' || !isUnclear(lead.quote)) return lead
  const { document } = lead
  const spans = sentencesFrom(document, block, { start: block.start, most: lead.end - block.start })
  const before = spans.filter(({ end }) => end <= lead.start)
  const isShort = lead.end - block.start <= most
  const from = isShort ? before[0] : before.findLast(({ start, end }) => !isUnclear(document.text.slice(start, end)))
  if (from === undefined || lead.start - from.start > most) return lead
  return { ...lead, start: from.start, quote: document.text.slice(from.start, lead.end) }
}

const isUnclear = (sentence: string) => refersBack(sentence) || tieLength(sentence) > 0

/** A quotation without its last sentence; undefined where that is all of it. */
export function withoutLast({ document, block, start, end }: Quotation): Quotation | undefined {
  if (block === undefined) return undefined
  const spans = sentencesFrom(document, block, { start, most: end - start }).filter((span) => span.end <= end)
  const [first, before] = [spans[0], spans.at(-2)]
  return first && before ? quotationOf(document, { start: first.start, end: before.end }, block) : undefined
}

/** The first sentence of a quotation. */
export function openingSentence({ document, block, start, end, quote }: Quotation): string {
  const [sentence] = block ? sentencesFrom(document, block, { start, most: end - start }) : []
  return sentence ? document.text.slice(sentence.start, Math.min(end, sentence.end)) : quote
}
