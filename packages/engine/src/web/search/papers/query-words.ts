import { terms } from '#language/terms.ts'

/**
 * The words of a question by which a catalogue of papers is searched, as they stand there. Catalogues that ask for all
 * words find nothing for a whole sentence.
 */
export function queryWords(query: string): string[] {
  const all = terms(query)
  const telling = all.filter(({ stop }) => !stop)
  const words = new Map((telling.length > 0 ? telling : all).map(({ term, raw }) => [term, raw]))
  return [...words.values()]
}

/** Any of the words, in the form that most catalogues take; the more of them a paper has, the better it ranks. */
export function anyOf(query: string, field = ''): string {
  return queryWords(query)
    .map((word) => `${field}${word}`)
    .join(' OR ')
}
