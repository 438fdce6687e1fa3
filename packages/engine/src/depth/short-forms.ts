import { escaped } from '#language/escape.ts'
import { contentTerms, terms } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import type { Library } from '../types.ts'

/** By what letters a library writes words of a question, and their terms: "AI" for "artificial intelligence". */
export interface ShortForm {
  letters: string
  written: RegExp
  terms: readonly string[]
}

/** Passages that are looked at for words that stand side by side. */
const PASSAGES = 30
/** Words that letters stand for. */
const FEWEST = 2
const MOST = 4

/** The short forms that a library gives in brackets behind words that stand side by side in a question. */
export function shortFormsIn(
  { text, language }: Pick<Question, 'text' | 'language'>,
  library: Pick<Library, 'search' | 'document'>,
): ShortForm[] {
  const words = terms(text, language)
  const found = words.flatMap((_, at) => {
    for (let count = MOST; count >= FEWEST; count -= 1) {
      const run = words.slice(at, at + count)
      const isRun =
        run.length === count &&
        run.every(({ stop, start, raw }, i) => {
          const next = run[i + 1]
          return !stop && (next === undefined || /^[ -]$/u.test(text.slice(start + raw.length, next.start)))
        })
      if (!isRun) continue
      const letters = run.map(({ raw }) => raw.charAt(0).toUpperCase()).join('')
      const given = new RegExp(`${run.map(({ raw }) => escaped(raw)).join('[\\s-]+')}\\s+\\(${letters}s?\\)`, 'iu')
      const own = run.map(({ term }) => term)
      const isGiven = library
        .search(own, PASSAGES)
        .some(({ documentId, start, end }) => given.test(library.document(documentId).text.slice(start, end)))
      if (isGiven)
        return [{ letters, written: new RegExp(`(?<![\\p{L}\\p{N}])${letters}s?(?![\\p{L}\\p{N}])`, 'u'), terms: own }]
    }
    return []
  })
  return found.map((form) => ({ ...form, terms: [...contentTerms(form.terms.join(' '), language), ...form.terms] }))
}
