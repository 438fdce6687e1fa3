import alike from './data/alike.json' with { type: 'json' }

/** Folds what readers do not see as different: case, compatibility forms, diacritics of Latin and Greek letters. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, which has nothing else to fold.
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase()
  const lower = text.normalize('NFKC').toLowerCase()
  // Most texts have only dashes and quotation marks beside ASCII, which nothing can be taken off.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
  if (/^[\u0000-\u007f\u2010-\u201f]*$/.test(lower)) return lower
  // Diacritics carry no meaning for search in Latin script; in others (й, が) they make another letter.
  return (
    lower
      .normalize('NFD')
      .replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
      // In capitals, Turkish words have an I for it.
      .replaceAll('ı', 'i')
      .normalize('NFC')
  )
}

/** A folded text, and for each of its UTF-16 units where it came from in the original. */
export interface NormalisedText {
  text: string
  /** Start in the original of the unit at the same index. */
  starts: ArrayLike<number>
  /** End in the original, exclusive. */
  ends: ArrayLike<number>
}

/** What has no width, and the marks of code in a line. */
const INVISIBLE = /^[\u00AD\u200B-\u200D\u2060\uFEFF`]$/u
/** By each quotation mark, dash and ellipsis the plain character or characters that it reads as. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries(alike).flatMap(([plain, characters]) => Array.from(characters, (each) => [each, plain] as const)),
)

/**
 * Normalises for comparison and keeps the way back: NFKC, lower case, quotes, dashes and ellipses made alike,
 * invisible characters dropped, runs of white space made one space.
 */
export function normaliseWithMap(text: string): NormalisedText {
  const out: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let index = 0
  for (const character of text) {
    const start = index
    index += character.length
    if (INVISIBLE.test(character)) continue
    const normal = ALIKE.get(character) ?? character.normalize('NFKC').toLowerCase()
    for (const unit of normal.split('')) {
      const blank = /\s/u.test(unit)
      if (blank && out.at(-1) === ' ') {
        ends[ends.length - 1] = index
        continue
      }
      out.push(blank ? ' ' : unit)
      starts.push(start)
      ends.push(index)
    }
  }
  // A text of numbers takes half as much as a list of them, and those of long documents are kept.
  return { text: out.join(''), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) }
}
