import type { Finding, Library, Query, SearchFilter } from '../types.ts'
import { fuse } from './fuse.ts'

/** Enough for ten documents of several passages each; to rank more only costs time. */
const PASSAGES_A_QUERY = 100
/** More of one document say what the best ones say. */
const PASSAGES_A_DOCUMENT = 4
/** Of the best documents more are read: the answer is likely in one, though under words that are not those of the question. */
const PASSAGES_OF_BEST = [16, 8, 8] as const
/** Where a search finds few documents, as in one long book, more is read of each: so many passages together. */
const PASSAGES_TOGETHER = 24
/** Two more than an answer cites at most: a needed document that ranks lower is found by another query. */
const DOCUMENTS_A_QUERY = 10
/** The rarest terms of a query decide what it finds: so many of them are always searched for. */
const ENOUGH_TERMS = 5
/** A long question's further terms only cost time. */
const MOST_TERMS = 12
/** A term that more than this share of all passages hold is searched for only if there are too few rarer ones. */
const FREQUENT = 0.06

/** Searches the library, and groups the passages found by document, the best document first. */
export function retrieve(query: Query, library: Library): Finding[] {
  if (query.documents) return named(query, library)
  const filter: SearchFilter = query.within ? { within: query.within } : {}
  const byTerms = library.search(searched(query, library), PASSAGES_A_QUERY, filter)
  const byMeaning = query.vector ? (library.nearest?.(query.vector, PASSAGES_A_QUERY, filter) ?? []) : []
  const hits = byMeaning.length > 0 ? fuse(byTerms, byMeaning) : byTerms
  const strongest = hits[0]?.score || 1
  const scored = hits.map((hit) => ({ ...hit, score: hit.score / strongest }))
  const byDocument = Map.groupBy(scored, ({ documentId }) => documentId)
  const found = [...byDocument].map(([documentId, passages]) => {
    const [best = 0, ...rest] = passages.map(({ score }) => score)
    const further = rest.slice(0, PASSAGES_A_DOCUMENT).reduce((sum, score) => sum + score, 0)
    return {
      documentId,
      // Several passages tell little more than the best one.
      score: best + further / 10,
      passages,
    }
  })
  found.sort((a, b) => b.score - a.score || (a.documentId < b.documentId ? -1 : 1))
  const top = found[0]?.score ?? 1
  // What an expansion looks for stands under its words.
  const ofBest: readonly number[] = query.purpose === 'expansion' ? [] : PASSAGES_OF_BEST
  const kept = found.slice(0, DOCUMENTS_A_QUERY)
  const least = query.purpose === 'expansion' ? 0 : Math.floor(PASSAGES_TOGETHER / (kept.length || 1))
  return kept.map((finding, rank) => ({
    ...finding,
    score: top > 0 ? finding.score / top : 0,
    passages: finding.passages.slice(0, Math.max(least, ofBest[rank] ?? PASSAGES_A_DOCUMENT)),
  }))
}

/** The terms of a query worth searching for, and the rarest that may stand in their place. */
function searched({ terms, alternatives = [] }: Query, library: Library): string[] {
  const limit = FREQUENT * library.passageCount
  const others = alternatives.filter((term) => library.documentFrequency(term) <= limit)
  return [...searchable(terms, library), ...searchable(others, library).slice(0, ENOUGH_TERMS)]
}

/** The terms worth searching for, the rarest first. */
function searchable(terms: readonly string[], library: Library): string[] {
  const known = terms
    .map((term) => ({ term, frequency: library.documentFrequency(term) }))
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => a.frequency - b.frequency)
  const limit = FREQUENT * library.passageCount
  return known
    .filter(({ frequency }, i) => i < ENOUGH_TERMS || (i < MOST_TERMS && frequency <= limit))
    .map(({ term }) => term)
}

/** The documents that an expansion names, those first that hold its terms best; one that holds none is still named. */
function named(query: Query, library: Library): Finding[] {
  const within = query.documents ?? []
  const hits = library.search(searchable(query.terms, library), PASSAGES_A_QUERY, { within })
  const best = hits[0]?.score ?? 1
  const findings = within.map((documentId) => {
    const passages = hits.filter((hit) => hit.documentId === documentId).slice(0, PASSAGES_A_DOCUMENT)
    const held = best > 0 ? (passages[0]?.score ?? 0) / best : 0
    return { documentId, score: (1 + held) / 2, passages }
  })
  return findings.sort((a, b) => b.score - a.score || (a.documentId < b.documentId ? -1 : 1))
}
