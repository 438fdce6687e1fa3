import type { Span } from './span.ts'

/** A word of a text: a run of letters, marks and digits. */
export interface Word extends Span {
  text: string
}

/**
 * Apostrophes and hyphens part words, so that "Roosevelt's" and "short-lived" are found by their parts; points and
 * commas between digits do not, so that 3.5 and 1,200 stay one, nor does the underscore of a program's names.
 */
const WORD = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+(?:_[\p{L}\p{M}\p{N}]+)*/gu

/** What a UTF-16 unit is: part of no word, a letter or mark, a digit, or what the pattern looks at. */
const kinds = new Uint8Array(65_536)
const [UNKNOWN, OTHER, LETTER, DIGIT, LEFT] = [0, 4, 1, 2, 3] as const

function kindOf(code: number): number {
  const known = kinds[code] as number
  return known === UNKNOWN ? learnt(code) : known
}

function learnt(code: number): number {
  const character = String.fromCharCode(code)
  const isLeft = /[\p{Cs}_]/u.test(character)
  const kind = /[\p{L}\p{M}]/u.test(character) ? LETTER : /\p{N}/u.test(character) ? DIGIT : isLeft ? LEFT : OTHER
  kinds[code] = kind
  return kind
}

const [POINT, COMMA] = [0x2e, 0x2c]

/** Whether a word holds characters of a script that puts no spaces between words, or as Hangul none before the endings of them. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Goes from word to word of a text, in order. Words of letters and digits alone are found without the pattern, in half the time. */
export class WordScanner {
  /** Where the word begins. */
  start = 0
  /** Where it ends. */
  end = 0
  /** The word as it stands there, of which nothing is to be kept: it keeps all of the text in memory. */
  word = ''
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Goes on to the next word; false: there is none. */
  next(): boolean {
    const text = this.#text
    const { length } = text
    for (let at = this.end; at < length; at += 1) {
      let kind = kindOf(text.charCodeAt(at))
      if (kind === OTHER) continue
      const start = at
      let seen = 0
      while (kind === LETTER || kind === DIGIT) {
        seen |= kind
        at += 1
        kind = at < length ? kindOf(text.charCodeAt(at)) : OTHER
      }
      if (kind === LEFT || (seen === DIGIT && isPoint(text.charCodeAt(at)))) return this.#match(start)
      this.start = start
      this.end = at
      this.word = text.slice(start, at)
      return true
    }
    this.end = length
    return false
  }

  #match(from: number): boolean {
    WORD.lastIndex = from
    const match = WORD.exec(this.#text)
    this.start = match?.index ?? this.#text.length
    this.word = match?.[0] ?? ''
    this.end = this.start + this.word.length
    return match !== null
  }
}

function isPoint(code: number): boolean {
  return code === POINT || code === COMMA
}

/** V8 copies what is shorter, when it is taken from a string. */
const COPIED_BELOW = 13

/** A word by itself: a long part of a string would keep all of that in memory. */
export function copyOf(word: string): string {
  return word.length < COPIED_BELOW ? word : Buffer.from(word, 'utf16le').toString('utf16le')
}

/** The words of a text, in order. */
export function words(text: string): Word[] {
  const found: Word[] = []
  for (const scanner = new WordScanner(text); scanner.next(); ) {
    const { word, start, end } = scanner
    found.push({ text: word, start, end })
  }
  return found
}
