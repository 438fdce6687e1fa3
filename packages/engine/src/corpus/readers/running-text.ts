/** White space that is not a single space: most is one, and would be put back for itself. */
const UNEVEN = /[^\S ]\s*| \s+/g

/** Running text in one line, its white space collapsed. */
export function inOneLine(text: string): string {
  return text.replace(UNEVEN, ' ')
}

export function beginsWithSpace(text: string): boolean {
  return isSpace(text.charCodeAt(0))
}

export function endsWithSpace(text: string): boolean {
  return isSpace(text.charCodeAt(text.length - 1))
}

function isSpace(code: number): boolean {
  if (code <= LAST_ASCII) return code === SPACE || (code >= TAB && code <= RETURN)
  return /\s/.test(String.fromCharCode(code))
}

const [TAB, RETURN, SPACE, LAST_ASCII] = [0x09, 0x0d, 0x20, 0x7f]
