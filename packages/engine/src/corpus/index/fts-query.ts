/**
 * FTS5's tokeniser for terms that are ready: only white space separates. Every printable ASCII character belongs to
 * a token, as do all others, so that "3.5", "c++" and "日本" stay whole.
 */
export const TOKENISER = `ascii tokenchars '!""#$%&''''()*+,-./:;<=>?@[\\]^_\`{|}~'`

/** Characters of a term that the tokeniser would change or split at. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they separate in the tokeniser as well.
const UNLIKE = /[\u0000-\u001f\u007fA-Z\ud800-\udfff]|[^\S ]|\s\s|^\s|\s$/

const [SPACE, CAPITAL_A, CAPITAL_Z, DELETE] = [0x20, 0x41, 0x5a, 0x7f]

/**
 * How many tokens a text is, if it is ASCII that the tokeniser sees as it is written, else undefined: most are, and the pattern
 * takes ten times as long.
 */
function plainTokens(text: string): number | undefined {
  if (text === '') return 0
  let tokens = 1
  let before = SPACE
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < SPACE || code >= DELETE || (code >= CAPITAL_A && code <= CAPITAL_Z)) return undefined
    if (code === SPACE) {
      if (before === SPACE) return undefined
      tokens += 1
    }
    before = code
  }
  return before === SPACE ? undefined : tokens
}

/** Terms as the tokeniser will see them, and how many it makes of them. */
export interface Tokens {
  text: string
  count: number
}

export function tokensOf(terms: string): Tokens {
  const count = plainTokens(terms)
  if (count !== undefined) return { text: terms, count }
  const text = indexTerm(terms)
  return { text, count: text === '' ? 0 : text.split(' ').length }
}

/** A term as the tokeniser will see it, or nothing where it holds no token. ASCII only is folded, as there. */
export function indexTerm(term: string): string {
  if (plainTokens(term) !== undefined || !UNLIKE.test(term)) return term
  return (
    term
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they separate in the tokeniser as well.
      .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
      .trim()
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      .toWellFormed()
  )
}

/** An FTS5 expression for a token, or several side by side. */
export function phraseExpression(token: string): string {
  return `"${token.replaceAll('"', '""')}"`
}
