import { stem as english } from 'porter2'
import snowball from 'snowball-stemmers'
import { type Language, languageOfOpening } from './language.ts'
import { fold } from './normalise.ts'
import { isStopWord } from './stop-words.ts'
import { WordScanner } from './words.ts'

/** A search term at its place in a text. Offsets are UTF-16 code units, the end exclusive. */
export interface Term {
  /** Folded and stemmed; what the index holds. */
  term: string
  /** The word as it stands in the text. */
  raw: string
  start: number
  end: number
  /** Carries no meaning of its own. */
  stop: boolean
}

/** Changes whenever `terms` gives other terms for the same text; an index made under another version is stale. */
export const TERMS_VERSION = '2'

/** Words remembered per language; some 10 MB when full. */
const MEMO_LIMIT = 60_000

const STEMMERS: Readonly<Record<Exclude<Language, 'en' | 'ru'>, string>> = {
  de: 'german',
  es: 'spanish',
  fr: 'french',
  it: 'italian',
  nl: 'dutch',
  pt: 'portuguese',
}

type Stem = (word: string) => string

type KnownWord = Pick<Term, 'raw' | 'term' | 'stop'>

/** What is known of words, by how they are written. */
type Memo = Map<string, KnownWord>

const russian: Stem = stemmer('russian')
const stems = new Map<Language, Stem>()
const memos = new Map<Language, Memo>()

const PARTICLE = /[的了吗呢吧是谁誰什么麼哪怎]/u
const FUNCTION_PAIR =
  /^[在和与與或及于於从從被把对對为為以之其这這那此何时時候几幾多少个個年里裡样樣有会會能可不也都就还還而且但因所]{2}$/u
const KANA_PAIR = /^\p{Script=Hiragana}{2}$/u

function stemmer(name: string): Stem {
  let made: { stem(word: string): string } | undefined
  return (word) => {
    made ??= snowball.newStemmer(name)
    return made.stem(word)
  }
}

function stemOf(language: keyof typeof STEMMERS): Stem {
  const known = stems.get(language)
  if (known !== undefined) return known
  const stem = stemmer(STEMMERS[language])
  stems.set(language, stem)
  return stem
}

/**
 * The stem of a word that stands in a text of a language. The English stemmer goes over what the language's own left:
 * so a name that has no ending of that language is the same term in texts of all of them.
 */
function stem(word: string, language: Language): string {
  if (/\p{Script=Cyrillic}/u.test(word)) return russian(fold(word).replaceAll('ё', 'е'))
  const own = language === 'en' || language === 'ru' ? word : stemOf(language)(word.normalize('NFKC').toLowerCase())
  const folded = fold(own)
  return /^[a-z]+$/.test(folded) ? english(folded) : folded
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** A stem as the index holds it: letters and digits alone, a decimal point told from none. */
function plain(stem: string): string {
  if (/^[a-z]*$/.test(stem)) return stem
  return lettersOf(stem.replace(/(?<=\p{N}),(?=\p{N})/gu, '').replace(/(?<=\p{N})\.(?=\p{N})/gu, 'p'))
}

function memoOf(language: Language): Memo {
  const known = memos.get(language)
  if (known !== undefined) return known
  const memo: Memo = new Map()
  memos.set(language, memo)
  return memo
}

function knownOf(raw: string, language: Language, memo: Memo): KnownWord {
  const known = memo.get(raw)
  if (known !== undefined) return known
  if (memo.size >= MEMO_LIMIT) memo.clear()
  const made = { raw, term: plain(stem(raw, language)), stop: isStopWord(raw.toLowerCase(), language) }
  memo.set(raw, made)
  return made
}

/** A term of a text, and where it stands. */
type Visit = (known: KnownWord, start: number, end: number) => void

function visitPairs(raw: string, start: number, visit: Visit): void {
  const characters = Array.from(raw)
  let offset = start
  characters.forEach((character, i) => {
    const next = characters[i + 1]
    if (next !== undefined || characters.length === 1) {
      const pair = character + (next ?? '')
      const term = lettersOf(fold(pair))
      const stop = PARTICLE.test(pair) || FUNCTION_PAIR.test(pair) || KANA_PAIR.test(pair)
      if (term !== '') visit({ raw: pair, term, stop }, offset, offset + pair.length)
    }
    offset += character.length
  })
}

function visitTerms(text: string, language: Language, visit: Visit): void {
  const memo = memoOf(language)
  const scanner = new WordScanner(text)
  while (scanner.next()) {
    const { start, end } = scanner
    if (scanner.unspaced) {
      visitPairs(text.slice(start, end), start, visit)
      continue
    }
    const known = knownOf(text.slice(start, end), language, memo)
    if (known.term !== '') visit(known, start, end)
  }
}

/**
 * The terms of a text, in order: words folded and stemmed by the rules of a language (Cyrillic always as Russian),
 * scripts without spaces by overlapping pairs of characters. Terms of two texts are comparable when made for the same
 * language. Default: the text's own, English where it does not tell.
 */
export function terms(text: string, language?: Language): Term[] {
  const found: Term[] = []
  visitTerms(text, language ?? languageOfOpening(text) ?? 'en', ({ raw, term, stop }, start, end) => {
    found.push({ term, raw, start, end, stop })
  })
  return found
}

/**
 * The terms of a text as the index takes them: one string, parted by spaces. A text that is not English ends with the
 * terms that its words would be in English, where those are others, so that a question in either finds it.
 */
export function indexTerms(text: string, language?: Language): string {
  const own = termsOnly(text, language ?? languageOfOpening(text) ?? 'en')
  if (language === undefined || language === 'en' || language === 'ru') return own.join(' ')
  const english = termsOnly(text, 'en')
  return [...own, ...english.filter((term, at) => term !== own[at])].join(' ')
}

function termsOnly(text: string, language: Language): string[] {
  const found: string[] = []
  visitTerms(text, language, ({ term }) => found.push(term))
  return found
}

/** The distinct terms of a text that carry meaning; of which language, as for `terms`. */
export function contentTerms(text: string, language?: Language): Set<string> {
  const found = new Set<string>()
  for (const { term, stop } of terms(text, language)) if (!stop) found.add(term)
  return found
}
