import words from '#language/data/asks.json' with { type: 'json' }
import type { Language } from '#language/language.ts'
import { terms } from '#language/terms.ts'
import { alternatives } from '#language/word-list.ts'

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
/** What a question begins with before it says of what it asks. */
const OPENING = new RegExp(
  `^\\s*(?:(?:${ASKING}|${alternatives(words.opening)}|${alternatives(words.article)})\\s+)+`,
  'iu',
)

/**
 * The questions that a text asks one after the other, each of which wants an answer of its own; none where it asks but
 * one. "It" and the like in a later one stand for the subject of the first. English.
 */
export function asksIn(text: string, language: Language): Ask[] {
  if (language !== 'en') return []
  const parts = text.split(BETWEEN).map((part) => part.trim().replace(/[\s,;]+$/u, ''))
  const [first, ...rest] = parts
  if (first === undefined || rest.length === 0 || parts.length > MOST) return []
  const says = (part: string) => terms(part, language).some(({ stop }) => !stop)
  if (!parts.every((part) => ASKS.test(part)) || !says(first) || JOINED.test(first)) return []
  const subject = subjectOf(first)
  const asks = [{ written: first, text: first }]
  for (const written of rest) {
    const named = written.replace(STANDS_FOR_SUBJECT, subject)
    const content = terms(named, language).filter(({ stop }) => !stop)
    asks.push({ written, text: named === written && content.length < ENOUGH ? `${written} ${subject}` : named })
  }
  return asks
}

const NAME =
  /(?<=\S\s+)["“`]?(?:\p{Lu}[\p{L}\p{N}.]*|\p{Ll}+(?:\p{Lu}\p{Ll}*|_\p{L}+)+)["”`]?(?:\s+\p{Lu}[\p{L}\p{N}.]*)*/u
const ENDING = new RegExp(`(?:\\s+(?:${alternatives(words.ending)}))?[?.!\\s]*$`, 'iu')
/** Characters: what is longer is no subject, but says much of it. */
const LONGEST_SUBJECT = 60

/** Of what a question asks: its words behind those that only ask, or where those are many the name in them. */
function subjectOf(question: string): string {
  const said = question.replace(OPENING, '').replace(ENDING, '')
  if (said.length <= LONGEST_SUBJECT) return said
  return NAME.exec(question)?.[0] ?? said.slice(0, said.lastIndexOf(' ', LONGEST_SUBJECT))
}
