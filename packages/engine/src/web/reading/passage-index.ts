import { passageSpans } from '#corpus/index/passages.ts'
import type { DocumentDraft } from '#corpus/types.ts'
import { terms } from '#language/terms.ts'

/**
 * Where the terms of a document stand, passage by passage; numbers in typed arrays and terms in one string, as it goes
 * from thread to thread.
 */
export interface PassageIndex {
  /** Of each passage: UTF-16 units, the end exclusive, and its terms with those of the titles above it. */
  starts: Uint32Array
  ends: Uint32Array
  lengths: Uint32Array
  /** Parted by spaces. */
  terms: string
  /** Of each term: where its postings begin; one number more at the end. */
  firsts: Uint32Array
  /** In turn a passage, and how often the term stands in it. */
  postings: Uint32Array
}

/** Different terms of a document that are found: the longest books have some tens of thousands. */
const MOST_TERMS = 200_000

/** Cuts a document into passages and finds the terms of each. */
export function indexPassages(document: Pick<DocumentDraft, 'title' | 'text' | 'blocks' | 'language'>): PassageIndex {
  const title = termsIn(document.title)
  const spans = passageSpans(document)
  const postings = new Map<string, number[]>()
  const lengths = spans.map(({ start, end, path }, passage) => {
    const own = [...title, ...path.flatMap(termsIn), ...termsIn(document.text.slice(start, end))]
    for (const term of own) {
      const known = postings.get(term) ?? []
      if (known.length === 0 && postings.size < MOST_TERMS) postings.set(term, known)
      if (known.at(-2) === passage) known[known.length - 1] = (known.at(-1) ?? 0) + 1
      else known.push(passage, 1)
    }
    return own.length
  })
  const places = [...postings.values()]
  const firsts = new Uint32Array(places.length + 1)
  for (const [at, own] of places.entries()) firsts[at + 1] = (firsts[at] ?? 0) + own.length
  return {
    starts: Uint32Array.from(spans, ({ start }) => start),
    ends: Uint32Array.from(spans, ({ end }) => end),
    lengths: Uint32Array.from(lengths),
    terms: [...postings.keys()].join(' '),
    firsts,
    postings: Uint32Array.from(places.flat()),
  }
}

function termsIn(text: string): string[] {
  return terms(text).map(({ term }) => term)
}
