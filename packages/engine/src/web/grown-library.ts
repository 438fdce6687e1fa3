import { rarity, termScore } from '#language/bm25.ts'
import { NameDictionary, type Names } from '#language/name-dictionary.ts'
import type { Library, PassageHit, SearchFilter, SourceDocument } from '../types.ts'
import { createLookup, type Lookup } from './reading/lookup.ts'
import type { PassageIndex } from './reading/passage-index.ts'

/**
 * All pages of a run are about its question, so each of its terms would look common among them. If the base library is
 * smaller than this, imaginary passages without these terms stand for the rest of the web.
 */
const BACKGROUND = 500

/** The library with room for the documents that a run brings. All its passages are ranked as one collection. */
export class GrownLibrary implements Library {
  readonly #base: Library
  readonly #documents = new Map<string, SourceDocument>()
  readonly #indexes = new Map<string, Lookup>()
  /** The number of the run's own passages, and of terms in all of them. */
  #count = 0
  #length = 0

  /** Whether a document was added in this run. */
  isNew = (id: string): boolean => this.#documents.has(id)
  document = (id: string): SourceDocument => this.#documents.get(id) ?? this.#base.document(id)
  titles = () => this.#base.titles()
  origins = () => this.#base.origins()
  nearest = (vector: Float32Array, limit: number, filter?: SearchFilter): PassageHit[] =>
    this.#base.nearest?.(vector, limit, filter) ?? []

  constructor(base: Library) {
    this.#base = base
  }

  get documentCount(): number {
    return this.#base.documentCount + this.#documents.size
  }

  get passageCount(): number {
    return Math.max(this.#base.passageCount, BACKGROUND) + this.#count
  }

  get added(): readonly SourceDocument[] {
    return [...this.#documents.values()]
  }

  /** The documents of the run that searches find. */
  get searched(): readonly SourceDocument[] {
    return this.added.filter(({ id }) => this.#indexes.has(id))
  }

  add(document: SourceDocument, passages: PassageIndex): void {
    if (this.#documents.has(document.id)) return
    this.#documents.set(document.id, document)
    this.#indexes.set(document.id, createLookup(passages))
    this.#count += passages.lengths.length
    this.#length += termsIn(passages)
  }

  /** Takes a document out of searches; it can still be looked up by its id. */
  retire(id: string): void {
    const known = this.#indexes.get(id)
    if (!known) return
    this.#indexes.delete(id)
    this.#count -= known.passages.lengths.length
    this.#length -= termsIn(known.passages)
  }

  search(wanted: readonly string[], limit: number, filter: SearchFilter = {}): PassageHit[] {
    const held = this.#base.search(wanted, limit, { ...filter, statistics: this })
    return [...this.#rank(wanted, filter), ...held].sort((a, b) => b.score - a.score).slice(0, limit)
  }

  documentFrequency(term: string): number {
    let found = this.#base.documentFrequency(term)
    for (const { postingsOf } of this.#indexes.values()) found += postingsOf(term).length / 2
    return found
  }

  #rank(wanted: readonly string[], { within, without }: SearchFilter): PassageHit[] {
    const rarities = wanted.map((term) => [term, rarity(this.documentFrequency(term), this.passageCount, 0)] as const)
    const average = this.#length / this.#count
    const hits: PassageHit[] = []
    for (const [documentId, { postingsOf, passages }] of this.#indexes) {
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
}

const termsIn = ({ lengths }: PassageIndex): number => lengths.reduce((sum, own) => sum + own, 0)

/** The given names, and the titles of the documents that a run has added so far. */
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
