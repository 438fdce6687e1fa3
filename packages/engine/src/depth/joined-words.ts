import { rarity } from '#language/bm25.ts'
import { escaped } from '#language/escape.ts'
import { contentTerms } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import type { Library } from '../types.ts'
import type { ShortForm } from './short-forms.ts'

/** A word that a question parts with a hyphen and a library writes as one: "start-ups", "startups". */
export interface JoinedWord extends ShortForm {
  /** What the library writes, and how much it says. */
  term: string
  weight: number
}

/** Two parts of letters: of more a word is made for the occasion. */
const HYPHENATED = /(?<![\p{L}\p{N}-])(\p{L}{2,})-(\p{L}{2,})(?![\p{L}\p{N}-])/gu

/** The hyphenated words of a question that a library writes as one, and not in names. */
export function joinedWordsIn(
  { text, language }: Pick<Question, 'text' | 'language'>,
  library: Pick<Library, 'documentFrequency' | 'passageCount'>,
): JoinedWord[] {
  return Array.from(text.matchAll(HYPHENATED)).flatMap(([, first = '', second = '']) => {
    const letters = `${first}${second}`
    const [term = '', ...others] = contentTerms(letters, language)
    const { passageCount } = library
    const frequency = library.documentFrequency(term)
    // Each part of a name begins with a capital, and so does none of an ordinary word.
    if (/\p{Lu}/u.test(second) || others.length > 0 || frequency === 0) return []
    const written = new RegExp(
      `(?<![\\p{L}\\p{N}])${escaped(first)}[- ]${escaped(second.replace(/s$/u, ''))}s?(?![\\p{L}\\p{N}])`,
      'iu',
    )
    const terms = [term, ...contentTerms(`${first} ${second}`, language)]
    return [{ letters, written, terms, term, weight: rarity(Math.min(passageCount, frequency), passageCount, 1) }]
  })
}

/** The weights of the terms of a subject, with each joined word in place of its parts. */
export function withJoined(weights: ReadonlyMap<string, number>, joined: readonly JoinedWord[]): Map<string, number> {
  const parts = new Set(joined.flatMap(({ terms }) => terms))
  const left = [...weights].filter(([term]) => !parts.has(term))
  return new Map([...left, ...joined.map(({ term, weight }): [string, number] => [term, weight])])
}
