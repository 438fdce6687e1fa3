import { type Heads, weigh } from '#evidence/head.ts'
import type { Evidence, Ledger } from '#evidence/ledger.ts'
import { placeOf } from '#evidence/section.ts'
import type { Question } from '#question/question.ts'
import type { Reranker } from '../types.ts'
import { cutPassage } from './cut-passage.ts'
import { wantedBy } from './wanted.ts'

/** Passages that are scored: where a document holds the answer, the passage that holds it is nearly always among these. */
const SCORED = 64
/** UTF-16 units of a text that is scored: what a reader of the answer sees at a glance. */
const LONGEST = 300

/** Sentences that an answer may begin with, and the passage that each would open it with, under its headings. */
export interface Openings {
  evidence: readonly Evidence[]
  texts: readonly string[]
}

/** The sentences of a ledger that are likeliest to be what an answer begins with, one for each passage that it would begin with. */
export function openingsOf(ledger: Ledger, question: Question): Openings {
  const wanted = wantedBy(question, [])
  const all = ledger.ranked().flatMap(({ evidence }) => evidence)
  const byText = new Map<string, Evidence>()
  for (const each of all.toSorted((a, b) => b.score + b.worth - a.score - a.worth)) {
    if (byText.size === SCORED) break
    const shown = cutPassage(each, wanted).parts.map(({ quote }) => quote)
    const text = `${placeOf(each.document.title, each)}\n${shown.join('\n').slice(0, LONGEST).toWellFormed()}`
    if (!byText.has(text)) byText.set(text, each)
  }
  return { evidence: [...byText.values()], texts: [...byText.keys()] }
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
