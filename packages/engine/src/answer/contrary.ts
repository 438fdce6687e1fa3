import type { Question } from '#question/question.ts'

/** "Do not create locks by hand." */
const FORBIDS = /^(?:do not|don['’]t|never|avoid)\b/i
/** "This header is not set by default." */
const IS_NOT = /^(?:[^\s,;:]+\s+){1,4}(?:is|are|was|were|does|do|can|will)(?:n['’]t|\s+not)\b/i
const ASKS_WHAT = /^\W*(?:what|which)\b/i

/** Tells whether a sentence forbids what is asked a way for, or denies of something what is asked to be told of what it is true of. English. */
export function contraryTo({
  kind,
  negated,
  text,
}: Pick<Question, 'kind' | 'negated' | 'text'>): (quote: string) => boolean {
  if (negated) return () => false
  if (kind === 'how') return (quote) => FORBIDS.test(quote)
  return ASKS_WHAT.test(text) ? (quote) => IS_NOT.test(quote) : () => false
}
