import words from '#language/data/asks.json' with { type: 'json' }
import type { Language } from '#language/language.ts'
import { terms } from '#language/terms.ts'
import { alternatives } from '#language/word-list.ts'
import { withoutParts } from './parse-question.ts'

/** One of the questions that a text asks. */
export interface Ask {
  /** As the text writes it. */
  written: string
  /** The same with its subject named, where it stands for one in a question before it. */
  text: string
}

/** Words that carry meaning: a question of fewer says less than what it is about. */
const ENOUGH = 3
/** More questions at once are a text. */
const MOST = 4
const ASKING = alternatives(words.asking)
const BEFORE = `(?:(?:${alternatives(words.preposition)})\\s+)?`
/** "…? And who …", "… and how …", "… and by whom …"; behind "and" alone, "who" and "which" begin a relative clause as often. */
const BETWEEN = new RegExp(
  `\\?+\\s+(?:(?:and|also|then)\\s+)?|[,;]?\\s+(?:and|or|but)(?:\\s+(?:also|then))?\\s+(?=${BEFORE}(?:${alternatives(words.splitting)})\\b)`,
  'iu',
)
const ASKS = new RegExp(`^\\s*${BEFORE}(?:${ASKING}|${alternatives(words.opening)})\\b`, 'iu')
/** "Between when … and when …" is one thing. */
const JOINED = /\bbetween\b/i
const STANDS_FOR_SUBJECT = new RegExp(`\\b(?:${alternatives(words.pronoun)})\\b`, 'iu')
/**
 * The questions that a text asks one after the other, each of which wants an answer of its own; none where it asks but
 * one. A later one that says little, or "it" and the like, is asked with the words of the first. English.
 */
export function asksIn(text: string, language: Language): Ask[] {
  if (language !== 'en') return []
  const parts = text.split(BETWEEN).map((part) => part.trim().replace(/[\s,;]+$/u, ''))
  const [first, ...rest] = parts
  if (first === undefined || rest.length === 0 || parts.length > MOST) return []
  const wordsOf = (part: string) => withoutParts(terms(part, language)).filter(({ stop }) => !stop)
  const subject = wordsOf(first).map(({ raw }) => raw)
  if (!parts.every((part) => ASKS.test(part)) || subject.length === 0 || JOINED.test(first)) return []
  const isShort = (part: string) => STANDS_FOR_SUBJECT.test(part) || wordsOf(part).length < ENOUGH
  const later = rest.map((written) => ({
    written,
    text: isShort(written) ? `${written} ${subject.join(' ')}` : written,
  }))
  return [{ written: first, text: first }, ...later]
}
