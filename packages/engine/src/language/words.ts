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
 * Tells each word of a text and where it begins, in order, making nothing else; goes on until it is told false. Words of
 * letters alone are found without the pattern, in half the time.
 */
export function visitWords(text: string, visit: (word: string, start: number) => boolean): void {
  for (let at = 0; at < text.length; ) {
    const start = at
    let kind = kindOf(text.charCodeAt(at))
    while (kind === LETTER) kind = ++at < text.length ? kindOf(text.charCodeAt(at)) : OTHER
    if (kind === LEFT) {
      WORD.lastIndex = start
      const match = WORD.exec(text)
      if (match === null || !visit(match[0], match.index)) return
      at = match.index + match[0].length
    } else {
      if (at > start && !visit(text.slice(start, at), start)) return
      at += 1
    }
  }
}

/** The words of a text, in order; of a text with many, the first `limit`. */
export function words(text: string, limit = Number.POSITIVE_INFINITY): Word[] {
  const found: Word[] = []
  visitWords(text, (word, start) => {
    found.push({ text: word, start, end: start + word.length })
    return found.length < limit
  })
  return found
}
