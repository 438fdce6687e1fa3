import { LONGEST_NAME, LONGEST_TITLE, MOST_AUTHORS, visibleLine } from '#language/visible.ts'
import type { SourceDocument } from '../types.ts'

/** Characters of a year, and of a day with a time and a zone. */
const YEAR = 4
const LONGEST_DATE = 35

/** What is told of a document to a model and to the client: visible, each field on one line, and none without a bound. */
export function aboutOf(document: SourceDocument) {
  const { title, year, date = '', publisher, authors } = document
  return {
    title: visibleLine(title, LONGEST_TITLE),
    year,
    // A year alone is there already.
    ...(date.length > YEAR && { date: visibleLine(date, LONGEST_DATE) }),
    publisher: publisher && visibleLine(publisher, LONGEST_NAME),
    authors: authors?.slice(0, MOST_AUTHORS).map((name) => visibleLine(name, LONGEST_NAME)),
  }
}
