import type { Evidence } from '#evidence/ledger.ts'
import { askedAct } from '#question/asked-act.ts'
import type { Question } from '#question/question.ts'
import { withoutQuestion } from './outline.ts'

/**
 * Whether a sentence does what a part of a question asks for beside the question itself: a part on critics is answered by
 * an objection, one on figures by a figure. Where a part asks for nothing of the kind, each does.
 */
export function answersPart(
  part: string,
  { text, language }: Pick<Question, 'text' | 'language'>,
): (evidence: Pick<Evidence, 'quote'>) => boolean {
  const act = part === text ? undefined : askedAct({ text: withoutQuestion(part, text), language })
  return act?.isNeeded !== true ? () => true : ({ quote }) => act.toldIn(quote) === 1
}
