import type { Library } from './types.ts'

/** A library that holds nothing. */
export const EMPTY_LIBRARY: Library = {
  documentCount: 0,
  passageCount: 0,
  search: () => [],
  document(id) {
    throw new Error(`no document ${id}`)
  },
  documentFrequency: () => 0,
  titles: () => [],
  origins: () => [],
}
