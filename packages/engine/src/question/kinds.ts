import asking from '#language/data/asking.json' with { type: 'json' }
import type { Language } from '#language/language.ts'
import { IMPERATIVE } from './imperative.ts'
import {
  aCount,
  aDate,
  aDefinition,
  aManner,
  anything,
  aPerson,
  aPlace,
  aReason,
  aValue,
  type NeedsOf,
} from './needs.ts'

/** What an answer looks like: paragraphs by source, bullets, a block for each thing compared, or dated sections. */
export type AnswerShape = 'paragraphs' | 'list' | 'comparison' | 'topic'

/**
 * The patterns that recognise a kind: for each language one, or several of which one must match; those of `any` are for
 * every language. `^` is the opening of the question.
 */
type Asking = Partial<Record<Language | 'zh' | 'any', string | readonly string[]>>

/** How much an answer shows: a fact in a sentence or two, a passage with what belongs to it, or what several sources say. */
export type AnswerExtent = 'fact' | 'passage' | 'survey'

/** What the engine has to know of a kind of question. */
export interface KindRow {
  recognisedBy: Asking
  /** What a sentence must hold to answer it. */
  needs: NeedsOf
  shape: AnswerShape
  /** Whether each name in it is a part that needs evidence of its own. */
  partsAre: 'names' | 'clauses'
  /** How long the sentence that answers may be before a shorter one is better. */
  length: 'short' | 'any'
  extent: AnswerExtent
  /** Whether one source tells the answer, or several do in words that are not those of the question. */
  toldBy: 'one' | 'several'
  /** Whether the answer is a person, who may be the one that speaks in a source. */
  asksWho: boolean
  /** Whether all its terms name one thing, so that they should stand together where that is spoken of. */
  ofOneThing: boolean
}

/** The columns in which most kinds are alike. */
const USUAL = { partsAre: 'clauses', length: 'short', toldBy: 'one', asksWho: false, ofOneThing: false } as const

/** A row: its first four columns are required, and `rest` names those that are not as usual. */
function row(
  recognisedBy: Asking,
  needs: NeedsOf,
  shape: AnswerShape,
  extent: AnswerExtent,
  rest?: Partial<KindRow>,
): KindRow {
  return { ...USUAL, ...rest, recognisedBy, needs, shape, extent }
}

/**
 * Who asks how to do something, or tells what is to be done, asks for a way, and who asks which thing does something asks for that
 * thing, whatever is said of an amount or of two things: "limit how many run", "which flag sets how many run".
 */
const NO_OTHER = `^(?!\\s*how (?:(?:can|could|do|should|would) (?:I|one|we|you)|to)\\b|\\s*(?:what|which) .*\\bhow\\b|${IMPERATIVE}).*`

/** English patterns for a question that asks for nothing else. */
const ifNoOther = (patterns: readonly string[]) => patterns.map((each) => `${NO_OTHER}(?:${each})`)

/** One row a kind; a question is of the first that recognises it. */
const ROWS = {
  comparison: row({ ...asking.comparison, en: ifNoOther(asking.comparison.en) }, anything, 'comparison', 'survey', {
    partsAre: 'names',
  }),
  /** What a setting or a property is: its default, its limit, its version. */
  value: row(asking.value, aValue, 'paragraphs', 'fact'),
  definition: row(asking.definition, aDefinition, 'paragraphs', 'passage', { ofOneThing: true }),
  /** What a thing does, or what it means. */
  meaning: row(asking.meaning, anything, 'paragraphs', 'passage'),
  list: row(asking.list, anything, 'list', 'survey'),
  why: row(asking.why, aReason, 'paragraphs', 'passage', { length: 'any', toldBy: 'several' }),
  number: row({ ...asking.number, en: ifNoOther(asking.number.en) }, aCount, 'paragraphs', 'fact'),
  how: row({ ...asking.how, en: [...asking.how.en, IMPERATIVE] }, aManner, 'paragraphs', 'passage', {
    length: 'any',
    toldBy: 'several',
  }),
  date: row(asking.date, aDate, 'paragraphs', 'fact'),
  place: row(asking.place, aPlace, 'paragraphs', 'fact'),
  person: row(asking.person, aPerson, 'paragraphs', 'fact', { asksWho: true }),
  'yes-no': row(asking['yes-no'], anything, 'paragraphs', 'fact', { partsAre: 'names' }),
  /** A subject in at most eight words, put without asking anything. */
  topic: row(asking.topic, anything, 'topic', 'survey', { toldBy: 'several' }),
  /** Whatever else is asked. */
  open: row(asking.open, anything, 'paragraphs', 'passage', { toldBy: 'several' }),
}

/** What kind of answer a question asks for. */
export type QuestionKind = keyof typeof ROWS

export const KINDS: Readonly<Record<QuestionKind, KindRow>> = ROWS

/** A question says early what it wants; the bound keeps the patterns fast on the longest one. */
export const OPENING = 600

const HAN = /[\p{Script=Han}\p{Script=Hiragana}]/u
const compiled = new Map<string, RegExp>()

/** In languages with spaces a pattern matches whole words only; the English patterns say so themselves. */
function patternOf(asking: string | readonly string[], language: keyof Asking): RegExp {
  const key = `${language} ${asking}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const either = [asking].flat().join('|')
  const written = language === 'zh' || language === 'en' || language === 'any'
  const bounded = `(?<![\\p{L}\\p{M}])(?:${either.replaceAll('^', '(?<=^[\\s¿¡„«]*)')})(?![\\p{L}\\p{M}])`
  const pattern = new RegExp(written ? either : bounded, 'iu')
  compiled.set(key, pattern)
  return pattern
}

/** What is said before an English question is put: "When I pass an object, is it …", "In the output, what does … mean". */
const BEFORE_ASKING =
  /^(?:if|when (?!do|does|did|is|are|was|were|will|can|should)|(?:after|as|before|for|from|given|in|on|once|since|under|using|while|with|without) (?!wh|how))[^,?]{3,120}, (?=(?:are|can|could|did|do|does|has|have|how|is|was|were|what|why|will)\b)/i

/** Which kind of answer a question asks for. */
export function kindOf(text: string, language: Language = 'en'): QuestionKind {
  const whole = text.slice(0, OPENING).trim()
  const opening = language === 'en' ? whole.replace(BEFORE_ASKING, '') : whole
  const asked = language === 'en' && HAN.test(opening) ? 'zh' : language
  const kinds = Object.keys(KINDS) as QuestionKind[]
  const asksSo = (kind: QuestionKind) =>
    ([asked, 'any'] as const).some((each) => {
      const asking = KINDS[kind].recognisedBy[each]
      return asking !== undefined && patternOf(asking, each).test(opening)
    })
  return kinds.find(asksSo) ?? 'open'
}
