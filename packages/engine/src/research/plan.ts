import { aboutOf } from '#cite/about.ts'
import type { Run } from '#evidence/run.ts'
import { safeQuery, safeQuestion } from '#guard/safe-query.ts'
import { unlink } from '#guard/unlink.ts'
import { visibleLine } from '#language/visible.ts'
import { echoes } from '#model/echo.ts'
import type { ModelUse } from '#model/model-use.ts'
import { PLANNING, PLANNING_EXAMPLE, RESEARCH_PLAN } from './prompts/plan.ts'
import type { PlannedQuestion } from './sub-question.ts'

/** What is to be found out, as a model plans it. */
export interface ResearchPlan {
  /** What the question is taken to mean; '' where that was not said. */
  brief: string
  /** Whether a sentence or a paragraph answers it. */
  isShort: boolean
  /** What the answer should have beside prose; '' for nothing. */
  wanted: string
  questions: PlannedQuestion[]
}

/** Titles of sources shown: they tell what there is, and more of them would only cost tokens. */
const TITLES = 12
/** UTF-16 units of what each says of the question, of a brief, and of what would answer a sub-question. */
const LONGEST_SAYS = 200
const LONGEST_BRIEF = 400
const LONGEST_ANSWER = 120
/** Queries for one sub-question, beside the words that it is put in. */
const QUERIES = 3

/**
 * Divides a question into what has to be found out. `today`: as ISO 8601 has it.
 * @throws {ModelFailure}; the signal's reason when aborted
 */
export async function planResearch(
  run: Run,
  { most, today }: { most: number; today: string },
  use: ModelUse,
  signal: AbortSignal,
): Promise<ResearchPlan> {
  const { question, ledger } = run
  const found = ledger
    .ranked()
    .slice(0, TITLES)
    .map(({ document, evidence }) => {
      const [best] = evidence.toSorted((a, b) => b.score - a.score)
      return { title: aboutOf(document).title, ...(best && { says: visibleLine(best.quote, LONGEST_SAYS) }) }
    })
  const data = [{ question: question.text }, { today }, { at_most: most }, ...found]
  const task = { instructions: PLANNING, data, example: PLANNING_EXAMPLE, schema: RESEARCH_PLAN }
  const { brief, form, wanted, questions } = await use.ask(task, signal)
  return {
    brief: shownLine(brief, LONGEST_BRIEF),
    isShort: form === 'answer',
    // The form of an answer is said in the words in which it was asked for.
    wanted: visibleLine(unlink(wanted), LONGEST_ANSWER),
    questions: soundQuestions(questions, PLANNING).slice(0, most),
  }
}

function shownLine(text: string, longest: number): string {
  const line = visibleLine(unlink(text), longest)
  return echoes(line, [PLANNING]) ? '' : line
}

interface GivenQuestion {
  question: string
  answered_by: string
  queries: readonly string[]
}

/** Sub-questions as they may be asked: safe to send, and no echo of what a model was told. */
export function soundQuestions(given: readonly GivenQuestion[], forbidden: string): PlannedQuestion[] {
  return given.flatMap(({ question, answered_by, queries }): PlannedQuestion[] => {
    const text = echoes(question, [forbidden]) ? undefined : safeQuestion(question)
    if (text === undefined) return []
    const asked = /\?\s*$/.test(question) ? `${text}?` : text
    return [
      { text: asked, answeredBy: shownLine(answered_by, LONGEST_ANSWER), queries: soundQueries(queries, forbidden) },
    ]
  })
}

/** Queries as they may be sent to a stranger, no more than a few. */
export function soundQueries(given: readonly string[], forbidden: string): string[] {
  return given.slice(0, QUERIES).flatMap((query) => (echoes(query, [forbidden]) ? [] : (safeQuery(query) ?? [])))
}
