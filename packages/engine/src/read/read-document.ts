import { sentences } from '#text/sentences.ts'
import type { Term } from '#text/terms.ts'
import type { Evidence } from '../ledger.ts'
import type { PassageHit, SourceDocument } from '../types.ts'

/** What a reader looks for. */
export interface ReadingGoal {
  /** Terms of the question and what each is worth. */
  weights: ReadonlyMap<string, number>
  bigrams: ReadonlySet<string>
  /** Takes a text apart; a run reads the same sentences again and again. */
  terms: (text: string) => readonly Term[]
  /** How well a sentence fits the kind of answer asked for: 0 to 1. */
  fits: (sentence: string) => number
}

export interface Reading {
  evidence: Evidence[]
  /** Terms of the question in the title and in what was read. */
  covers: Set<string>
}

const SHORT_DOCUMENT = 6_000
const LONGEST_SENTENCE = 700
const SHORTEST_SENTENCE = 15

const CONTEXT = 0.5
const BIGRAMS = 0.15
const FIT = 0.2
const LEAD = 0.15

interface Span {
  start: number
  end: number
}

/** Cuts what is too long to quote at white space, so that a table or a text without stops is still quotable. */
function quotable(text: string, span: Span): Span[] {
  const parts: Span[] = []
  let { start } = span
  while (span.end - start > LONGEST_SENTENCE) {
    const window = text.slice(start, start + LONGEST_SENTENCE)
    const cut = Math.max(window.lastIndexOf('; ') + 1, window.lastIndexOf('\n'), window.lastIndexOf(' '))
    const end = cut > LONGEST_SENTENCE / 3 ? start + cut : start + window.toWellFormed().search(/\uFFFD?$/u)
    parts.push({ start, end })
    start = end
    while (start < span.end && /\s/.test(text[start] ?? '')) start += 1
  }
  if (start < span.end) parts.push({ start, end: span.end })
  return parts
}

/** The parts of a document to read: all of a short one, else the passages that were found and its opening. */
function spansToRead(document: SourceDocument, passages: readonly PassageHit[]): Span[] {
  const { length } = document.text
  if (length <= SHORT_DOCUMENT) return [{ start: 0, end: length }]
  const merged: Span[] = []
  for (const { start, end } of [...passages].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

function share(found: Iterable<string>, weights: ReadonlyMap<string, number>, total: number): number {
  let sum = 0
  for (const term of found) sum += weights.get(term) ?? 0
  return total > 0 ? sum / total : 0
}

/**
 * Reads a document for a goal: every sentence of what was found becomes evidence, scored by the terms it holds, those
 * its title and the sentence before hold for it, neighbouring terms, the kind of answer, and its place.
 */
export function readDocument(
  document: SourceDocument,
  passages: readonly PassageHit[],
  goal: ReadingGoal,
  iteration: number,
): Reading {
  const { weights, bigrams, terms } = goal
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const asked = (found: readonly Term[]) =>
    found.flatMap(({ term, stop }) => (!stop && weights.has(term) ? [term] : []))
  const title = new Set(asked(terms(document.title)))
  const covers = new Set(title)
  const evidence: Evidence[] = []
  for (const span of spansToRead(document, passages)) {
    let before: ReadonlySet<string> = new Set()
    for (const sentence of sentences(document.text.slice(span.start, span.end))) {
      const whole = { start: span.start + sentence.start, end: span.start + sentence.end }
      for (const { start, end } of quotable(document.text, whole)) {
        const quote = document.text.slice(start, end)
        const found = terms(quote)
        const sequence = asked(found)
        const held = new Set(sequence)
        for (const term of held) covers.add(term)
        const around = [...title, ...before].filter((term) => !held.has(term))
        const pairs = sequence.filter((term, i) => bigrams.has(`${sequence[i - 1]} ${term}`)).length
        const score =
          share(held, weights, total) +
          CONTEXT * share(new Set(around), weights, total) +
          BIGRAMS * (bigrams.size > 0 ? Math.min(1, pairs / bigrams.size) : 0) +
          FIT * goal.fits(quote) +
          (start === 0 ? LEAD : 0)
        before = held
        if (quote.length < SHORTEST_SENTENCE && held.size === 0) continue
        const own = new Set(found.flatMap(({ term, stop }) => (stop ? [] : [term])))
        evidence.push({ document, start, end, quote, covers: held, terms: own, score, iteration })
      }
    }
  }
  return { evidence, covers }
}
