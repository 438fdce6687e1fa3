import type { Quotation } from '#evidence/ledger.ts'
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

/** A longer heading is a sentence. */
const LONGEST_HEADING = 80

/** How the place of a quotation is named: by its source, and by the innermost of the headings and terms above it. */
export function placeOf(quotation: Quotation): string {
  return within(nameOf(quotation.document), quotation)
}

/** The same by the source's title. */
export function sectionOf(quotation: Quotation): string {
  return within(quotation.document.title, quotation)
}

function within(name: string, { document, block }: Quotation): string {
  const section = block?.path.at(-1)
  const says = section !== undefined && section !== document.title && section.length <= LONGEST_HEADING
  return says ? `${name} › ${section}` : name
}

/** Whether the name of a source says what it is about, so that "it" and "he" in it are clear. */
export function namesSubject({ authors, publisher, year }: SourceDocument): boolean {
  return publisher !== undefined || (authors?.length ?? 0) === 0 || year === undefined
}
