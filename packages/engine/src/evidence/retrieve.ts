import type { Finding, Library, PassageHit, Query, SearchFilter } from '../types.ts'

const PASSAGES_A_QUERY = 60
const PASSAGES_A_DOCUMENT = 4
const DOCUMENTS_A_QUERY = 10
// The rare terms of a query decide; what stands in every tenth passage only costs time beside enough of them.
const MOST_TERMS = 12
const ENOUGH_TERMS = 5
const FREQUENT = 0.06
const FURTHER_PASSAGES = 0.1

const PASSAGES_OF_ALL = 300
const MOST_SPEAKERS = 16

/**
 * Searches the library, and gathers the passages found by document. Best first. Given whose each document is, the best
 * of each of them, and more of them.
 */
export function retrieve(query: Query, library: Library, speakerOf?: (documentId: string) => string): Finding[] {
  if (query.documents) return named(query, library)
  const filter: SearchFilter = query.within ? { within: query.within } : {}
  const hits = library.search(searchable(query.terms, library), speakerOf ? PASSAGES_OF_ALL : PASSAGES_A_QUERY, filter)
  const byDocument = new Map<string, PassageHit[]>()
  for (const hit of hits) {
    const passages = byDocument.get(hit.documentId)
    if (passages) passages.push(hit)
    else byDocument.set(hit.documentId, [hit])
  }
  const found = [...byDocument].map(([documentId, passages]) => {
    const [best = 0, ...rest] = passages.map(({ score }) => score)
    const further = rest.slice(0, PASSAGES_A_DOCUMENT).reduce((sum, score) => sum + score, 0)
    return {
      documentId,
      score: best + FURTHER_PASSAGES * further,
      passages: passages.slice(0, PASSAGES_A_DOCUMENT),
    }
  })
  found.sort((a, b) => b.score - a.score || (a.documentId < b.documentId ? -1 : 1))
  const top = found[0]?.score ?? 1
  const kept = speakerOf ? firstOfEach(found, speakerOf).slice(0, MOST_SPEAKERS) : found.slice(0, DOCUMENTS_A_QUERY)
  return kept.map((finding) => ({ ...finding, score: top > 0 ? finding.score / top : 0 }))
}

function firstOfEach(found: readonly Finding[], speakerOf: (documentId: string) => string): Finding[] {
  const seen = new Set<string>()
  return found.filter(({ documentId }) => {
    const speaker = speakerOf(documentId)
    return !seen.has(speaker) && seen.add(speaker)
  })
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

// Of documents of one name, the one that holds none of the terms is still of that name.
const NAMED_ONLY = 0.5

/** Documents that a lead names, those first that hold the query's terms best. */
function named(query: Query, library: Library): Finding[] {
  const within = query.documents ?? []
  const hits =
    query.terms.length > 0 ? library.search(searchable(query.terms, library), PASSAGES_A_QUERY, { within }) : []
  const best = hits[0]?.score ?? 1
  const findings = within.map((documentId) => {
    const passages = hits.filter((hit) => hit.documentId === documentId).slice(0, PASSAGES_A_DOCUMENT)
    const held = best > 0 ? (passages[0]?.score ?? 0) / best : 0
    return { documentId, score: NAMED_ONLY + (1 - NAMED_ONLY) * held, passages }
  })
  return findings.sort((a, b) => b.score - a.score || (a.documentId < b.documentId ? -1 : 1))
}
