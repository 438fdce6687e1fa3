/** The words of a list that is kept as lines of words parted by spaces. */
export function wordList(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
