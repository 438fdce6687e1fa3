import { contentTerms, LONGEST_WORD } from '#language/terms.ts'
import type { TermStatistics } from '../types.ts'
import type { ParsedQuestion } from './parse-question.ts'

/** Letters of a word, or of what is left of it, that still mean something in another one. */
const SHORTEST = 3
const LETTERS = /^[a-z]+$/

/**
 * Terms of a library that join two neighbouring words of an English question into one, as names in programs do: "httpclose" for
 * "http close", "bufsize" for "buffer size". Each is given with the rarer of the two terms, for which it stands. One of the
 * words is whole: of two that are both cut short, most that the library has is another word by accident.
 */
export function compounds(
  { pairs, words, terms }: Pick<ParsedQuestion, 'pairs' | 'words' | 'terms'>,
  isName: (term: string) => boolean,
  library: TermStatistics,
): Map<string, string> {
  const found = new Map<string, string>()
  for (const { one, other, apart } of pairs) {
    const [first, second] = [words.get(one) ?? '', words.get(other) ?? '']
    if (apart !== 1 || isName(one) || isName(other) || !areJoinable(first, second)) continue
    const rarer = library.documentFrequency(one) <= library.documentFrequency(other) ? one : other
    for (const term of joined(first, second))
      if (!found.has(term) && !terms.includes(term) && library.documentFrequency(term) > 0) found.set(term, rarer)
  }
  return found
}

function areJoinable(first: string, second: string): boolean {
  // As many words are made of two as they have letters, and nobody writes one that is longer.
  return first.length + second.length <= LONGEST_WORD && LETTERS.test(first) && LETTERS.test(second)
}

/** The terms of two words in one, either of which may be cut short. */
function joined(first: string, second: string): ReadonlySet<string> {
  const ofFirst = beginningsOf(first).map((beginning) => beginning + second)
  const ofSecond = beginningsOf(second).map((beginning) => first + beginning)
  return contentTerms([...ofFirst, ...ofSecond].join(' '), 'en')
}

function beginningsOf(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - SHORTEST + 1) }, (_, at) => word.slice(0, SHORTEST + at))
}
