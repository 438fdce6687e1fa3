import { NameDictionary, type Names } from '#language/name-dictionary.ts'
import type { GrownLibrary } from './grown-library.ts'

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
