import type { Span } from './sentences.ts'

/** A word of a text: a run of letters, marks and digits. */
export interface Word extends Span {
  text: string
}

/**
 * Apostrophes and hyphens part words, so that "Roosevelt's" and "short-lived" are found by their parts; points and
 * commas between digits do not, so that 3.5 and 1,200 stay one, nor does the underscore of a program's names. The first choice finds nothing that the others would
 * not: it finds plain English words in half the time.
 */
const WORD =
  /[A-Za-z]+(?![\p{L}\p{M}\p{N}]|_[\p{L}\p{N}])|\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+(?:_[\p{L}\p{M}\p{N}]+)*/gu

/** Whether a word holds characters of a script that puts no spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Tells each word of a text and where it begins, in order, making nothing else; goes on until it is told false. */
export function visitWords(text: string, visit: (word: string, start: number) => boolean): void {
  WORD.lastIndex = 0
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) if (!visit(match[0], match.index)) return
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
