import { askedAct } from '#depth/asked-act.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Question } from '#question/question.ts'
import { withoutQuestion } from './outline.ts'

/** Whether a text holds enough of the subject of a question by itself, and whether it holds anything of it. */
export interface OnSubject {
  bears: (text: string) => boolean
  tells: (text: string) => boolean
}

const ANY: OnSubject = { bears: () => true, tells: () => true }

/**
 * Whether a sentence does what a part of a question asks for beside the question itself: a part on critics is answered by
 * an objection, one on figures by a figure. Where a part asks for nothing of the kind, each does. An
 * objection has to bear on the subject, and to tell of it where it objects. Default: each does.
 */
export function answersPart(
  part: string,
  { text, language }: Pick<Question, 'text' | 'language'>,
  { bears, tells }: OnSubject = ANY,
): (evidence: Pick<Evidence, 'quote'>) => boolean {
  const own = withoutQuestion(part, text)
  const act = part === text ? undefined : askedAct({ text: own, language })
  if (act?.isNeeded !== true) return () => true
  if (own === part || !act.isOfSubject) return ({ quote }) => act.toldIn(quote)
  return ({ quote }) => act.toldIn(quote) && bears(quote) && act.around(quote).some(tells)
}
