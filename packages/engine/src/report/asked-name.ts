import type { Subject } from '#depth/subject.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { names } from '#language/entities.ts'
import type { Question } from '#question/question.ts'
import type { CollectedNote } from './collected-notes.ts'

/** "Which company": its answer is a name, as that of "who" is; that of "what effect" is none. English. */
const ASKS_WHO = /^\s*who(?:m|se)?\b/i
const ASKS_WHICH =
  /^\W*(?:which|what (?:company|country|person|president|team|city|state|place|book|film|game|band|product)s?) (?!(?:is|are|was|were|do|does|did|has|have|happened)\b)\p{L}/iu

/** What names somebody by the last word alone tells less. */
const IN_PART = 0.5

/**
 * Of a question whose answer is a name, tells how likely a sentence holds it: 1 for the name that most of what bears on the
 * question holds, written in full, and 0 where it names nobody whom the question does not. 0 for all other questions.
 */
export function askedName(
  { text, terms, goal }: Question,
  subject: Subject,
  notes: readonly CollectedNote[],
): (evidence: Evidence) => number {
  if (!ASKS_WHO.test(text) && !ASKS_WHICH.test(text)) return () => 0
  const asked = new Set(terms)
  const namesIn = ({ quote }: Evidence) =>
    names(quote, goal.terms(quote))
      .filter((name) => !name.uncertain && !name.terms.some((term) => asked.has(term)))
      .map(({ start, end, terms: own }) => ({ last: own.at(-1) ?? '', isLong: /\s/.test(quote.slice(start, end)) }))
  const told = new Map<string, Map<string, number>>()
  const long = new Set<string>()
  for (const { evidence } of notes) {
    const { id, title } = evidence.document
    const bearing = subject.bearing([evidence.quote, title])
    for (const { last, isLong } of namesIn(evidence)) {
      const sources = told.get(last) ?? new Map<string, number>()
      told.set(last, sources.set(id, Math.max(bearing, sources.get(id) ?? 0)))
      if (isLong) long.add(last)
    }
  }
  const weightOf = (last: string) => [...(told.get(last)?.values() ?? [])].reduce((sum, one) => sum + one, 0)
  const most = Math.max(0, ...Array.from(told.keys(), weightOf))
  return (evidence) => {
    // A name of one word is in full where no source writes more of it.
    const shares = namesIn(evidence).map(
      ({ last, isLong }) => (isLong || !long.has(last) ? 1 : IN_PART) * weightOf(last),
    )
    return most > 0 ? Math.max(0, ...shares) / most : 0
  }
}
