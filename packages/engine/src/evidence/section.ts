import type { Quotation } from './ledger.ts'

/** A longer heading is a sentence. */
const LONGEST_HEADING = 80

/** A name of a source, with the innermost of the headings and terms above a quotation: "Server › bodyLimit". */
export function withSection(name: string, { document, block }: Pick<Quotation, 'document' | 'block'>): string {
  const section = block?.path.at(-1)
  const says = section !== undefined && section !== document.title && section.length <= LONGEST_HEADING
  return says ? `${name} › ${section}` : name
}
