import { isProse, LINE_HEAD } from './line-rules.ts'

/** A word that goes on in the next line: what stands before the hyphen, the hyphen, and what stands behind it. */
const DIVIDED = /(?<!\p{L})(\p{L}{1,40})([-\u2010])\n[ \t]*(\p{L}+)/gu
const WORD = /(?<![\p{L}\p{N}-])\p{L}+(?:-\p{L}+)*(?![\p{L}\p{N}-])/gu
/** "Two- and three-valued": the hyphen stands for what follows. */
const SUSPENDED = /^(?:and|or|to)$/
/** What stands apart before the text of an item. */
const MARKER = /^\s*\S{1,3}\s{2,}/
/** So many words that stand elsewhere without the hyphen show that a text was divided by rule. */
const LEAST_DIVIDED = 2

/**
 * Joins the words of running text that were divided at the end of a line. The hyphen goes where nobody types it, and where a
 * typesetter has divided the text, unless the word is written with it elsewhere or consists of two words of the text.
 */
export function withWholeWords(text: string): string {
  const divided = [...text.matchAll(DIVIDED)].filter((found) => isOfText(text, found))
  if (divided.length === 0) return text
  const words = new Set((text.match(WORD) ?? []).map((word) => word.toLowerCase()))
  const isWord = (...parts: string[]) => words.has(parts.join('').toLowerCase())
  const isByRule = divided.filter(([, before = '', , behind = '']) => isWord(before, behind)).length >= LEAST_DIVIDED
  let whole = ''
  let from = 0
  for (const { 0: all, 1: before = '', 2: sign = '', 3: behind = '', index } of divided) {
    const isApart = isWord(before, '-', behind) || (isWord(before) && isWord(behind) && !isWord(before, behind))
    const isTyped = sign === '-' && (!isByRule || isApart || /^\p{Lu}/u.test(behind))
    whole += `${text.slice(from, index)}${before}${isTyped ? '-' : ''}${behind}`
    from = index + all.length
  }
  return whole + text.slice(from)
}

/** Whether a hyphen divides a word of running text, or is one that only a typesetter sets. */
function isOfText(text: string, { 0: all, 2: sign, 3: behind = '', index }: RegExpExecArray): boolean {
  if (sign !== '-') return /^\p{Ll}/u.test(behind)
  const start = text.lastIndexOf('\n', index) + 1
  const line = text.slice(Math.max(start, index - LINE_HEAD), index + all.indexOf('\n'))
  return !SUSPENDED.test(behind) && isProse(line.replace(MARKER, ''))
}
