import generic from '#language/data/folder-names.json' with { type: 'json' }
import { isStopWord } from '#language/stop-words.ts'
import { type Term, terms } from '#language/terms.ts'

/** Words: a longer folder's name is a sentence. */
const LONGEST_NAME = 4
/** Names that say what kind of files a folder holds, and not what they are about. */
const GENERIC = new Set(generic)
/** Who does what the next word says: "how do I send a header" names no folder. */
const SUBJECT = new Set(['i', 'you', 'we', 'they'])

/** Folders by their names: finds which of them a text names, however it writes them. */
export class Folders {
  readonly #byName = new Map<string, Set<string>>()
  readonly #documents = new Set<string>()
  readonly #keys = new Map<string, string | undefined>()

  add(documentId: string, name: string): void {
    this.#documents.add(documentId)
    if (!this.#keys.has(name)) this.#keys.set(name, keyOf(name))
    const key = this.#keys.get(name)
    if (key === undefined) return
    const known = this.#byName.get(key) ?? new Set()
    this.#byName.set(key, known.add(documentId))
  }

  /** What a text names, as it stands there, and the documents in folders of that name. */
  namedIn(text: string): Map<string, string[]> {
    const found = new Map<string, string[]>()
    if (this.#byName.size === 0) return found
    const all = terms(text, 'en')
    for (let at = 0; at < all.length; at += 1) {
      for (let length = Math.min(LONGEST_NAME, all.length - at); length > 0; length -= 1) {
        const span = all.slice(at, at + length)
        const documents = this.#byName.get(span.map(({ term }) => term).join(' '))
        // A folder that holds most of all documents tells none of them from the others.
        if (documents === undefined || documents.size > this.#documents.size / 2) continue
        if (length === 1 && SUBJECT.has(all[at - 1]?.raw.toLowerCase() ?? '')) continue
        found.set(text.slice(span[0]?.start, span.at(-1)?.end), [...documents])
        break
      }
    }
    return found
  }
}

function keyOf(name: string): string | undefined {
  const parts = terms(name, 'en')
  const saysNothing = ({ raw }: Term) =>
    isStopWord(raw.toLowerCase()) || GENERIC.has(raw.toLowerCase()) || /\d/.test(raw)
  if (parts.length === 0 || parts.length > LONGEST_NAME || parts.every(saysNothing)) return undefined
  return parts.map(({ term }) => term).join(' ')
}
