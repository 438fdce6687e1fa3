import type { Question } from '#question/question.ts'
import type { Run } from '../run.ts'
import type { AnswerShape } from './compose.ts'

/** A subject, put without asking anything. */
const SUBJECT = /^[^?!.]{1,80}\.?$/u
const SUBJECT_WORDS = 8

/** Asks what each of those it names says or does, not for one fact that they tell of. English. */
const OF_EACH = /^\s*(?:what|how) (?:did|do|does|have|has|had)\b/i

/** Of several who are asked what they say each gets a block; all who are asked for are a list. */
export function shapeFor({ question, gathers, compared }: Run): AnswerShape {
  const shape = shapeOf(question)
  if (gathers) return 'list'
  const ofEach = question.kind === 'yes-no' || OF_EACH.test(question.text)
  return ofEach && compared.length > 1 ? 'comparison' : shape
}

/** The shape of an answer to a question by itself. */
export function shapeOf({ kind, text }: Question): AnswerShape {
  if (kind === 'list' || kind === 'comparison') return kind
  const isSubject = kind === 'topic' && SUBJECT.test(text.trim()) && text.trim().split(/\s+/).length <= SUBJECT_WORDS
  return isSubject ? 'topic' : 'paragraphs'
}
