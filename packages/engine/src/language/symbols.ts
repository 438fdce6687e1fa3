import { escaped } from './escape.ts'
import type { Term } from './terms.ts'

/** Punctuation of sentences, quotation marks and parentheses, which no question asks for. */
const PUNCTUATION = `\\s\\p{L}\\p{N}\\p{Pd}\\p{Pi}\\p{Pf}.,;:!?"'()\`_`
/** What stands between words in a sentence, too: "and/or", "C & A", "1 + 2 = 3". */
const ALONE = /^[&/+=|<>•·…×§©%]$/u
/** Characters of a symbol. */
const LONGEST = 4
const SYMBOL = new RegExp(
  `(?<![^\\s"'\`(])(?=[^${PUNCTUATION}])[^\\s\\p{L}\\p{N}"'()\`,.;:!?]{1,${LONGEST}}(?=[\\s"'\`),.;:!?]|$)`,
  'gu',
)

/** Symbols of a language or a program that a question writes as words of their own: "<%=", "[[", "**". */
export function symbolsIn(question: string): string[] {
  return [...new Set(question.match(SYMBOL) ?? [])].filter((symbol) => !ALONE.test(symbol))
}

/** Finds symbols in a text, none within a longer one; gives each as a term. */
export function symbolReader(symbols: readonly string[]): (text: string) => Term[] {
  if (symbols.length === 0) return () => []
  const longestFirst = [...symbols].sort((a, b) => b.length - a.length).map(escaped)
  const beside = '[^\\s\\p{L}\\p{N}"\'`(),.;:!?]'
  const pattern = new RegExp(`(?<!${beside})(?:${longestFirst.join('|')})(?!${beside})`, 'gu')
  return (text) =>
    [...text.matchAll(pattern)].map(({ 0: raw, index: start }) => {
      return { term: raw, raw, start, end: start + raw.length, stop: false }
    })
}
