import { escaped } from '#language/escape.ts'
import { contentTerms } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import type { Library } from '../types.ts'
import type { ShortForm } from './short-forms.ts'

/** Those who do something, by what they do: "farmers" by "farm". A shorter base is a word of its own: "letters". */
const DOERS = /(?<![\p{L}\p{N}-])(\p{Ll}{4,})[eo]rs(?![\p{L}\p{N}-])/gu

/** A word that is written so much more often is of more than these: "work" of more than "workers". */
const MORE_OFTEN = 3

/** By what words a library speaks of those that a question names by what they do. English. */
export function baseWordsIn(
  { text, language }: Pick<Question, 'text' | 'language'>,
  library: Pick<Library, 'documentFrequency'>,
): ShortForm[] {
  if (language !== 'en') return []
  return Array.from(text.matchAll(DOERS)).flatMap(([raw, letters = '']) => {
    const [[own], [base]] = [[...contentTerms(raw, language)], [...contentTerms(letters, language)]]
    if (own === undefined || base === undefined || own === base) return []
    const frequency = library.documentFrequency(base)
    if (frequency === 0 || frequency > MORE_OFTEN * library.documentFrequency(own)) return []
    const written = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(letters)}(?:s|ing)?(?![\\p{L}\\p{N}])`, 'iu')
    return [{ letters, written, terms: [own] }]
  })
}
