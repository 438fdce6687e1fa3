import { LONGEST_NAME, LONGEST_TITLE, MOST_AUTHORS, visibleLine } from '#language/visible.ts'
import type { SourceDocument } from '../types.ts'

/** What is told of a document to a model and to the client: visible, each field on one line, and none without a bound. */
export function aboutOf(document: SourceDocument) {
  const { title, year, publisher, authors } = document
  return {
    title: visibleLine(title, LONGEST_TITLE),
    year,
    publisher: publisher && visibleLine(publisher, LONGEST_NAME),
    authors: authors?.slice(0, MOST_AUTHORS).map((name) => visibleLine(name, LONGEST_NAME)),
  }
}
