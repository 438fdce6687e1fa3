import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { type AnswerExtent, KINDS } from '#question/kinds.ts'
import type { Question } from '#question/question.ts'
import type { PassageRules } from './opening-passage.ts'

/** UTF-16 code units of the passage that opens an answer. */
const LONGEST: Record<AnswerExtent, number> = { fact: 300, passage: 600, survey: 600 }
/** Asks how to do something, or for an example. */
const ASKS_FOR_CODE = new RegExp(marks.asksForCode.join('|'), 'i')

/** What the passage that opens the answer of a run is made by. */
export function passageRules(question: Question): PassageRules {
  return {
    asksForCode: ASKS_FOR_CODE.test(question.text),
    asksForList: question.several,
    longest: LONGEST[KINDS[question.kind].extent],
  }
}
