import cues from '#language/data/negation.json' with { type: 'json' }
import { cues as cuesIn } from '#language/polarity.ts'

/** "Delete files that no longer exist": a clause that says which ones are meant asks for nothing that is not. */
const IN_CLAUSE = '(?<!\\S\\s+(?:that|which|who|whose|if|when|where|because)\\s+(?:\\S+\\s+){0,3}\\S*)'
const ASKS_FOR_WHAT_IS_NOT = new RegExp(`${IN_CLAUSE}(?:n['’]t|\\b(?:${cues.asked.join('|')}))\\b`, 'iu')
/** "Why not", "isn't it": nothing is denied. */
const ASKS_TO_AGREE = /^\s*(?:why not|(?:is|are|was|were|do|does|did|has|have|can|could|should|would|wo)n['’]t)\b/iu
const SAYS_SO = new RegExp(`\\b(?:${cues.told.join('|')})\\b`, 'iu')

/** "My app doesn't restart" tells what is wrong. */
const TROUBLE =
  /^\s*(?!(?:what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|can|could|should|would|will)\b)(?:\S+\s+){1,5}?(?:do|does|did|is|are|was|were|has|have|can|could|wo|would)n['’]t\b/iu

/** "WITHOUT ROWID" and "NOT NULL" are names. */
const IN_NAME = /(?<![\p{L}])(?:WITHOUT|NOT|NO)(?=\s+\p{Lu}{2})|(?<=\p{Lu}{2}\s)(?:WITHOUT|NOT|NO)(?![\p{L}])/gu

/** Whether a question asks for what is not, or is without something. English. */
export function isNegated(question: string): boolean {
  const asked = question.replaceAll(IN_NAME, ' ')
  return ASKS_FOR_WHAT_IS_NOT.test(asked) && !ASKS_TO_AGREE.test(question) && !TROUBLE.test(question)
}

/** Whether a sentence says what is not, what to leave out, or how to do without. English. */
export function denies(sentence: string): boolean {
  return SAYS_SO.test(sentence) || cuesIn(sentence).some(({ kind }) => kind === 'negation')
}
