import { contentTerms, terms } from '#language/terms.ts'
import type { Library, Origin, PassageHit, SearchFilter, SourceDocument } from '../src/types.ts'

/** A library of few documents, each one passage, for tests that need no index on disk. */
export function memoryLibrary(documents: readonly SourceDocument[]): Library {
  const held = documents.map((document) => ({
    document,
    terms: contentTerms(`${document.title}\n${document.text.slice()}`),
  }))
  return {
    documentCount: documents.length,
    passageCount: documents.length,
    documentFrequency: (term) => held.filter((each) => each.terms.has(term)).length,
    document(id) {
      const found = documents.find((each) => each.id === id)
      if (!found) throw new Error(`no document ${id}`)
      return found
    },
    titles: () => documents.map(({ id, title }) => ({ documentId: id, name: title })),
    origins: () =>
      documents.flatMap(({ id, publisher, authors = [], date, year }): Origin[] => [
        ...[publisher ?? []].flat().map((name) => ({ documentId: id, name })),
        ...authors.map((name) => ({ documentId: id, name, kind: 'author' as const })),
        ...[date ?? year ?? []].flat().map((when) => ({ documentId: id, name: String(when), kind: 'date' as const })),
      ]),
    search(wanted, limit, filter: SearchFilter = {}) {
      const hits: PassageHit[] = []
      for (const { document, terms: own } of held) {
        if (filter.within && !filter.within.includes(document.id)) continue
        if (filter.without?.includes(document.id)) continue
        const score = wanted.filter((term) => own.has(term)).length / Math.sqrt(terms(document.text.slice()).length + 1)
        if (score > 0) hits.push({ documentId: document.id, start: 0, end: document.text.length, score })
      }
      return hits.sort((a, b) => b.score - a.score).slice(0, limit)
    },
  }
}
