import { contentTerms } from '#language/terms.ts'
import type { NamedOrigins } from './origins.ts'
import type { ParsedQuestion } from './parse-question.ts'

/** One of the things that a question compares. */
export interface Compared {
  /** As the question writes it. */
  name: string
  /** The documents that come from it, where it is an author, a publisher or a time. */
  documents: ReadonlySet<string>
  /** Its terms, where it is what documents speak of. */
  terms: ReadonlySet<string>
}

/** A reader does not compare more at once. */
const MOST = 4

/**
 * What a question compares: the authors, publishers or times that it names, else its names, else its two sides. Of a
 * question that does not compare, the authors and publishers that it names, where they are several.
 */
export function comparedIn(question: ParsedQuestion, { names, dates }: NamedOrigins): Compared[] {
  if (question.kind !== 'comparison') return names.size > 1 ? [...names].slice(0, MOST).map(fromOrigin) : []
  const { sides } = question
  // "Pool and BalancedPool in undici": what stands on neither side is what both belong to.
  const onSides = [...names].filter(([name]) => sides.length === 0 || sides.some((side) => side.includes(name)))
  for (const named of [onSides, [...dates]]) if (named.length > 1) return named.slice(0, MOST).map(fromOrigin)
  const compared = (sides.length === 0 || question.names.length > sides.length ? question.names : sides)
    .slice(0, MOST)
    .map((name) => ({
      name,
      documents: new Set<string>(),
      terms: contentTerms(name, question.language),
    }))
  const distinct = compared.filter(({ terms }) => terms.size > 0)
  return distinct.length > 1 ? distinct : []
}

function fromOrigin([name, ids]: [string, readonly string[]]): Compared {
  return { name, documents: new Set(ids), terms: new Set() }
}

/** Whether what is known of a document, or of a sentence of it, belongs to a thing compared. */
export function belongsTo(compared: Compared, documentId: string, covers: ReadonlySet<string>): boolean {
  if (compared.documents.size > 0) return compared.documents.has(documentId)
  return compared.terms.size > 0 && [...compared.terms].every((term) => covers.has(term))
}
