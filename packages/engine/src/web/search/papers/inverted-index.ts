/** Words of an abstract: none has more, and the places of an index may name any. */
const MOST_WORDS = 5_000

/** The text of an abstract that is given as the places of its words. */
export function textOfInvertedIndex(index: Readonly<Record<string, readonly number[]>>): string {
  const words: string[] = []
  for (const [word, places] of Object.entries(index))
    for (const place of places) if (Number.isInteger(place) && place >= 0 && place < MOST_WORDS) words[place] = word
  return words.filter((word) => word !== undefined).join(' ')
}
