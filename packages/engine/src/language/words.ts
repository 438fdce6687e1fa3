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

/** What an ASCII character is: 1 a letter, 2 a digit or an underscore, 0 part of no word. */
const ASCII = new Uint8Array(128).map((_, code) => {
  const character = String.fromCharCode(code)
  return /[A-Za-z]/.test(character) ? 1 : Number(/[\d_]/.test(character)) * 2
})

/** Whether a word holds characters of a script that puts no spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/**
 * Tells each word of a text and where it begins, in order, making nothing else; goes on until it is told false. Words of
 * plain letters are found without the pattern, in half the time.
 */
export function visitWords(text: string, visit: (word: string, start: number) => boolean): void {
  for (let at = 0; at < text.length; ) {
    const start = at
    while (ASCII[text.charCodeAt(at)] === 1) at += 1
    // What has no class here is no ASCII, or beyond the end.
    if (at < text.length && ASCII[text.charCodeAt(at)] !== 0) {
      WORD.lastIndex = start
      const match = WORD.exec(text)
      if (match === null || !visit(match[0], match.index)) return
      at = WORD.lastIndex
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
