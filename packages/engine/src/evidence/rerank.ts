import type { Span } from '#language/sentences.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList, Reranker } from '../types.ts'
import { type Heads, weigh } from './head.ts'
import type { Evidence, Ledger } from './ledger.ts'

/** Sentences that are scored: where a document holds the answer, the block that holds it is nearly always among these. */
const SCORED = 64
/** A long block is looked at in so many places. */
const PLACES_A_BLOCK = 2
/** UTF-16 units of a text that is scored: what a reader of the answer sees at a glance. */
const LONGEST = 300

/** Sentences that an answer may begin with, and what stands from each of them on, under its headings. */
export interface Openings {
  evidence: readonly Evidence[]
  texts: readonly string[]
}

/** The sentences of a ledger that are likeliest to be what an answer begins with. */
export function openingsOf(ledger: Ledger): Openings {
  const places = new Map<Block | Evidence, number>()
  const all = ledger.ranked().flatMap(({ evidence }) => evidence)
  const likeliest = all.toSorted((a, b) => b.score + b.worth - a.score - a.worth)
  const evidence: Evidence[] = []
  for (const each of likeliest) {
    if (evidence.length === SCORED) break
    const place = each.block ?? each
    const taken = places.get(place) ?? 0
    if (taken === PLACES_A_BLOCK) continue
    places.set(place, taken + 1)
    evidence.push(each)
  }
  return { evidence, texts: evidence.map(openingText) }
}

/** What a reader sees who begins at a sentence: its headings, and the text from there to the end of its section. */
function openingText({ document, start, end, block }: Evidence): string {
  const headings = [...new Set([document.title, ...(block?.path ?? [])])].join(' › ')
  const { end: last } = sectionFrom(document.blocks ?? [], { start, end })
  return `${headings}\n${document.text.slice(start, Math.max(end, Math.min(last, start + LONGEST)))}`
}

/** From a place to the next heading. */
function sectionFrom(blocks: BlockList, { start, end }: Span): Span {
  let last = end
  for (let at = firstEndingAfter(blocks, start); at < blocks.length; at += 1) {
    const block = blocks.at(at)
    if (block === undefined || block.kind === 'heading' || block.start > start + LONGEST) break
    last = block.end
  }
  return { start, end: last }
}

/** Asks a reranker for the order of some openings, and adds to the worth of each sentence what its place there is worth. */
export async function rerank(
  { question, heads }: { question: { text: string }; heads: Heads },
  { evidence, texts }: Openings,
  { reranker, signal }: { reranker: Reranker; signal: AbortSignal },
): Promise<void> {
  const scores = await reranker.score(question.text, texts, signal)
  const order = [...evidence.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  for (const [place, at] of order.entries()) {
    const sentence = evidence[at]
    if (sentence === undefined) continue
    const worth = weigh(heads.sentence, { reranked: 1 / (place + 1) })
    Object.assign(sentence, { score: sentence.score + worth, worth: sentence.worth + worth })
  }
}
