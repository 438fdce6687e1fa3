import type { Evidence } from '#evidence/ledger.ts'
import { names } from '#language/entities.ts'
import type { Term } from '#language/terms.ts'
import { namesSubject } from './attribution.ts'

/** What it takes to tell who is meant by a question for a person. */
export interface WhoRules {
  /** The terms of the question: who is named there is not asked for. */
  asked: ReadonlySet<string>
  /** How likely a document is needed: 0 to 1. */
  probability: (documentId: string) => number
  terms: (text: string) => readonly Term[]
}

/** A name of this many words is in full, even if there is a longer form of it. */
const FULL = 3

interface Told {
  names: readonly (readonly string[])[]
  documentId: string
}

/**
 * Tells of each sentence what share of the sources mention a person whom it names in full: 0 to 1, each source counted
 * by how likely it is needed, and 0 where there is only one. The author by whom a source is known counts as named in
 * each of its sentences. A name is in full if it has two words or more, and no longer name ends with the same word.
 */
export function whoIsTold(
  chosen: readonly Evidence[],
  { asked, probability, terms }: WhoRules,
): (evidence: Evidence) => number {
  const told = new Map<Evidence, Told>()
  const nameOfTerms = (name: string) => terms(name).map(({ term }) => term)
  for (const evidence of chosen) {
    const { quote, document } = evidence
    const found = names(quote, terms(quote))
      .filter(({ uncertain }) => !uncertain)
      .map((name) => name.terms)
    const own = namesSubject(document) ? [] : (document.authors ?? []).map(nameOfTerms)
    const unasked = [...found, ...own].filter((name) => !name.some((term) => asked.has(term)))
    told.set(evidence, { names: unasked, documentId: document.id })
  }
  const documents = new Set(chosen.map(({ document }) => document.id))
  const total = [...documents].reduce((sum, id) => sum + probability(id), 0)
  if (documents.size < 2 || total <= 0) return () => 0
  const { sources, longest } = counted([...told.values()])
  const shareOf = (term: string) => [...(sources.get(term) ?? [])].reduce((sum, id) => sum + probability(id), 0) / total
  const isFull = (name: readonly string[]) =>
    name.length > 1 && name.length >= Math.min(FULL, longest.get(name.at(-1) ?? '') ?? 0)
  return (evidence) =>
    Math.max(0, ...(told.get(evidence)?.names ?? []).filter(isFull).flatMap((name) => name.map(shareOf)))
}

/** In which documents each word of a name stands, and how long the longest name is that ends with it. */
function counted(all: readonly Told[]) {
  const sources = new Map<string, Set<string>>()
  const longest = new Map<string, number>()
  for (const { names: found, documentId } of all) {
    for (const name of found) {
      const last = name.at(-1) ?? ''
      longest.set(last, Math.max(longest.get(last) ?? 0, name.length))
      for (const term of name) sources.set(term, (sources.get(term) ?? new Set()).add(documentId))
    }
  }
  return { sources, longest }
}
