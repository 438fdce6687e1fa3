/** The first so many UTF-16 units of a text, without half a character at their end. */
export function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')
}

/** A text on one line, cut with "…" where it is longer: behind a whole word, or within one that is longer than the rest. */
export function clipAtWord(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  const at = line.lastIndexOf(' ', longest)
  return `${cut(line, at > longest / 2 ? at : longest)}…`
}

/** A text on one line, cut with "…" where it is longer. */
export function clip(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${cut(line, longest)}…` : line
}
