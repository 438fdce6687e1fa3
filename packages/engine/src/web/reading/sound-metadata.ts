import { type DocumentMetadata, defined } from '#corpus/readers/metadata.ts'
import { soundField } from '#guard/sound-field.ts'
import { LONGEST_NAME, MOST_AUTHORS } from '#language/visible.ts'

const DATE = /^[\p{L}\p{N} ,.:/+-]{4,40}$/u
/** BCP 47. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/i

type Metadata = Pick<DocumentMetadata, 'authors' | 'publisher' | 'date' | 'year' | 'language'>

/** What a page or a search service says of a page, cleaned and bounded. What is no use is left out. */
export function soundMetadata({ authors = [], publisher = '', date, year, language }: Metadata): Metadata {
  const names = authors
    .slice(0, MOST_AUTHORS)
    .map((name) => soundField(name, LONGEST_NAME))
    .filter((name) => name !== '')
  return defined({
    authors: names.length === 0 ? undefined : names,
    publisher: soundField(publisher, LONGEST_NAME) || undefined,
    date: date !== undefined && DATE.test(date) ? date : undefined,
    year,
    language: language !== undefined && LANGUAGE.test(language) ? language : undefined,
  })
}
