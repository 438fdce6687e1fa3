/** How many words a text has, as its writer parts them by white space. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}
