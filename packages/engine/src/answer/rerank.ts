import { type Heads, weigh } from '#evidence/head.ts'
import type { Evidence, Ledger, Quotation } from '#evidence/ledger.ts'
import type { Question } from '#question/question.ts'
import type { Block, Reranker } from '../types.ts'
import { passageRules } from './passage-rules.ts'
import { shownPassage } from './shown-passage.ts'

/** Passages that are scored: where a document holds the answer, the passage that holds it is nearly always among these. */
const SCORED = 64
/** A long block is looked at in so many places. */
const PLACES_A_BLOCK = 2
/** UTF-16 units of a text that is scored: what a reader of the answer sees at a glance. */
const LONGEST = 300

/** Sentences that an answer may begin with, and the passage that each would open it with, under its headings. */
export interface Openings {
  evidence: readonly Evidence[]
  texts: readonly string[]
}

/** The sentences of a ledger that are likeliest to be what an answer begins with, one for each passage that it would begin with. */
export function openingsOf(ledger: Ledger, question: Question): Openings {
  const rules = passageRules(question)
  const places = new Map<Block | Evidence, number>()
  const all = ledger.ranked().flatMap(({ evidence }) => evidence)
  const likeliest = all.toSorted((a, b) => b.score + b.worth - a.score - a.worth)
  const byText = new Map<string, Evidence>()
  for (const each of likeliest) {
    if (byText.size === SCORED) break
    const place = each.block ?? each
    const taken = places.get(place) ?? 0
    if (taken === PLACES_A_BLOCK) continue
    const text = textOf(each, shownPassage(each, rules))
    if (byText.has(text)) continue
    places.set(place, taken + 1)
    byText.set(text, each)
  }
  return { evidence: [...byText.values()], texts: [...byText.keys()] }
}

/** What a reader sees of a passage at a glance, under the headings of the sentence that it was made from. */
function textOf({ document, block }: Evidence, passage: readonly Quotation[]): string {
  const headings = [...new Set([document.title, ...(block?.path ?? [])])].join(' › ')
  const shown = passage.map(({ quote }) => quote).join('\n')
  return `${headings}\n${shown.slice(0, LONGEST).toWellFormed()}`
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
