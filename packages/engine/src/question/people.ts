import shortForms from '#language/data/given-names.json' with { type: 'json' }
import titles from '#language/data/titles.json' with { type: 'json' }
import { isCapitalised } from '#language/entities.ts'
import { isStopWord } from '#language/stop-words.ts'
import { type Term, terms } from '#language/terms.ts'
import { alternatives } from '#language/word-list.ts'
import { isIntentTerm } from './weights.ts'

/** An author, and the documents that are by them. */
export interface Author {
  /** In full, as the documents give it. */
  name: string
  given: string[]
  documents: Set<string>
}

const TITLE = new RegExp(`^(?:${alternatives(titles)})s?$`, 'i')
const SUFFIX = /,?\s+(?:[JS]r\.?|I{2,3})$/u
/** Letters: fewer are a particle or an initial, neither a surname nor the short form of a given name as "Ben" is. */
const SHORTEST = 3
const SHORT_FORMS = new Map<string, readonly string[]>(Object.entries(shortForms))

function isSameGiven(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.startsWith(short) && (short.length === 1 || short.length >= SHORTEST)) return true
  return SHORT_FORMS.get(a)?.includes(b) === true || SHORT_FORMS.get(b)?.includes(a) === true
}

/**
 * How well given names as a text has them fit an author's, the more the better; undefined where they are of somebody
 * else. Initials may be left out and stand for names.
 */
function fitOf(written: readonly string[], own: readonly string[]): number | undefined {
  if (written.length === 0) return 0
  // The surname may have more than one word: "Van Buren".
  const last = own.slice(-written.length)
  if (written.length < own.length && written.every((name, at) => name === last[at])) return 0
  if (written.some((name, at) => at < own.length && !isSameGiven(name, own[at] ?? ''))) return undefined
  const leftOut = own.slice(written.length).filter((name) => name.length > 1)
  return Math.min(written.length, own.length) - leftOut.length
}

/** Authors by their surnames: finds which of them a text names. */
export class People {
  readonly #bySurname = new Map<string, Map<string, Author>>()

  /** False, and nothing is added, where a name has not the form of a person's: a given name and a surname. */
  add(documentId: string, name: string): boolean {
    const parts = terms(name.replace(SUFFIX, ''), 'en')
    const surname = parts.at(-1)
    if (parts.length < 2 || surname === undefined || surname.raw.length < SHORTEST) return false
    const authors = this.#bySurname.get(surname.term) ?? new Map<string, Author>()
    this.#bySurname.set(surname.term, authors)
    const given = parts.slice(0, -1).map(({ raw }) => raw.toLowerCase())
    const author = authors.get(name) ?? { name, given, documents: new Set() }
    authors.set(name, author)
    author.documents.add(documentId)
    return true
  }

  /**
   * The authors whom a text names by their surname, as it writes them without titles: "Kennedy", "President Polk", but
   * not in "Taylor Swift". Where several have the name, all whom it fits best.
   */
  namedIn(text: string): Map<string, Author[]> {
    const found = new Map<string, Author[]>()
    if (this.#bySurname.size === 0) return found
    const all = terms(text, 'en')
    for (const [at, word] of all.entries()) {
      const authors = this.#bySurname.get(word.term)
      const after = all[at + 1]
      const isSurname = isCapitalised(word.raw) && !(after && isCapitalised(after.raw) && adjoin(text, word, after))
      if (authors === undefined || !isSurname) continue
      const given = givenBefore(text, all, at)
      const written = given.map(({ raw }) => raw.toLowerCase())
      const fitting = bestOf([...authors.values()], written)
      if (fitting.length > 0) found.set(text.slice((given[0] ?? word).start, word.end), fitting)
    }
    return found
  }
}

/** The authors whom given names fit best. */
function bestOf(authors: readonly Author[], written: readonly string[]): Author[] {
  const fits = authors.map(({ given }) => fitOf(written, given) ?? Number.NEGATIVE_INFINITY)
  const best = Math.max(...fits)
  if (best === Number.NEGATIVE_INFINITY) return []
  return authors.filter((_, i) => fits[i] === best)
}

function adjoin(text: string, a: Term, b: Term): boolean {
  return /^[\s.'’-]{1,2}$/u.test(text.slice(a.end, b.start))
}

/** The capitalised words that stand right before a surname and are given names: no titles, no words of the sentence. */
function givenBefore(text: string, all: readonly Term[], at: number): Term[] {
  const given: Term[] = []
  for (let next = all[at], word = all[at - 1]; word && next; next = word, word = all[at - 1 - given.length]) {
    if (!adjoin(text, word, next) || !isCapitalised(word.raw) || TITLE.test(word.raw)) break
    // "I. Newton" has an initial; "I" and "A" without a stop are words.
    const initial = word.raw.length === 1 && (text[word.end] === '.' || !/[AI]/.test(word.raw))
    if (!initial && (isStopWord(word.raw.toLowerCase()) || isIntentTerm(word.term))) break
    given.unshift(word)
  }
  return given
}
