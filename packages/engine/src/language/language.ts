import { LANGUAGES, type Language, stopWordsOf } from './stop-words.ts'
import { WordScanner } from './words.ts'

export type { Language } from './stop-words.ts'

/** Question words count double, since questions are short. */
const ASKING = 2
/** The least score of a language: more than one stop word, which may be a name. */
const ENOUGH = 1.2
/** Another language must score this much higher than English, since English texts quote its titles and names. */
const BEYOND_ENGLISH = 1.5
/** The least share of stop words in a text: with fewer they are names in a text of another language. */
const SHARE = 0.18
/** Words that are enough to tell the language of a sentence or a passage. */
const WORDS_OF_A_PASSAGE = 60
/** Words that are enough to tell the language of a document, whose opening may be a title page. */
const WORDS_OF_A_DOCUMENT = 250
/** UTF-16 units that hold so many words, a half of them from the middle of a long document. */
const HEAD = 1_500

const EVIDENCE = evidence()
const ENGLISH = LANGUAGES.indexOf('en')
const CYRILLIC = /^[\u0400-\u052f]/

/**
 * The language of a text, by its script and by the words without meaning in it; undefined where those tell too little.
 * Cheap: looks at its first 250 words.
 */
export function detectLanguage(text: string): Language | undefined {
  return languageOfWords(text.slice(0, HEAD), WORDS_OF_A_DOCUMENT)
}

/** The same by its first few words: enough for a sentence or a passage. */
export function languageOfOpening(text: string): Language | undefined {
  return languageOfWords(text, WORDS_OF_A_PASSAGE)
}

/** By the first words of a text, at most so many. */
function languageOfWords(text: string, most: number): Language | undefined {
  const scores = new Float64Array(LANGUAGES.length)
  const hits = new Uint16Array(LANGUAGES.length)
  let looked = 0
  let cyrillic = 0
  for (const scanner = new WordScanner(text); looked < most && scanner.next(); looked += 1) {
    const word = scanner.word.toLowerCase()
    const told = EVIDENCE.get(word)
    if (told === undefined) {
      if (CYRILLIC.test(word)) cyrillic += 1
      continue
    }
    for (const index of told.languages) {
      scores[index] = (scores[index] as number) + told.weight
      hits[index] = (hits[index] as number) + 1
    }
  }
  let best = ENGLISH
  scores.forEach((score, index) => {
    if (score > (scores[best] ?? 0)) best = index
  })
  if (best === ENGLISH || LANGUAGES[best] === 'ru') {
    if (cyrillic * 2 > looked || (LANGUAGES[best] === 'ru' && cyrillic > 0)) return 'ru'
    return (scores[ENGLISH] ?? 0) >= ENOUGH ? 'en' : undefined
  }
  const score = scores[best] ?? 0
  if (score < ENOUGH || score < BEYOND_ENGLISH * (scores[ENGLISH] ?? 0)) return undefined
  if ((hits[best] ?? 0) < SHARE * looked) return undefined
  return LANGUAGES[best]
}

/**
 * The language in which a document is indexed: what its opening and its middle say, else what it declares (a BCP 47
 * tag), else English.
 */
export function documentLanguage(text: string, declared?: string): Language {
  const middle = Math.floor(text.length / 2)
  const sample = text.length <= HEAD ? text : `${text.slice(0, HEAD / 2)} ${text.slice(middle, middle + HEAD / 2)}`
  const subtag = declared?.toLowerCase().split(/[-_]/)[0]
  return detectLanguage(sample) ?? LANGUAGES.find((language) => language === subtag) ?? 'en'
}

/** What several languages share tells the less for each of them, the more share it. */
function evidence(): ReadonlyMap<string, { languages: number[]; weight: number }> {
  const found = new Map<string, { languages: number[]; weight: number }>()
  for (const [index, language] of LANGUAGES.entries()) {
    const { all, asking } = stopWordsOf(language)
    for (const word of all) {
      const { languages = [], weight = 1 } = found.get(word) ?? {}
      found.set(word, { languages: [...languages, index], weight: asking.has(word) ? ASKING : weight })
    }
  }
  for (const told of found.values()) told.weight /= told.languages.length
  return found
}
