import { rarity, termScore } from '#language/bm25.ts'
import { NameDictionary, type Names } from '#language/name-dictionary.ts'
import type { Library, PassageHit, SearchFilter, SourceDocument, TermStatistics } from '../types.ts'
import { createLookup, type Lookup } from './reading/lookup.ts'
import type { PassageIndex } from './reading/passage-index.ts'

export type GrownLibrary = ReturnType<typeof growLibrary>

/**
 * All pages of a run are about its question, so each of its terms would look common among them. If the base library is
 * smaller than this, imaginary passages without these terms stand for the rest of the web.
 */
const BACKGROUND = 500

/** The library with room for the documents that a run brings. All its passages are ranked as one collection. */
export function growLibrary(base: Library) {
  const documents = new Map<string, SourceDocument>()
  const indexes = new Map<string, Lookup>()
  const frequencyOf = (term: string) => {
    let found = 0
    for (const { postingsOf } of indexes.values()) found += postingsOf(term).length / 2
    return found
  }
  /** Passages, and terms of all of them. */
  let count = 0
  let length = 0
  const statistics: TermStatistics = {
    get passageCount() {
      return Math.max(base.passageCount, BACKGROUND) + count
    },
    documentFrequency: (term) => base.documentFrequency(term) + frequencyOf(term),
  }

  function add(document: SourceDocument, passages: PassageIndex): void {
    if (documents.has(document.id)) return
    documents.set(document.id, document)
    indexes.set(document.id, createLookup(passages))
    count += passages.lengths.length
    length += passages.lengths.reduce((sum, own) => sum + own, 0)
  }

  function rank(wanted: readonly string[], { within, without }: SearchFilter): PassageHit[] {
    const { passageCount, documentFrequency } = statistics
    const rarities = wanted.map((term) => [term, rarity(documentFrequency(term), passageCount, 0)] as const)
    const average = length / count
    const hits: PassageHit[] = []
    for (const [documentId, { postingsOf, passages }] of indexes) {
      if ((within && !within.includes(documentId)) || without?.includes(documentId)) continue
      const scores = new Map<number, number>()
      for (const [term, rare] of rarities) {
        const postings = postingsOf(term)
        for (let at = 0; at < postings.length; at += 2) {
          const [passage = 0, times = 0] = postings.subarray(at, at + 2)
          const score = termScore(rare, times, passages.lengths[passage] ?? 0, average)
          scores.set(passage, (scores.get(passage) ?? 0) + score)
        }
      }
      for (const [passage, score] of scores) {
        hits.push({ documentId, start: passages.starts[passage] ?? 0, end: passages.ends[passage] ?? 0, score })
      }
    }
    return hits
  }

  return {
    get documentCount() {
      return base.documentCount + documents.size
    },
    get passageCount() {
      return statistics.passageCount
    },
    get added(): readonly SourceDocument[] {
      return [...documents.values()]
    },
    /** Those that are found by searches. */
    get searched(): readonly SourceDocument[] {
      return [...documents.values()].filter(({ id }) => indexes.has(id))
    },
    add,
    /** Takes a document out of searches; what is known of it stays. */
    retire(id: string): void {
      const known = indexes.get(id)
      if (!known) return
      indexes.delete(id)
      count -= known.passages.lengths.length
      length -= known.passages.lengths.reduce((sum, own) => sum + own, 0)
    },
    /** Whether a document was added in this run. */
    isNew: (id: string) => documents.has(id),
    search(wanted: readonly string[], limit: number, filter: SearchFilter = {}): PassageHit[] {
      const own = rank(wanted, filter)
      const held = base.search(wanted, limit, { ...filter, statistics })
      return [...own, ...held].sort((a, b) => b.score - a.score).slice(0, limit)
    },
    nearest: (vector: Float32Array, limit: number, filter?: SearchFilter) =>
      base.nearest?.(vector, limit, filter) ?? [],
    document: (id: string) => documents.get(id) ?? base.document(id),
    documentFrequency: statistics.documentFrequency,
    titles: () => base.titles(),
    origins: () => base.origins(),
  }
}

/** Names with the titles of a run's own documents, as they come. */
export function withTitles(held: Names, grown: GrownLibrary): Names {
  let own = new NameDictionary([])
  let count = 0
  return {
    namedIn(text) {
      const { added } = grown
      if (added.length > count) {
        own = new NameDictionary(added.map(({ id, title }) => ({ documentId: id, name: title })))
        count = added.length
      }
      const found = held.namedIn(text)
      for (const [name, ids] of own.namedIn(text)) found.set(name, [...new Set([...(found.get(name) ?? []), ...ids])])
      return found
    },
  }
}
