import type { Evidence } from '#evidence/ledger.ts'
import { wordsIn } from '#language/words-in.ts'
import type { Budget } from '../budget.ts'
import { isSamePlace, type SubQuestion } from './sub-question.ts'

/** Whether a model found that the notes answer the question, which stands before its parts, or most of the parts. */
export function areSatisfied(subs: readonly SubQuestion[]): boolean {
  const [whole] = subs
  if (whole?.told && (whole.state === 'answered' || whole.state === 'contradicted')) return true
  const answered = subs.filter((sub) => sub.told && sub.state === 'answered')
  const isDenied = whole?.told && whole.state === 'not_found'
  return !isDenied && answered.length > 0 && 2 * answered.length >= subs.length
}

/** Whether a model looked at what was found for the parts of a question, and nothing of it answers any part. */
export function foundNothing(subs: readonly SubQuestion[]): boolean {
  const looked = subs.filter(({ visits }) => visits > 0)
  return looked.some(({ told }) => told) && looked.every(({ notes }) => notes.length === 0)
}

/** What was noted for the parts of a question, in turns: the most telling sentence of each part first. */
export function notedInTurns(subs: readonly SubQuestion[]): Evidence[] {
  const most = Math.max(0, ...subs.map(({ notes }) => notes.length))
  const turns = Array.from({ length: most }, (_, place) => subs.flatMap(({ notes }) => notes[place] ?? []))
  const all = turns.flat().map(({ evidence }) => evidence)
  return all.filter((one, i) => all.findIndex((other) => isSamePlace(one, other)) === i)
}

/** The share of a report's words that its notes themselves hold: the rest is what stands beside them. */
export const HELD_BY_NOTES = 0.5

/** Whether notes are of enough sources for a report, and hold enough words. */
export function carryReport(
  notes: readonly Pick<Evidence, 'document' | 'quote'>[],
  { leastSources, leastWords }: Pick<Budget, 'leastSources' | 'leastWords'>,
): boolean {
  const sources = new Set(notes.map(({ document }) => document.id))
  const words = notes.reduce((sum, { quote }) => sum + wordsIn(quote), 0)
  return sources.size >= leastSources && words >= HELD_BY_NOTES * leastWords
}
