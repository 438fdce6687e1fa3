import { passageSpans } from '#corpus/index/passages.ts'
import { contentTerms, terms } from '#language/terms.ts'
import type { Library, PassageHit, SearchFilter, SourceDocument } from '../types.ts'

/** A library that grows by documents of one run. */
export interface GrownLibrary extends Library {
  add(document: SourceDocument): void
  /** Whether it was added in this run. */
  isNew(id: string): boolean
  readonly added: readonly SourceDocument[]
}

interface HeldPassage {
  documentId: string
  start: number
  end: number
  counts: ReadonlyMap<string, number>
  length: number
}

const K1 = 1.2
const B = 0.75
/**
 * Passages of the rest of the web, at least, which hold none of the terms: what a search found is all about its terms,
 * and by itself it would make each of them look common.
 */
const BACKGROUND = 500
/** A term of the title counts as so many of the text. */
const TITLE = 2
const AVERAGE = 140

/** The library with room for what a run brings. Its new passages are ranked by BM25, with the statistics of both. */
export function growLibrary(base: Library): GrownLibrary {
  const documents = new Map<string, SourceDocument>()
  const passages: HeldPassage[] = []
  const frequencies = new Map<string, number>()
  const frequencyOf = (term: string) => base.documentFrequency(term) + (frequencies.get(term) ?? 0)
  const countAll = () => Math.max(base.passageCount, BACKGROUND) + passages.length

  function add(document: SourceDocument): void {
    if (documents.has(document.id)) return
    documents.set(document.id, document)
    const title = [...contentTerms(document.title)]
    for (const { start, end } of passageSpans({ text: document.text })) {
      const counts = new Map<string, number>(title.map((term) => [term, TITLE]))
      const found = terms(document.text.slice(start, end))
      for (const { term } of found) counts.set(term, (counts.get(term) ?? 0) + 1)
      for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
      passages.push({ documentId: document.id, start, end, counts, length: found.length })
    }
  }

  function rank(wanted: readonly string[], { within, without }: SearchFilter): PassageHit[] {
    const weights = wanted.map((term) => {
      const frequency = frequencyOf(term)
      return [term, Math.log(1 + (countAll() - frequency + 0.5) / (frequency + 0.5))] as const
    })
    const hits: PassageHit[] = []
    for (const { documentId, start, end, counts, length } of passages) {
      if ((within && !within.includes(documentId)) || without?.includes(documentId)) continue
      let score = 0
      for (const [term, weight] of weights) {
        const count = counts.get(term) ?? 0
        if (count > 0) score += (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / AVERAGE))
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
      return countAll()
    },
    get added() {
      return [...documents.values()]
    },
    add,
    isNew: (id) => documents.has(id),
    search(wanted, limit, filter = {}) {
      const own = rank(wanted, filter)
      const held = base.search(wanted, limit, filter)
      return [...own, ...held].sort((a, b) => b.score - a.score).slice(0, limit)
    },
    document: (id) => documents.get(id) ?? base.document(id),
    documentFrequency: frequencyOf,
    titles: () => base.titles(),
    origins: () => base.origins(),
  }
}
