import { isSpace } from '#language/sentences.ts'

/** White space that is not a single space: most is one, and would be put back for itself. */
const UNEVEN = /[^\S ]\s*| \s+/g

/** Running text in one line, its white space collapsed. */
export function inOneLine(text: string): string {
  return text.replace(UNEVEN, ' ')
}

export const beginsWithSpace = (text: string): boolean => isSpace(text, 0)
export const endsWithSpace = (text: string): boolean => isSpace(text, text.length - 1)
