import { passageSpans } from '#corpus/index/passages.ts'
import { rarity, termScore } from '#corpus/search/bm25.ts'
import { NameDictionary, type Names } from '#language/name-dictionary.ts'
import { terms } from '#language/terms.ts'
import type { Library, PassageHit, SearchFilter, SourceDocument, TermStatistics } from '../types.ts'

export type GrownLibrary = ReturnType<typeof growLibrary>

interface HeldPassage extends Omit<PassageHit, 'score'> {
  counts: ReadonlyMap<string, number>
  length: number
}

/**
 * All pages of a run are about its question, so each of its terms would look common among them. If the base library is
 * smaller than this, imaginary passages without these terms stand for the rest of the web.
 */
const BACKGROUND = 500

/** The library with room for the documents that a run brings. All its passages are ranked as one collection. */
export function growLibrary(base: Library) {
  const documents = new Map<string, SourceDocument>()
  const passages: HeldPassage[] = []
  const frequencies = new Map<string, number>()
  /** Terms of all passages. */
  let length = 0
  const statistics: TermStatistics = {
    get passageCount() {
      return Math.max(base.passageCount, BACKGROUND) + passages.length
    },
    documentFrequency: (term) => base.documentFrequency(term) + (frequencies.get(term) ?? 0),
  }

  function add(document: SourceDocument): void {
    if (documents.has(document.id)) return
    documents.set(document.id, document)
    const title = terms(document.title)
    for (const { start, end } of passageSpans({ text: document.text })) {
      const counts = new Map<string, number>()
      const found = [...title, ...terms(document.text.slice(start, end))]
      for (const { term } of found) counts.set(term, (counts.get(term) ?? 0) + 1)
      for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
      passages.push({ documentId: document.id, start, end, counts, length: found.length })
      length += found.length
    }
  }

  function rank(wanted: readonly string[], { within, without }: SearchFilter): PassageHit[] {
    const { passageCount, documentFrequency } = statistics
    const rarities = wanted.map((term) => [term, rarity(documentFrequency(term), passageCount)] as const)
    const average = length / passages.length
    const hits: PassageHit[] = []
    for (const { documentId, start, end, counts, length: own } of passages) {
      if ((within && !within.includes(documentId)) || without?.includes(documentId)) continue
      let score = 0
      for (const [term, rare] of rarities) {
        const times = counts.get(term) ?? 0
        if (times > 0) score += termScore(rare, times, own, average)
      }
      if (score > 0) hits.push({ documentId, start, end, score })
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
    add,
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
