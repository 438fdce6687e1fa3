import shortForms from '#language/data/given-names.json' with { type: 'json' }
import { isStopWord } from '#language/stop-words.ts'
import { type Term, terms } from '#language/terms.ts'
import { isIntentTerm } from './intent-words.ts'

/** Somebody whom a text may mean, and the documents that are by them. */
export interface Bearer {
  /** In full, as the documents give it. */
  name: string
  documents: string[]
}

/** A place in a text that names one of some authors. */
export interface NamedPerson {
  /** As the text writes it, without titles. */
  written: string
  /** Whom it may mean. At least one. */
  bearers: readonly Bearer[]
  /** Means all of them: "the Smiths". */
  all: boolean
}

const TITLES =
  /^(?:president|senator|secretary|governor|justice|judge|general|professor|prof|minister|chancellor|king|queen|mr|mrs|ms|dr|sir)s?$/i
const SUFFIX = /,?\s+(?:[JS]r\.?|I{2,3})$/u
const SHORTEST_SURNAME = 3

/** Short forms of given names that do not begin like the name. */
const SHORT_FORMS = new Map<string, readonly string[]>(Object.entries(shortForms))
const SHORTEST_FORM = 3

function isSameGiven(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.startsWith(short) && (short.length === 1 || short.length >= SHORTEST_FORM)) return true
  return SHORT_FORMS.get(a)?.includes(b) === true || SHORT_FORMS.get(b)?.includes(a) === true
}

/**
 * How well given names as a text has them fit those of a person: undefined where they speak of another. Initials may
 * be left out and stand for names; more that agrees is better, and what the person is called beside it is worse.
 */
function fitOf(written: readonly string[], own: readonly string[]): number | undefined {
  let agreed = 0
  let left = 0
  for (const [at, name] of own.entries()) {
    const other = written[at]
    if (other !== undefined) {
      if (!isSameGiven(other, name)) return written.length === 1 ? byInitials(other, own) : undefined
      agreed += 1
    } else if (name.length > 1) left += 1
  }
  return agreed - left
}

/** "JQ Adams", "W. Bush". */
function byInitials(written: string, own: readonly string[]): number | undefined {
  const initials = own.map(([letter = '']) => letter).join('')
  return written === initials || (written.length === 1 && initials.includes(written)) ? written.length : undefined
}

/** Authors by their last names: finds which of them a text names, and whom that may mean. */
export class People {
  readonly #bySurname = new Map<string, Map<string, Bearer & { given: string[]; surname: string }>>()

  /** Whether the name has the form of a person's: more than one word, and a last one that tells. */
  add(documentId: string, name: string): boolean {
    const parts = terms(name.replace(SUFFIX, ''), 'en')
    const last = parts.at(-1)
    if (parts.length < 2 || last === undefined || last.raw.length < SHORTEST_SURNAME) return false
    const bearers = this.#bySurname.get(last.term) ?? new Map()
    this.#bySurname.set(last.term, bearers)
    const known = bearers.get(name)
    if (known) {
      if (known.documents.at(-1) !== documentId) known.documents.push(documentId)
      return true
    }
    const given = parts.slice(0, -1).map(({ raw }) => raw.toLowerCase())
    bearers.set(name, { name, documents: [documentId], given, surname: last.raw.toLowerCase() })
    return true
  }

  /** Authors that a text names by their last name: "Kennedy", "President Polk", but not in "Taylor Swift". */
  namedIn(text: string): NamedPerson[] {
    const found = new Map<string, NamedPerson>()
    if (this.#bySurname.size === 0) return []
    const all = terms(text, 'en')
    for (const [at, { term, raw, end }] of all.entries()) {
      const bearers = this.#bySurname.get(term)
      if (bearers === undefined || !isCapitalised(raw)) continue
      const after = all[at + 1]
      if (after && joined(text, all[at], after) && isCapitalised(after.raw)) continue
      const given = givenBefore(text, all, at)
      const fitting = [...bearers.values()].flatMap((bearer) => {
        const fit =
          given.length === 0
            ? 0
            : fitOf(
                given.map((each) => each.raw.toLowerCase()),
                bearer.given,
              )
        return fit === undefined ? [] : [{ bearer, fit }]
      })
      const best = Math.max(...fitting.map(({ fit }) => fit))
      const likely = fitting
        .filter(({ fit }) => fit === best)
        .map(({ bearer: { name, documents } }) => ({ name, documents }))
      if (likely.length === 0) continue
      const lower = raw.toLowerCase()
      const plural = lower.endsWith('s') && [...bearers.values()].every(({ surname }) => surname !== lower)
      const written = text.slice(given[0]?.start ?? all[at]?.start, end)
      if (!found.has(written)) found.set(written, { written, bearers: likely, all: plural })
    }
    return [...found.values()]
  }
}

function isCapitalised(raw: string): boolean {
  return /^\p{Lu}/u.test(raw)
}

function joined(text: string, a: Term | undefined, b: Term): boolean {
  return a !== undefined && /^[\s.'’-]{1,2}$/u.test(text.slice(a.end, b.start))
}

/** The capitalised words that stand right before a last name, and are no titles and no words of the sentence. */
function givenBefore(text: string, all: readonly Term[], at: number): Term[] {
  const given: Term[] = []
  for (let i = at - 1; i >= 0; i -= 1) {
    const word = all[i]
    const next = all[i + 1]
    if (!word || !next || !joined(text, word, next) || !isCapitalised(word.raw)) break
    // "I. Newton" has an initial; "I" and "A" without a stop are words.
    const initial = word.raw.length === 1 && (text[word.end] === '.' || !/[AI]/.test(word.raw))
    if (TITLES.test(word.raw)) break
    if (!initial && (isStopWord(word.raw.toLowerCase()) || isIntentTerm(word.term))) break
    given.unshift(word)
  }
  return given
}
