import type { PassageIndex } from './passage-index.ts'

/** Finds where the terms of a document stand. */
export interface Lookup {
  passages: PassageIndex
  /** In turn a passage, and how often the term stands in it. */
  postingsOf(term: string): Uint32Array
}

const NONE = new Uint32Array()

export function createLookup(passages: PassageIndex): Lookup {
  const { terms, firsts, postings } = passages
  const places = new Map(terms.split(' ').map((term, place) => [term, place]))
  return {
    passages,
    postingsOf(term) {
      const place = places.get(term)
      return place === undefined ? NONE : postings.subarray(firsts[place], firsts[place + 1])
    },
  }
}
