import { hasForm } from '#answer/in-form.ts'
import type { Lead } from '#answer/leads.ts'
import { foundNothing } from '#depth/findings.ts'
import type { Investigation } from '#depth/investigation.ts'
import type { Run } from '#evidence/run.ts'
import type { AnswerForm } from '#question/instructions.ts'
import type { Budget } from '../budget.ts'
import { BegunReport, type ReportParts } from './begin-report.ts'
import { notesForReport } from './notes-for-report.ts'

/** What an answer of models is written with. */
type Given = Pick<ReportParts, 'use' | 'signal' | 'contextTokens' | 'judged' | 'degradation' | 'ms'>

/** What was found, and by what. */
interface Found {
  run: Run
  /** Of the level. */
  budget: Budget
  /** Whether it answers the question, as far as that can be told without a model. */
  isLikely: (budget: Budget) => boolean
  /** Undefined where the parts of the question were not looked into. */
  investigation: Investigation | undefined
  /** Sentences by how well each would open an answer without a model, the best first. */
  leads: readonly Lead[]
}

/** What comes of what was found. */
export interface Outlook {
  /** Whether it may answer the question. */
  bears: boolean
  /** What the question names and nothing is of. */
  missing: readonly string[]
  given: Given & { budget: Budget }
  /** Undefined where none is to be written. */
  report: BegunReport | undefined
}

/** What comes of what was found; a report is begun where one is to be written. */
export function outlookOn({ run, budget: ofLevel, isLikely, investigation, leads }: Found, given: Given): Outlook {
  const budget = withWords(ofLevel, run.question.form)
  const likely = isLikely(budget)
  const { bears = true, missing = [] } = investigation?.about.bearing(likely) ?? {}
  const found = { bears, missing, given: { ...given, budget }, report: undefined }
  if (!investigation || !bears || foundNothing(investigation.subs)) return found
  const { subs, subject, about } = investigation
  about.noteNeeded()
  if (!(investigation.satisfied || likely)) return found
  const notes = notesForReport(subs, budget, run.question, {
    belongs: about.belongs,
    isAskedFor: about.isAskedFor,
    tells: (quote) => subject.isToldIn(quote),
    isOfWhole: about.isNearest,
    isOfMost: about.isOfMost,
    degreeOf: (evidence) => subject.degreeOf(evidence),
    bears: (text) => subject.bearsOn(text),
  })
  if (!notes || !given.use.ready('smart', false) || hasForm(run.question.form)) return found
  return { ...found, report: new BegunReport({ ...found.given, run, missing, subs, subject, about, leads }, notes) }
}

/** A report of the length that the question asks for, and not of the level's. */
function withWords(budget: Budget, { words }: AnswerForm): Budget {
  return words === undefined ? budget : { ...budget, words, leastWords: words }
}
