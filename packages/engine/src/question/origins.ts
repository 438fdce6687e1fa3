import { type DateParts, dates } from '#language/dates.ts'
import { NameDictionary } from '#language/name-dictionary.ts'
import { yearOf } from '#language/years.ts'
import type { Origin } from '../types.ts'
import { type NamedTime, timesIn } from './times.ts'

/** Where documents come from, as a text names it: by whom, and of when. */
export interface NamedOrigins {
  /** Publishers and authors by the name that the text gives them, and their documents. */
  names: ReadonlyMap<string, readonly string[]>
  /** Dates as the text writes them, and the documents of that date. */
  dates: ReadonlyMap<string, readonly string[]>
  /** Those of the dates that are said to be the time of what is asked: "in 1970". */
  within: ReadonlySet<string>
}

/** The publishers, authors and dates of a library's documents: finds which of them a text names. */
export class Origins {
  readonly #publishers: NameDictionary
  readonly #dates: { documentId: string; date: DateParts }[] = []

  constructor(origins: Iterable<Origin>) {
    const publishers: Origin[] = []
    for (const origin of origins) {
      if (origin.kind === 'date') this.#addDate(origin)
      else publishers.push(origin)
    }
    this.#publishers = new NameDictionary(publishers)
  }

  #addDate({ documentId, name }: Origin): void {
    const [written] = dates(name.slice(0, 10))
    const year = yearOf(name)
    if (written) this.#dates.push({ documentId, date: written })
    else if (year !== undefined) this.#dates.push({ documentId, date: { year } })
  }

  /** The documents of each time. What most of the documents have tells none of them from the others. */
  #datedIn(times: readonly NamedTime[]) {
    return times.flatMap((time) => {
      const ids = this.#dates.filter(({ date }) => time.holds(date)).map(({ documentId }) => documentId)
      return ids.length > 0 && ids.length <= this.#dates.length / 2 ? [{ ...time, ids }] : []
    })
  }

  /** What a text names, in the order in which it does. */
  namedIn(text: string): NamedOrigins {
    const dated = this.#datedIn(timesIn(text))
    return {
      names: this.#publishers.namedIn(text),
      dates: new Map(dated.map(({ written, ids }) => [written, ids])),
      within: new Set(dated.flatMap((time) => (time.within ? [time.written] : []))),
    }
  }
}

/** The documents of whom and when a question is about, as far as it says so: none where it names no origin. */
export function documentsOf({ names, dates, within }: NamedOrigins): Set<string> {
  const byName = new Set([...names.values()].flat())
  const byTime = new Set([...dates].flatMap(([date, ids]) => (within.has(date) ? ids : [])))
  if (byName.size === 0) return byTime
  // Of several who are named each may be meant at a time of their own.
  if (names.size > 1 || byTime.size === 0) return byName
  const both = [...byName].filter((id) => byTime.has(id))
  return both.length > 0 ? new Set(both) : byName
}
