/** A word of a text: a run of letters, marks and digits. Offsets are UTF-16 code units, the end exclusive. */
export interface Word {
  text: string
  start: number
  end: number
}

const OTHER = 1
const LETTER = 2
const DIGIT = 3
const UNSPACED = 4

const IN_WORD = /[\p{L}\p{M}]/u
const IN_NUMBER = /\p{N}/u
const OF_UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

const POINT = '.'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)

/** What each UTF-16 unit is, looked up when it is first met; 0: not yet. */
const kinds = new Uint8Array(0x10000)

function kindOf(character: string): number {
  if (IN_NUMBER.test(character)) return DIGIT
  if (!IN_WORD.test(character)) return OTHER
  return OF_UNSPACED_SCRIPT.test(character) ? UNSPACED : LETTER
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}

/**
 * Walks over the words of a text, making no strings. Apostrophes and hyphens part words, so that "Roosevelt's" and
 * "short-lived" are found by their parts; points and commas between digits do not, so that 3.5 and 1,200 stay one.
 */
export class WordScanner {
  /** Where the word stands: UTF-16 code units, the end exclusive. */
  start = 0
  end = 0
  /** Whether it holds characters of a script that puts no spaces between words. */
  unspaced = false
  readonly #text: string
  /** UTF-16 units of the character looked at last. */
  #width = 1

  constructor(text: string) {
    this.#text = text
  }

  /** Goes to the next word; false after the last. */
  next(): boolean {
    const { length } = this.#text
    let at = this.end
    let kind = OTHER
    for (; at < length; at += this.#width) {
      kind = this.#kindAt(at)
      if (kind !== OTHER) break
    }
    if (at >= length) return false
    this.start = at
    this.unspaced = false
    at = this.#run(at, true)
    if (kind === DIGIT) at = this.#number(at)
    this.end = at
    return true
  }

  /** What follows the digits at a word's beginning: more of the number, or else letters. */
  #number(after: number): number {
    let at = after
    while (this.#goesOnAsNumber(at)) {
      at = this.#run(at + 1, true)
    }
    return at === after ? this.#run(at, false) : at
  }

  #goesOnAsNumber(at: number): boolean {
    const code = this.#text.charCodeAt(at)
    return (code === POINT || code === COMMA) && at + 1 < this.#text.length && this.#kindAt(at + 1) === DIGIT
  }

  /** The end of the run of word characters that begins at a place; of digits only, where it begins with one. */
  #run(from: number, digitsApart: boolean): number {
    const { length } = this.#text
    let at = from
    const digits = digitsApart && this.#kindAt(from) === DIGIT
    while (at < length) {
      const kind = this.#kindAt(at)
      if (kind === OTHER || (digits && kind !== DIGIT)) break
      if (kind === UNSPACED) this.unspaced = true
      at += this.#width
    }
    return at
  }

  #kindAt(at: number): number {
    const code = this.#text.charCodeAt(at)
    this.#width = 1
    const known = kinds[code]
    if (known !== undefined && known !== 0) return known
    if (!isSurrogate(code)) {
      const kind = kindOf(String.fromCharCode(code))
      kinds[code] = kind
      return kind
    }
    const character = String.fromCodePoint(this.#text.codePointAt(at) ?? code)
    this.#width = character.length
    return kindOf(character)
  }
}

/** The words of a text, in order; of a text with many, the first `limit`. */
export function words(text: string, limit = Number.POSITIVE_INFINITY): Word[] {
  const found: Word[] = []
  const scanner = new WordScanner(text)
  while (found.length < limit && scanner.next()) {
    const { start, end } = scanner
    found.push({ text: text.slice(start, end), start, end })
  }
  return found
}
