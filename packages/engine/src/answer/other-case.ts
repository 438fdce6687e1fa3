import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { contentReader, onlyAsked } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'

/** "Similarly, to sound the bell, …", "If you sail at night, …": for what, or in which case, something holds. */
const CASE = new RegExp(
  `^(?:${marks.likewise.join('|')})?(?:${[...marks.purpose, ...marks.condition].join('|')})\\s+([^,:;.]{8,})[,:]`,
  'iu',
)
/** A case of whose words no more are asked for is another one. Counted on the answers to 369 questions: none lost what was asked for by it. */
const HALF = 0.5

/** Tells whether a sentence begins with a purpose or a condition that is not what a question asks of. */
export function ofOtherCase({ goal }: Pick<Question, 'goal'>): (sentence: string) => boolean {
  const contentOf = contentReader(goal)
  return (sentence) => {
    const terms = contentOf(CASE.exec(sentence)?.[1] ?? '')
    return terms.size > 0 && onlyAsked(terms, goal.weights) <= HALF
  }
}
