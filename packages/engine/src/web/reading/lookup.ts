import type { PassageIndex } from './passage-index.ts'

/** Finds where the terms of a document stand. */
export interface Lookup {
  passages: PassageIndex
  /** In turn a passage, and how often the term stands in it. */
  postingsOf(term: string): Uint32Array
}

const NONE = new Uint32Array()

export function createLookup(passages: PassageIndex): Lookup {
  const sorted = passages.terms.split(' ')
  return {
    passages,
    postingsOf(term) {
      let low = 0
      let high = sorted.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((sorted[middle] ?? '') < term) low = middle + 1
        else high = middle
      }
      if (sorted[low] !== term) return NONE
      return passages.postings.subarray(passages.firsts[low], passages.firsts[low + 1])
    },
  }
}
