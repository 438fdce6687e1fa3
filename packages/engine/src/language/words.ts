import { type CodeUnits, giveBack, unitsOf } from './code-units.ts'
import type { Span } from './sentences.ts'

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

/** Whether a word holds characters of a script that puts no spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/**
 * Spreads the units of a word over the numbers of 32 bits. Another one in each process: nobody can write a text of words
 * that all have the same hash, with which looking one up would take as long as there are words.
 */
const SPREAD = Math.trunc(Math.random() * 2 ** 32) | 1

/**
 * Goes from word to word of a text, in order, making nothing of them. Words of letters and digits alone are found without
 * the pattern, in half the time. It calls nobody back: what is called from many places is compiled again for each.
 */
export class WordScanner {
  /** Where the word begins. */
  start = 0
  /** Where it ends. */
  end = 0
  /** A hash of its units. */
  hash = 0
  readonly #text: string
  readonly #copied: CodeUnits
  /** The units of the text, until its end is reached. */
  readonly units: Uint16Array
  #hasLeft = false

  constructor(text: string) {
    this.#text = text
    this.#copied = unitsOf(text)
    this.units = this.#copied.units
  }

  /** Goes on to the next word; false: there is none. */
  next(): boolean {
    const { units } = this
    const { length } = this.#text
    for (let at = this.end; at < length; at += 1) {
      let kind = kindOf(units[at] as number)
      if (kind === OTHER) continue
      const start = at
      let hash = 0
      let seen = 0
      while (kind === LETTER || kind === DIGIT) {
        const code = units[at] as number
        hash = (Math.imul(hash, SPREAD) + code) | 0
        seen |= kind
        at += 1
        kind = kindOf(units[at] as number)
      }
      if (kind === LEFT || (seen === DIGIT && isPoint(units[at] as number))) return this.#match(start)
      this.start = start
      this.end = at
      this.hash = hash
      return true
    }
    this.end = length
    this.leave()
    return false
  }

  /** To be called where not all words are asked for. */
  leave(): void {
    if (!this.#hasLeft) giveBack(this.#copied)
    this.#hasLeft = true
  }

  #match(from: number): boolean {
    WORD.lastIndex = from
    const match = WORD.exec(this.#text)
    this.end = match === null ? this.#text.length : WORD.lastIndex
    if (match === null) {
      this.leave()
      return false
    }
    this.start = match.index
    this.hash = hashOf(match[0])
    return true
  }
}

function isPoint(code: number): boolean {
  return code === POINT || code === COMMA
}

function hashOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, SPREAD) + word.charCodeAt(at)) | 0
  return hash
}

/** V8 copies what is shorter, when it is taken from a string. */
const COPIED_BELOW = 13

/** A word by itself: a long part of a string would keep all of that in memory. */
export function copyOf(word: string): string {
  return word.length < COPIED_BELOW ? word : Buffer.from(word, 'utf16le').toString('utf16le')
}

/** The words of a text, in order; of a text with many, the first `limit`. */
export function words(text: string, limit = Number.POSITIVE_INFINITY): Word[] {
  const found: Word[] = []
  const scanner = new WordScanner(text)
  while (found.length < limit && scanner.next()) {
    const { start, end } = scanner
    found.push({ text: text.slice(start, end), start, end })
  }
  scanner.leave()
  return found
}
