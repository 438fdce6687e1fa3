/** Scripts that put no space between words, so that a line may end within one. Hangul has spaces. */
const LETTER = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆、，；：·「『（）』」]'
const WRAP = new RegExp(`(?<=${LETTER})[^\\S\\n]*\\n[^\\S\\n]*(?=${LETTER})`, 'gu')
/** A line that is no wider than this was ended on purpose, as in a list of names. */
const NARROWEST = 10
const ANY_WIDE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]\s{0,20}\n/u

/** Running text in which no line break stands between two Han or Kana letters, as CSS and typesetters have it. */
export function joinedLines(text: string): string {
  return text.includes('\n') && ANY_WIDE.test(text) ? text.replace(WRAP, '') : text
}

/** Lines of plain text, of which those that end within running text of such letters are joined with the next. */
export function withoutWraps(text: string): string {
  if (!ANY_WIDE.test(text)) return text
  return text.replace(WRAP, (wrap, at: number) => {
    const start = text.lastIndexOf('\n', at - 1) + 1
    return text.slice(start, at).trim().length < NARROWEST ? wrap : ''
  })
}
