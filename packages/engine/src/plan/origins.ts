import { type DateParts, dates, holdsDate } from '#text/dates.ts'
import { NameDictionary } from '#text/name-dictionary.ts'
import { isStopWord } from '#text/stop-words.ts'
import { type Term, terms } from '#text/terms.ts'
import type { Origin } from '../types.ts'
import { isIntentTerm } from './intent-words.ts'

/** Where documents come from, as a text names it: by whom, and of when. */
export interface NamedOrigins {
  /** Publishers and authors by the name that the text gives them, and their documents. */
  names: ReadonlyMap<string, readonly string[]>
  /** Dates as the text writes them, and the documents of that date. */
  dates: ReadonlyMap<string, readonly string[]>
}

const TITLES =
  /^(?:president|senator|secretary|governor|justice|judge|general|professor|prof|minister|chancellor|king|queen|mr|mrs|ms|dr|sir)s?$/i
const SHORTEST_SURNAME = 3
const YEARS =
  /(?<![\p{L}\p{N}.,$€£/-])(1\d{3}|20\d{2})(s?)(?:\s?(?:-|–|to|and|until)\s?(1\d{3}|20\d{2}))?(?![\p{L}\p{N}/%-])/gu

const FIRST_ORDINAL = 15
const ORDINALS = 'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first'.split(' ')
const CENTURY = new RegExp(`\\b(?:(\\d{1,2})(?:st|nd|rd|th)|(${ORDINALS.join('|')}))[- ]century\\b`, 'giu')

/** The publishers, authors and dates of a library's documents: finds which of them a text names. */
export class Origins {
  readonly #names: NameDictionary
  readonly #surnames = new Map<string, string[]>()
  readonly #dates: { documentId: string; date: Partial<DateParts> }[] = []

  constructor(origins: Iterable<Origin>) {
    const names: Origin[] = []
    for (const origin of origins) {
      if (origin.kind === 'date') this.#addDate(origin)
      else names.push(origin)
      if (origin.kind === 'author') this.#addSurname(origin)
    }
    this.#names = new NameDictionary(names)
  }

  #addDate({ documentId, name }: Origin): void {
    const [written] = dates(name.slice(0, 10))
    const year = /(?<!\d)\d{4}(?!\d)/.exec(name)?.[0]
    if (written) this.#dates.push({ documentId, date: written })
    else if (year !== undefined) this.#dates.push({ documentId, date: { year: Number(year) } })
  }

  #addSurname({ documentId, name }: Origin): void {
    const parts = terms(name, 'en')
    const last = parts.at(-1)
    if (parts.length < 2 || last === undefined || last.raw.length < SHORTEST_SURNAME) return
    const known = this.#surnames.get(last.term)
    if (!known) this.#surnames.set(last.term, [documentId])
    else if (!known.includes(documentId)) known.push(documentId)
  }

  /** What a text names. */
  namedIn(text: string): NamedOrigins {
    const names = new Map<string, readonly string[]>(this.#names.namedIn(text))
    const whole = [...names.keys()].join(' ')
    for (const [surname, ids] of this.#surnamesIn(text)) if (!whole.includes(surname)) names.set(surname, ids)
    const inOrder = [...names].sort(([a], [b]) => text.indexOf(a) - text.indexOf(b))
    return { names: new Map(inOrder), dates: this.#datesIn(text) }
  }

  /** Authors named by their last name alone: "Kennedy", "President Polk", but not in "Taylor Swift". */
  #surnamesIn(text: string): Map<string, string[]> {
    const found = new Map<string, string[]>()
    const all = terms(text, 'en')
    for (const [at, { term, raw }] of all.entries()) {
      const ids = this.#surnames.get(term)
      if (ids === undefined || !isCapitalised(raw)) continue
      if (!isPartOfName(text, all, at)) found.set(raw, ids)
    }
    return found
  }

  #datesIn(text: string): Map<string, string[]> {
    const found = new Map<string, string[]>()
    if (this.#dates.length === 0) return found
    const keep = (written: string, holds: (date: Partial<DateParts>) => boolean) => {
      const ids = this.#dates.filter(({ date }) => holds(date)).map(({ documentId }) => documentId)
      // What most documents share tells none of them from the others.
      if (ids.length > 0 && ids.length <= this.#dates.length / 2) found.set(written, ids)
    }
    const written = dates(text).filter(({ year }) => year !== undefined)
    for (const { start, end, ...date } of written) keep(text.slice(start, end), (each) => holdsDate(each, date))
    for (const match of text.matchAll(YEARS)) {
      if (written.some(({ start, end }) => match.index >= start && match.index < end)) continue
      const from = Number(match[1])
      const to = match[3] === undefined ? from + (match[2] === 's' ? decadeOrCentury(from) : 0) : Number(match[3])
      keep(match[0], ({ year = 0 }) => year >= from && year <= to)
    }
    for (const match of text.matchAll(CENTURY)) {
      const century = Number(match[1]) || ORDINALS.indexOf((match[2] ?? '').toLowerCase()) + FIRST_ORDINAL
      keep(match[0], ({ year = 0 }) => Math.ceil(year / 100) === century)
    }
    return found
  }
}

/** "the 1970s" are ten years, "the 1800s" a hundred. */
function decadeOrCentury(year: number): number {
  if (year % 100 === 0) return 99
  return year % 10 === 0 ? 9 : 0
}

function isCapitalised(raw: string): boolean {
  return /^\p{Lu}/u.test(raw)
}

/** Whether another capitalised word stands beside this one that is no title, no opener and no name of its own. */
function isPartOfName(text: string, all: readonly Term[], at: number): boolean {
  const word = all[at]
  const before = all[at - 1]
  const after = all[at + 1]
  if (!word) return false
  const joined = (a: Term, b: Term) => /^[\s.'’-]{1,2}$/u.test(text.slice(a.end, b.start))
  if (after && joined(word, after) && isCapitalised(after.raw)) return true
  if (!before || !joined(before, word) || !isCapitalised(before.raw)) return false
  return !TITLES.test(before.raw) && !isStopWord(before.raw.toLowerCase()) && !isIntentTerm(before.term)
}
