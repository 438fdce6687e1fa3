import { clipAtWord } from '#language/cut.ts'
import type { ModelUse } from '#model/model-use.ts'
import { soundQuestions } from './plan.ts'
import { MOST_FURTHER, REVIEW, REVIEWING, REVIEWING_EXAMPLE } from './prompts/review.ts'
import type { PlannedQuestion, SubQuestion } from './sub-question.ts'

/** Characters of what was noted of all sub-questions together. */
const MOST_NOTED = 14_000

/** What a model makes of all sub-questions together. */
export interface Review {
  /** The notes answer the question. */
  done: boolean
  /** What is still to be asked. */
  further: PlannedQuestion[]
}

/** @throws {ModelFailure}; the signal's reason when aborted */
export async function reviewNotes(
  { question, brief }: { question: string; brief: string },
  subs: readonly SubQuestion[],
  use: ModelUse,
  signal: AbortSignal,
): Promise<Review> {
  const share = Math.floor(MOST_NOTED / subs.length)
  const known = subs.map(({ text, state, notes }) => {
    const gist = notes.map(({ shows, paragraph }) => shows || paragraph.text).join(' ')
    return { asked: text, state, noted: clipAtWord(gist, share) }
  })
  const data = [{ question }, ...(brief === '' ? [] : [{ brief }]), ...known]
  const task = { instructions: REVIEWING, data, example: REVIEWING_EXAMPLE, schema: REVIEW }
  const { done, questions } = await use.ask(task, signal)
  return { done, further: done ? [] : soundQuestions(questions, REVIEWING).slice(0, MOST_FURTHER) }
}
