import { LANGUAGES, type Language, stopWordsOf } from './stop-words.ts'
import { type Word, words } from './words.ts'

export type { Language } from './stop-words.ts'

/** A word that asks tells twice as much: questions are short. */
const ASKING = 2
/** Below this much a text says too little … */
const ENOUGH = 1.2
/** … and a language has to be this much likelier than English, whose texts quote others' titles and names. */
const BEYOND_ENGLISH = 1.5
/** So many of a text's words belong to its language's stop words, or they are names in a text of another. */
const SHARE = 0.18

/** So many words of a sentence or passage tell enough … */
const WORDS_OF_A_PASSAGE = 60
/** … and so many of a document. */
const WORDS_OF_A_DOCUMENT = 250
const HEAD = 1_500
const MIDDLE = 750

/** What a word tells: for which languages, as indexes of `LANGUAGES`, and how much for each. */
const EVIDENCE = evidence()

const ENGLISH = LANGUAGES.indexOf('en')

/**
 * The language of a text, by its script and by the words without meaning in it; undefined where those tell too little.
 * Cheap: looks at its first 250 words.
 */
export function detectLanguage(text: string): Language | undefined {
  return languageOfWords(words(text.slice(0, HEAD), WORDS_OF_A_DOCUMENT))
}

/** The same by its first few words: enough for a sentence or a passage. */
export function languageOfOpening(text: string): Language | undefined {
  return languageOfWords(words(text, WORDS_OF_A_PASSAGE))
}

function languageOfWords(opening: readonly Word[]): Language | undefined {
  const scores = new Float64Array(LANGUAGES.length)
  const hits = new Uint16Array(LANGUAGES.length)
  const looked = opening.length
  let cyrillic = 0
  for (const { text } of opening) {
    const word = text.toLowerCase()
    const told = EVIDENCE.get(word)
    if (told !== undefined) {
      for (const index of told.languages) {
        scores[index] = (scores[index] ?? 0) + told.weight
        hits[index] = (hits[index] ?? 0) + 1
      }
    } else if (isCyrillic(word.charCodeAt(0))) cyrillic += 1
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
  const sample = text.length <= HEAD ? text : `${text.slice(0, HEAD - MIDDLE)} ${text.slice(middle, middle + MIDDLE)}`
  const subtag = declared?.toLowerCase().split(/[-_]/)[0]
  return detectLanguage(sample) ?? LANGUAGES.find((language) => language === subtag) ?? 'en'
}

function isCyrillic(code: number): boolean {
  return code >= 0x400 && code <= 0x52f
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
