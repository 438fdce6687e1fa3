import { type DateParts, dates } from '#language/dates.ts'
import { NameDictionary } from '#language/name-dictionary.ts'
import type { Origin } from '../types.ts'
import { type Bearer, People } from './people.ts'
import { type NamedTime, timesIn } from './times.ts'

/** Where documents come from, as a text names it: by whom, and of when. */
export interface NamedOrigins {
  /** Publishers and authors by the name that the text gives them, and their documents. */
  names: ReadonlyMap<string, readonly string[]>
  /** Dates as the text writes them, and the documents of that date. */
  dates: ReadonlyMap<string, readonly string[]>
  /** Those of the dates that are said to be the time of what is asked: "in 1970". */
  within: ReadonlySet<string>
  /** Of those names that several authors bear, whom each may mean. */
  shared: ReadonlyMap<string, SharedName>
}

/** A name that several authors bear. */
export interface SharedName {
  bearers: readonly Bearer[]
  /** All of them are meant. */
  all: boolean
}

/** The publishers, authors and dates of a library's documents: finds which of them a text names. */
export class Origins {
  readonly #names: NameDictionary
  readonly #people = new People()
  readonly #dates: { documentId: string; date: Partial<DateParts> }[] = []
  readonly #bearers = new Set<string>()

  constructor(origins: Iterable<Origin>) {
    const names: Origin[] = []
    for (const origin of origins) {
      const { documentId, name, kind } = origin
      if (kind === 'date') this.#addDate(origin)
      else if (kind !== 'author' || !this.#people.add(documentId, name)) names.push(origin)
      if (kind !== 'date') this.#bearers.add(name)
    }
    this.#names = new NameDictionary(names)
  }

  /** Whether the documents are known to be of more than one author or publisher. */
  get areSeveral(): boolean {
    return this.#bearers.size > 1
  }

  #addDate({ documentId, name }: Origin): void {
    const [written] = dates(name.slice(0, 10))
    const year = /(?<!\d)\d{4}(?!\d)/.exec(name)?.[0]
    if (written) this.#dates.push({ documentId, date: written })
    else if (year !== undefined) this.#dates.push({ documentId, date: { year: Number(year) } })
  }

  /** What a text names. */
  namedIn(text: string): NamedOrigins {
    const names = new Map<string, readonly string[]>(this.#names.namedIn(text))
    const shared = new Map<string, SharedName>()
    const publishers = [...names.keys()]
    for (const { written, bearers, all } of this.#people.namedIn(text)) {
      if (publishers.some((name) => name.includes(written))) continue
      names.set(written, [...new Set(bearers.flatMap(({ documents }) => documents))])
      if (bearers.length > 1) shared.set(written, { bearers, all })
    }
    const inOrder = [...names].sort(([a], [b]) => text.indexOf(a) - text.indexOf(b))
    const times = this.#timesIn(text)
    const within = new Set(times.flatMap(({ written, within }) => (within ? [written] : [])))
    return { names: new Map(inOrder), dates: new Map(times.map(({ written, ids }) => [written, ids])), within, shared }
  }

  #timesIn(text: string): (NamedTime & { ids: string[] })[] {
    if (this.#dates.length === 0) return []
    return timesIn(text).flatMap((time) => {
      const ids = this.#dates.filter(({ date }) => time.holds(date)).map(({ documentId }) => documentId)
      // What most documents share tells none of them from the others.
      return ids.length > 0 && ids.length <= this.#dates.length / 2 ? [{ ...time, ids }] : []
    })
  }
}
