/** A word of a text: a run of letters, marks and digits. Offsets are UTF-16 code units, the end exclusive. */
export interface Word {
  text: string
  start: number
  end: number
}

// Apostrophes and hyphens part words, so that "Roosevelt's" and "short-lived" are found by their parts;
// points and commas between digits do not, so that 3.5 and 1,200 stay one.
const WORD = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, in order. */
export function words(text: string): Word[] {
  const found: Word[] = []
  WORD.lastIndex = 0
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    found.push({ text: match[0], start: match.index, end: WORD.lastIndex })
  }
  return found
}
