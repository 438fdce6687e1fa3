import asking from '#language/data/asking.json' with { type: 'json' }
import type { Language } from '#language/language.ts'
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
 * What asks so: by language a pattern, or several of which one is enough; `any` in every language. `^` is the opening of
 * the question.
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
}

/** How a fact is asked for and told; most kinds differ from it in a column or two. */
const FACT = {
  needs: anything,
  shape: 'paragraphs',
  partsAre: 'clauses',
  length: 'short',
  extent: 'fact',
  toldBy: 'one',
  asksWho: false,
} satisfies Omit<KindRow, 'recognisedBy'>

/** One row a kind; a question is of the first that recognises it. */
const ROWS = {
  comparison: { ...FACT, recognisedBy: asking.comparison, shape: 'comparison', partsAre: 'names', extent: 'survey' },
  /** What a setting or a property is: its default, its limit, its version. */
  value: { ...FACT, recognisedBy: asking.value, needs: aValue },
  definition: { ...FACT, recognisedBy: asking.definition, needs: aDefinition, extent: 'passage' },
  /** What a thing does, or what it means. */
  meaning: { ...FACT, recognisedBy: asking.meaning, extent: 'passage' },
  list: { ...FACT, recognisedBy: asking.list, shape: 'list', extent: 'survey' },
  why: { ...FACT, recognisedBy: asking.why, needs: aReason, length: 'any', extent: 'passage', toldBy: 'several' },
  number: { ...FACT, recognisedBy: asking.number, needs: aCount },
  how: { ...FACT, recognisedBy: asking.how, needs: aManner, length: 'any', extent: 'passage', toldBy: 'several' },
  date: { ...FACT, recognisedBy: asking.date, needs: aDate },
  place: { ...FACT, recognisedBy: asking.place, needs: aPlace },
  person: { ...FACT, recognisedBy: asking.person, needs: aPerson, asksWho: true },
  'yes-no': { ...FACT, recognisedBy: asking['yes-no'], partsAre: 'names' },
  /** A subject in at most eight words, put without asking anything. */
  topic: { ...FACT, recognisedBy: asking.topic, shape: 'topic', extent: 'survey', toldBy: 'several' },
  /** Whatever else is asked. */
  open: { ...FACT, recognisedBy: asking.open, extent: 'passage', toldBy: 'several' },
} satisfies Record<string, KindRow>

/** What kind of answer a question asks for. */
export type QuestionKind = keyof typeof ROWS

export const KINDS: Readonly<Record<QuestionKind, KindRow>> = ROWS

/** A question says early what it wants; the bound keeps the patterns fast on the longest one. */
export const OPENING = 600

const HAN = /[\p{Script=Han}\p{Script=Hiragana}]/u
const compiled = new Map<string, RegExp>()

/** The words of a language that puts spaces between them match whole words only; the English patterns say so themselves. */
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

/** Which kind of answer a question asks for. */
export function kindOf(text: string, language: Language = 'en'): QuestionKind {
  const opening = text.slice(0, OPENING).trim()
  const asked = language === 'en' && HAN.test(opening) ? 'zh' : language
  const kinds = Object.keys(KINDS) as QuestionKind[]
  const asksSo = (kind: QuestionKind) =>
    ([asked, 'any'] as const).some((each) => {
      const asking = KINDS[kind].recognisedBy[each]
      return asking !== undefined && patternOf(asking, each).test(opening)
    })
  return kinds.find(asksSo) ?? 'open'
}
