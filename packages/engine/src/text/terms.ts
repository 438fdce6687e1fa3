import snowball from 'snowball-stemmers'
import { fold } from './normalise.ts'
import { isStopWord } from './stop-words.ts'
import { words } from './words.ts'

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
export const TERMS_VERSION = '1'

const MEMO_LIMIT = 200_000
const english = snowball.newStemmer('english')
const russian = snowball.newStemmer('russian')
const memo = new Map<string, string>()

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

function stem(word: string): string {
  if (/\p{Script=Cyrillic}/u.test(word)) return russian.stem(word)
  return /^[a-z]+$/.test(word) ? english.stem(word) : word
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

function termOf(raw: string): string {
  const known = memo.get(raw)
  if (known !== undefined) return known
  const folded = fold(raw)
    .replace(/(?<=\p{N}),(?=\p{N})/gu, '')
    .replace(/(?<=\p{N})\.(?=\p{N})/gu, 'p')
  const term = lettersOf(stem(folded))
  if (memo.size >= MEMO_LIMIT) memo.clear()
  memo.set(raw, term)
  return term
}

function bigrams(raw: string, start: number, into: Term[]): void {
  const characters = Array.from(raw)
  let offset = start
  characters.forEach((character, i) => {
    const next = characters[i + 1]
    if (next !== undefined || characters.length === 1) {
      const pair = character + (next ?? '')
      const term = lettersOf(fold(pair))
      if (term !== '') into.push({ term, raw: pair, start: offset, end: offset + pair.length, stop: false })
    }
    offset += character.length
  })
}

/**
 * The terms of a text, in order: words folded and stemmed (Latin script as English, Cyrillic as Russian); scripts
 * without spaces by overlapping pairs of characters.
 */
export function terms(text: string): Term[] {
  const found: Term[] = []
  for (const word of words(text)) {
    if (UNSPACED.test(word.text)) {
      bigrams(word.text, word.start, found)
      continue
    }
    const term = termOf(word.text)
    if (term === '') continue
    found.push({ term, raw: word.text, start: word.start, end: word.end, stop: isStopWord(word.text.toLowerCase()) })
  }
  return found
}

/** The terms of a text as the index takes them: one string, parted by spaces. */
export function indexTerms(text: string): string {
  return terms(text)
    .map(({ term }) => term)
    .join(' ')
}

/** The distinct terms of a text that carry meaning. */
export function contentTerms(text: string): Set<string> {
  const found = new Set<string>()
  for (const { term, stop } of terms(text)) if (!stop) found.add(term)
  return found
}
