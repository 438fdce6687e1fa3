import type { Question } from './question.ts'

const PLURAL = /^\s*(?:what|who) (?:are|were)\b|^\s*(?:which|what) (?:\p{L}+ )?\p{L}{3,}(?<!s)s\b/iu

/** Whether a question wants several things told, whatever else it is. By its kind, and in English by its form. */
export function asksForSeveral({ kind, text }: Pick<Question, 'kind' | 'text'>): boolean {
  return kind === 'list' || PLURAL.test(text)
}
