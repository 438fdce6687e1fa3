import asking from '#language/data/asking.json' with { type: 'json' }
import type { Language } from '#language/language.ts'
import { aCount, aDate, aDefinition, aManner, anything, aPerson, aPlace, aReason, type NeedsOf } from './needs.ts'

/** What an answer looks like: paragraphs by source, bullets, a block for each thing compared, or dated sections. */
export type AnswerShape = 'paragraphs' | 'list' | 'comparison' | 'topic'

/** The words that ask in a language other than English, as a pattern; `^` is the opening of the question. */
type Words = Partial<Record<Language | 'zh', string>>

/** What the engine has to know of a kind of question. */
export interface KindRow {
  /** A pattern over English questions and the words of other languages; `any` is tried in every language. */
  recognisedBy: { en?: RegExp; any?: RegExp; words?: Words }
  /** What a sentence must hold to answer it. */
  needs: NeedsOf
  shape: AnswerShape
  /** Whether each name in it is a part that needs evidence of its own. */
  partsAre: 'names' | 'clauses'
  /** How long the sentence that answers may be before a shorter one is better. */
  length: 'short' | 'any'
  /** Whether one source tells the answer, or several do in words that are not those of the question. */
  toldBy: 'one' | 'several'
  /** Whether the answer is a person, who may be the one that speaks in a source. */
  asksWho: boolean
}

/** One row a kind; a question is of the first that recognises it. */
const ROWS = {
  comparison: {
    recognisedBy: {
      en: /^\s*how (?:did|do|does|has|have) .{1,120}\b(?:chang|evolv|shift)\p{L}*\b.{0,60}\b(?:from|between)\b.{1,80}\b(?:to|and)\b|\b(compare|compared|versus|vs\.?|differences? between|differs?|in contrast (?:to|with)|contrast|(?<!^\s*(?:who|whom|whose|which|what)\b.*)both .{1,80} and )\b|\b(older|younger|larger|longer|earlier|more|first|better),? .{1,80} or .{1,80}\?/iu,
      words: asking.comparison,
    },
    needs: anything,
    shape: 'comparison',
    partsAre: 'names',
    length: 'short',
    toldBy: 'one',
    asksWho: false,
  },
  definition: {
    recognisedBy: {
      en: /^\s*(what (is|are|was|were) (?!the (\p{L}+ )?(reasons?|causes?|motives?|rationale)\b)(an? |the )?[\p{L}\p{N}' -]{1,60}\??$|define |definition of )/iu,
      words: asking.definition,
    },
    needs: aDefinition,
    shape: 'paragraphs',
    partsAre: 'clauses',
    length: 'short',
    toldBy: 'one',
    asksWho: false,
  },
  list: {
    recognisedBy: {
      en: /^\s*(list|name|enumerate|which of)\b|\bwhat (are|were) (the|some)\b(?! (\p{L}+ )?(reasons?|causes?|motives?|rationale)\b)|^\s*(which|what) (?!(is|was|are|were|do|does|did|has|have|had|can|could|will|would|should)\b)(\p{L}+ )?\p{L}{3,}(?<!s)s\b/iu,
      words: asking.list,
    },
    needs: anything,
    shape: 'list',
    partsAre: 'clauses',
    length: 'short',
    toldBy: 'one',
    asksWho: false,
  },
  why: {
    recognisedBy: {
      en: /^\s*why\b|^\s*what (is|are|was|were) the (\p{L}+ )?(reasons?|causes?|motives?|rationale)\b|\b(for what reason|reasons? (for|why)|cause[sd]? of|justif(y|ied|ication)|rationale)\b/iu,
      words: asking.why,
    },
    needs: aReason,
    shape: 'paragraphs',
    partsAre: 'clauses',
    length: 'any',
    toldBy: 'several',
    asksWho: false,
  },
  number: {
    recognisedBy: {
      en: /\bhow (many|much|long|old|far|tall|large|big|often|high)\b|\bwhat (number|percentage|share|age|population)\b/i,
      words: asking.number,
    },
    needs: aCount,
    shape: 'paragraphs',
    partsAre: 'clauses',
    length: 'short',
    toldBy: 'one',
    asksWho: false,
  },
  how: {
    recognisedBy: { en: /^\s*how\b|\bin what way\b/i, words: asking.how },
    needs: aManner,
    shape: 'paragraphs',
    partsAre: 'clauses',
    length: 'any',
    toldBy: 'several',
    asksWho: false,
  },
  date: {
    recognisedBy: {
      en: /^\s*(when|since when)\b|\b(what|which) (year|date|day|month|century|decade)\b/i,
      words: asking.date,
    },
    needs: aDate,
    shape: 'paragraphs',
    partsAre: 'clauses',
    length: 'short',
    toldBy: 'one',
    asksWho: false,
  },
  place: {
    recognisedBy: {
      en: /^\s*where\b|\b(what|which) (city|country|state|place|location|town|river|region|county|continent)\b/i,
      words: asking.place,
    },
    needs: aPlace,
    shape: 'paragraphs',
    partsAre: 'clauses',
    length: 'short',
    toldBy: 'one',
    asksWho: false,
  },
  person: {
    recognisedBy: {
      en: /^\s*who(m|se)?\b|\b(what|which) (person|man|woman|author|president|actor|actress|singer|director|player|individual|king|queen)\b/i,
      words: asking.person,
    },
    needs: aPerson,
    shape: 'paragraphs',
    partsAre: 'clauses',
    length: 'short',
    toldBy: 'one',
    asksWho: true,
  },
  'yes-no': {
    recognisedBy: { en: /^\s*(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b/i },
    needs: anything,
    shape: 'paragraphs',
    partsAre: 'names',
    length: 'short',
    toldBy: 'one',
    asksWho: false,
  },
  /** A subject in at most eight words, put without asking anything. */
  topic: {
    recognisedBy: { any: /^(?=.{1,81}$)[^?!.\s]+(?:\s+[^?!.\s]+){0,7}\s*\.?$/u },
    needs: anything,
    shape: 'topic',
    partsAre: 'clauses',
    length: 'short',
    toldBy: 'several',
    asksWho: false,
  },
  /** Whatever else is asked. */
  open: {
    recognisedBy: { any: /^/ },
    needs: anything,
    shape: 'paragraphs',
    partsAre: 'clauses',
    length: 'short',
    toldBy: 'several',
    asksWho: false,
  },
} satisfies Record<string, KindRow>

/** What kind of answer a question asks for. */
export type QuestionKind = keyof typeof ROWS

export const KINDS: Readonly<Record<QuestionKind, KindRow>> = ROWS

/** A question says early what it wants; the bound keeps the patterns fast on the longest one. */
export const OPENING = 600

const HAN = /[\p{Script=Han}\p{Script=Hiragana}]/u
const compiled = new Map<string, RegExp>()

/** The words of a language as a pattern; those of languages that put spaces between words match whole words only. */
function patternOf(words: string, language: Language | 'zh'): RegExp {
  const key = `${language} ${words}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const bounded =
    language === 'zh' ? words : `(?<![\\p{L}\\p{M}])(?:${words.replaceAll('^', '(?<=^[\\s¿¡„«]*)')})(?![\\p{L}\\p{M}])`
  const pattern = new RegExp(bounded, 'iu')
  compiled.set(key, pattern)
  return pattern
}

/** Which kind of answer a question asks for. */
export function kindOf(text: string, language: Language = 'en'): QuestionKind {
  const opening = text.slice(0, OPENING).trim()
  const asked = language === 'en' && HAN.test(opening) ? 'zh' : language
  const recognises = ({ recognisedBy: { en, any, words } }: KindRow) => {
    const own = words?.[asked]
    if (any?.test(opening) || (asked === 'en' && en?.test(opening))) return true
    return own !== undefined && patternOf(own, asked).test(opening)
  }
  const kinds = Object.keys(KINDS) as QuestionKind[]
  return kinds.find((kind) => recognises(KINDS[kind])) ?? 'open'
}
