import { stem as english } from 'porter2'
import snowball from 'snowball-stemmers'
import { inBaseForm } from './irregular-forms.ts'
import { type Language, languageOfOpening } from './language.ts'
import { fold } from './normalise.ts'
import { RecentCache } from './recent-cache.ts'
import type { Span } from './span.ts'
import { inAmericanSpelling } from './spelling-variants.ts'
import { isStopWord } from './stop-words.ts'
import { copyOf, UNSPACED, WordScanner } from './words.ts'

/** A search term at its place in a text. */
export interface Term extends Span {
  /** Folded and stemmed; what the index holds. */
  term: string
  /** The word as it stands in the text. */
  raw: string
  /** Carries no meaning of its own. */
  stop: boolean
}

/** Changes whenever `terms` gives other terms for the same text; an index made under another version is stale. */
export const TERMS_VERSION = '7'
/** Fewer words that carry meaning say little: they stand together by chance. */
export const FEWEST_TERMS = 3
/** Words remembered per language; some 10 MB when full. */
const REMEMBERED = 120_000

const SNOWBALL: Readonly<Record<Exclude<Language, 'en'>, string>> = {
  de: 'german',
  es: 'spanish',
  fr: 'french',
  it: 'italian',
  nl: 'dutch',
  pt: 'portuguese',
  ru: 'russian',
}

/** What is known of a term of a language, wherever it stands. */
export type KnownTerm = Pick<Term, 'raw' | 'term' | 'stop'>

const memos = new Map<Language, RecentCache<KnownWord>>()
const stemmers = new Map<Language, { stem(word: string): string }>()

const PARTICLE = /[的了吗呢吧是谁誰什么麼哪怎]/u
const FUNCTION_PAIR =
  /^[在和与與或及于於从從被把对對为為以之其这這那此何时時候几幾多少个個年里裡样樣有会會能可不也都就还還而且但因所]{2}$/u
/** Of a Korean word the first pair of syllables tells what it is of; the others hold its endings. */
const HANGUL = /\p{Script=Hangul}/u

const KANA_PAIR = /^\p{Script=Hiragana}{2}$/u

function stemmed(word: string, language: Exclude<Language, 'en'>): string {
  const known = stemmers.get(language) ?? snowball.newStemmer(SNOWBALL[language])
  stemmers.set(language, known)
  return known.stem(word)
}

/** Most words: what else there is to see in a word is not looked for in them. */
const LATIN = /^[A-Za-z]+$/
const LATIN_IN_ONE = /^[A-Za-z][a-z]*$/

/** UTF-16 units: nobody writes a longer word, and stemming one takes the longer the longer it is. */
export const LONGEST_WORD = 80

/**
 * The stem of a word that stands in a text of a language. The English stemmer goes over what the language's own left:
 * so a name that has no ending of that language is the same term in texts of all of them.
 */
function stem(word: string, language: Language): string {
  if (word.length > LONGEST_WORD) return fold(word)
  if (language === 'en' && LATIN.test(word)) return english(inAmericanSpelling(inBaseForm(word.toLowerCase())))
  if (/\p{Script=Cyrillic}/u.test(word)) return stemmed(fold(word).replaceAll('ё', 'е'), 'ru')
  const ofEnglish = language === 'en' || language === 'ru'
  const folded = fold(ofEnglish ? word : stemmed(word.normalize('NFKC').toLowerCase(), language))
  return /^[a-z]+$/.test(folded) ? english(ofEnglish ? inAmericanSpelling(folded) : folded) : folded
}

/** Inside of a word that others were joined to make, as programs do: "bodyLimit", "work_mem". */
const JOINT = /\p{Ll}\p{Lu}\p{Ll}|_/u
const PARTS = /\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu
/** Letters of a part that means something by itself. */
const SHORTEST_PART = 3

/** Where the parts of a compound stand in it; none where the word is no compound. */
function partsOf(word: string): { raw: string; at: number }[] {
  if (word.length > LONGEST_WORD || LATIN_IN_ONE.test(word) || !JOINT.test(word)) return []
  const parts = [...word.matchAll(PARTS)].map(({ 0: raw, index }) => ({ raw, at: index }))
  return parts.length > 1 ? parts.filter(({ raw }) => raw.length >= SHORTEST_PART) : []
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** A stem as the index holds it: letters and digits alone, a decimal point told from none. */
function plain(stem: string): string {
  if (/^[a-z]*$/.test(stem)) return stem
  return lettersOf(stem.replace(/(?<=\p{N}),(?=\p{N})/gu, '').replace(/(?<=\p{N})\.(?=\p{N})/gu, 'p'))
}

interface CharacterPair {
  known: KnownTerm
  start: number
}

/** The overlapping pairs of characters of a word in a script without spaces; a character alone is one. */
function pairsOf(word: string, start: number): CharacterPair[] {
  const characters = Array.from(word)
  let offset = start
  return characters.flatMap((character, i) => {
    const next = characters[i + 1]
    const raw = character + (next ?? '')
    const at = offset
    offset += character.length
    const term = lettersOf(fold(raw))
    if (term === '' || (next === undefined && characters.length > 1)) return []
    const isEnding = i > 0 && HANGUL.test(raw)
    const stop = isEnding || PARTICLE.test(raw) || FUNCTION_PAIR.test(raw) || KANA_PAIR.test(raw)
    return [{ known: { term, raw, stop }, start: at }]
  })
}

/**
 * The terms of a text, in order: words folded and stemmed by the rules of a language (Cyrillic always as Russian),
 * scripts without spaces by overlapping pairs of characters, compounds such as "bodyLimit" whole and then in their
 * parts. Terms of two texts are comparable when made for the same language. Default: the text's own, English where it
 * does not tell.
 */
export function terms(text: string, language = languageOfOpening(text) ?? 'en'): Term[] {
  const found: Term[] = []
  visitTerms(text, language, ({ raw, term, stop }, start) => {
    found.push({ term, raw, start, end: start + raw.length, stop })
  })
  return found
}

/** What is known of a word of a language; a compound is followed by its parts. */
class KnownWord implements KnownTerm {
  readonly raw: string
  readonly term: string
  readonly stop: boolean
  readonly parts: readonly { part: KnownTerm; at: number }[] | undefined

  constructor(raw: string, language: Language) {
    const parts = partsOf(raw)
    this.raw = raw
    this.term = plain(stem(raw, language))
    this.stop = isStopWord(raw.toLowerCase(), language)
    this.parts =
      parts.length > 0 ? parts.map(({ raw: part, at }) => ({ part: new KnownWord(part, language), at })) : undefined
  }
}

/** Tells each term of a text and where it begins, making no object for it. */
export function visitTerms(text: string, language: Language, visit: (term: KnownTerm, start: number) => void): void {
  const memo = memos.get(language) ?? new RecentCache<KnownWord>(REMEMBERED)
  memos.set(language, memo)
  for (const scanner = new WordScanner(text); scanner.next(); ) {
    const { word, start } = scanner
    let known = memo.find(word)
    if (known === undefined) {
      if (UNSPACED.test(word)) {
        for (const pair of pairsOf(word, start)) visit(pair.known, pair.start)
        continue
      }
      known = new KnownWord(copyOf(word), language)
      if (word.length <= LONGEST_WORD) memo.add(known.raw, known)
    }
    if (known.term !== '') visit(known, start)
    if (known.parts !== undefined) for (const { part, at } of known.parts) visit(part, start + at)
  }
}

/**
 * The terms of a text as the index takes them: one string, parted by spaces. A text that is not English ends with the
 * terms that its words would be in English, where those are others, so that a question in either finds it.
 */
export function indexTerms(text: string, language = languageOfOpening(text) ?? 'en'): string {
  let joined = ''
  const add = (term: string) => {
    joined += joined === '' ? term : ` ${term}`
  }
  if (language === 'en' || language === 'ru') {
    visitTerms(text, language, ({ term }) => add(term))
    return joined
  }
  const own: string[] = []
  visitTerms(text, language, ({ term }) => {
    own.push(term)
    add(term)
  })
  let at = 0
  visitTerms(text, 'en', ({ term }) => {
    if (term !== own[at++]) add(term)
  })
  return joined
}

/** The distinct ones of some terms that carry meaning. */
export function contentIn(terms: Iterable<KnownTerm>): Set<string> {
  const found = new Set<string>()
  for (const { term, stop } of terms) if (!stop) found.add(term)
  return found
}

/** The distinct terms of a text that carry meaning; of which language, as for `terms`. */
export function contentTerms(text: string, language?: Language): Set<string> {
  const found = new Set<string>()
  visitTerms(text, language ?? languageOfOpening(text) ?? 'en', ({ term, stop }) => {
    if (!stop) found.add(term)
  })
  return found
}
