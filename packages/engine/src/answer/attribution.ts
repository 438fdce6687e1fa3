import type { Quotation } from '#evidence/ledger.ts'
import { withSection } from '#evidence/section.ts'
import type { SourceDocument } from '../types.ts'

/** How a source is named: by its author, else its publisher and title, else its title; with the year where known. */
export function nameOf({ authors, publisher, year, title }: SourceDocument): string {
  const [author] = authors ?? []
  const dated = (name: string) => (year === undefined ? name : `${name} (${year})`)
  if (publisher !== undefined) return dated(`${publisher}, ${title}`)
  if (author === undefined) return dated(title)
  const others = (authors?.length ?? 0) > 1 ? ' and others' : ''
  return year === undefined ? `${author}${others}, ${title}` : dated(`${author}${others}`)
}

/** How the place of a quotation is named: by its source, and by the innermost of the headings and terms above it. */
export function placeOf(quotation: Quotation): string {
  return withSection(nameOf(quotation.document), quotation)
}

/** Whether the name of a source says what it is about, so that "it" and "he" in it are clear. */
export function namesSubject({ authors, publisher, year }: SourceDocument): boolean {
  return publisher !== undefined || (authors?.length ?? 0) === 0 || year === undefined
}
