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

/** What a UTF-16 unit is: part of no word, a letter or mark, or what the pattern looks at. -1: not yet known. */
const kinds = new Int8Array(65_536).fill(-1)
const [OTHER, LETTER, LEFT] = [0, 1, 2]

function kindOf(code: number): number {
  const known = kinds[code] ?? OTHER
  if (known >= 0) return known
  const character = String.fromCharCode(code)
  const kind = /[\p{L}\p{M}]/u.test(character) ? LETTER : /[\p{N}\p{Cs}_]/u.test(character) ? LEFT : OTHER
  kinds[code] = kind
  return kind
}

/** Whether a word holds characters of a script that puts no spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/**
 * Spreads the units of a word over the numbers of 32 bits. Another one in each process: nobody can write a text of words
 * that all have the same hash, with which looking one up would take as long as there are words.
 */
const SPREAD = Math.trunc(Math.random() * 2 ** 32) | 1

/**
 * Tells where each word of a text begins and ends, in order, and a hash of its units, making nothing; goes on until it is
 * told false. Words of letters alone are found without the pattern, in half the time.
 */
export function visitWords(text: string, visit: (start: number, end: number, hash: number) => boolean): void {
  for (let at = 0; at < text.length; ) {
    const start = at
    let hash = 0
    let code = text.charCodeAt(at)
    let kind = kindOf(code)
    while (kind === LETTER) {
      hash = (Math.imul(hash, SPREAD) + code) | 0
      at += 1
      code = at < text.length ? text.charCodeAt(at) : 0
      kind = kindOf(code)
    }
    if (kind === LEFT) {
      WORD.lastIndex = start
      const match = WORD.exec(text)
      if (match === null) return
      at = WORD.lastIndex
      if (!visit(match.index, at, hashOf(match[0]))) return
    } else {
      if (at > start && !visit(start, at, hash)) return
      at += 1
    }
  }
}

function hashOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, SPREAD) + word.charCodeAt(at)) | 0
  return hash
}

/** The words of a text, in order; of a text with many, the first `limit`. */
export function words(text: string, limit = Number.POSITIVE_INFINITY): Word[] {
  const found: Word[] = []
  visitWords(text, (start, end) => {
    found.push({ text: text.slice(start, end), start, end })
    return found.length < limit
  })
  return found
}
