/** White space that is not a single space: most is one, and would be put back for itself. */
const UNEVEN = /[^\S ]\s*| \s+/g

/** Running text in one line, its white space collapsed. */
export function inOneLine(text: string): string {
  return text.replace(UNEVEN, ' ')
}

export const beginsWithSpace = (text: string): boolean => isSpaceAt(text, 0)
export const endsWithSpace = (text: string): boolean => isSpaceAt(text, text.length - 1)

/** Whether white space stands at a place: looked up in no pattern for most, which are asked of every letter of a text. */
export function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || (code >= 9 && code <= 13) || (code >= 160 && /\s/.test(text.charAt(at)))
}
