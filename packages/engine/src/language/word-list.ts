/** The words of a list that is kept as lines of words parted by spaces; "·" stands for the space in a phrase. */
export function wordList(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')).map((word) => word.replaceAll('·', ' ')))
}

/** The same as a pattern that matches any of them, the longest first. */
export function alternatives(lines: readonly string[]): string {
  return [...wordList(lines)].sort((a, b) => b.length - a.length).join('|')
}
