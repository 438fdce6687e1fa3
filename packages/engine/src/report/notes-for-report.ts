import { carryReport } from '#depth/findings.ts'
import { isSamePlace, type SubQuestion } from '#depth/sub-question.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Question } from '#question/question.ts'
import type { Budget } from '../budget.ts'
import { type CollectedNote, collectNotes } from './collected-notes.ts'
import { isTable, tellsFigures } from './figures.ts'
import { answersPart } from './part-answers.ts'
import { readSentences } from './read-sentences.ts'
import { standsAlone } from './stands-alone.ts'

/** Fewer notes, or of fewer sources, are an answer and no report. */
const FEWEST_NOTES = 10
const FEWEST_SOURCES = 3

/** Notes that are on all of the subject have less beside them that is. */
const MORE_WORDS = 2

/** Sentences of one source that are told beside the notes: more of them make its words those of the report. */
const MOST_OF_A_SOURCE = 5
/** … of all: what no model noted is not to be most of a report. */
const MOST_READ = 40

/** What tells which notes a report is written from. */
interface Belonging {
  belongs: (evidence: Evidence, sub: SubQuestion) => boolean
  /** Whether a sentence tells of the subject by itself. */
  tells: (quote: string) => boolean
  /** Whether a sentence is on all of the subject, and not only on what it names. */
  isOfWhole: (evidence: Evidence) => boolean
  /** Whether a text holds enough of the subject by itself. */
  bears: (text: string) => boolean
}

/**
 * What a report is written from: the notes that belong in it, or all where it would have too few; undefined where the
 * sources do not carry one.
 */
export function notesForReport(
  subs: readonly SubQuestion[],
  budget: Budget,
  question: Pick<Question, 'kind' | 'text' | 'language'>,
  { belongs, tells, bears, isOfWhole }: Belonging,
): CollectedNote[] | undefined {
  const all = collectNotes(subs).filter(({ evidence: { quote } }) => !isTable(quote))
  const bySub = new Map(subs.map((sub) => [sub, answersPart(sub.text, question, { bears, tells })]))
  const near = all.filter(({ evidence, sub }) => belongs(evidence, sub) && bySub.get(sub)?.(evidence) !== false)
  // Why something was done no sums tell.
  const telling = question.kind === 'why' ? near.filter(({ evidence: { quote } }) => !tellsFigures(quote)) : near
  // What only stands beside the subject is told where there is too little else.
  const own = telling.filter(({ evidence }) => tells(evidence.quote))
  // What is on a name of it alone, too; that is told of more rarely, so that it has to carry more of the report.
  const whole = own.filter(({ evidence }) => isOfWhole(evidence))
  const carries = (some: readonly CollectedNote[]) =>
    carryReport(
      some.map(({ evidence }) => evidence),
      { leastSources: budget.leastSources, leastWords: MORE_WORDS * budget.leastWords },
    )
  const fuller = (some: readonly CollectedNote[], isOn: Belonging['isOfWhole']) =>
    carries(some) ? [...some] : [...some, ...readBeside(subs, some, { belongs, tells, isOfWhole: isOn })]
  // A short report on the subject is worth more than a long one beside it.
  const notes = [fuller(whole, isOfWhole), fuller(own, () => true), near, all].find(isReport)
  return budget.sections > 0 ? notes : undefined
}

function isReport(notes: readonly CollectedNote[]): boolean {
  const sources = new Set(notes.map(({ evidence }) => evidence.document.id))
  return notes.length >= FEWEST_NOTES && sources.size >= FEWEST_SOURCES
}

/** Sentences that were read, that nobody noted, and that tell of all of the subject by themselves, the most telling first. */
function readBeside(
  subs: readonly SubQuestion[],
  known: readonly CollectedNote[],
  { belongs, tells, isOfWhole }: Pick<Belonging, 'belongs' | 'tells' | 'isOfWhole'>,
): CollectedNote[] {
  const counts = new Map<string, number>()
  const taken: CollectedNote[] = []
  for (const note of readSentences(subs)) {
    if (taken.length >= MOST_READ) break
    const { evidence, sub } = note
    const { document, quote } = evidence
    const count = counts.get(document.id) ?? 0
    const isKnown = (other: CollectedNote) => other.evidence.quote === quote || isSamePlace(other.evidence, evidence)
    if (count >= MOST_OF_A_SOURCE || known.some(isKnown) || taken.some(isKnown)) continue
    if (!standsAlone(quote) || !tells(quote) || tellsFigures(quote) || isTable(quote)) continue
    if (!belongs(evidence, sub) || !isOfWhole(evidence)) continue
    counts.set(document.id, count + 1)
    taken.push(note)
  }
  return taken
}
