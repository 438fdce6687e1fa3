import { type DateParts, dates } from '#language/dates.ts'
import { NameDictionary } from '#language/name-dictionary.ts'
import { words } from '#language/words.ts'
import { yearOf } from '#language/years.ts'
import type { Origin } from '../types.ts'
import { asName, Folders, type Spoken } from './folders.ts'
import { type Author, People } from './people.ts'
import { dayOf, relativeTimesIn } from './relative-times.ts'
import { type NamedTime, timesIn } from './times.ts'
import { asksForWay } from './way.ts'

/** Where documents come from, as a text names it: by whom, and of when. */
export interface NamedOrigins {
  /** Publishers and authors by the name that the text gives them, and their documents. */
  names: ReadonlyMap<string, readonly string[]>
  /** Those of the names that are of folders or files. */
  places: ReadonlySet<string>
  /** Dates as the text writes them, and the documents of that date. */
  dates: ReadonlyMap<string, readonly string[]>
  /** Those of the dates that are said to be the time of what is asked: "in 1970". */
  within: ReadonlySet<string>
  /** The times that are counted back from the newest date of the sources: "the last five years". */
  relative: readonly string[]
  /** The authors who have one of the names, where they are several. */
  shared: ReadonlyMap<string, readonly Author[]>
}

/** What begins with a shorter name begins so by chance: "ls" and "lsblk". */
const SHORTEST_SHARED_NAME = 4

/** The publishers, authors and dates of a library's documents: finds which of them a text names. */
export class Origins {
  readonly #publishers: NameDictionary
  readonly #people = new People()
  readonly #dates: { documentId: string; date: DateParts }[] = []
  readonly #sources = new Set<string>()
  readonly #folders = new Folders()
  readonly #files = new Folders(asName, SHORTEST_SHARED_NAME)
  #newest: DateParts | undefined
  #years: ReadonlyMap<string, number> | undefined

  constructor(origins: Iterable<Origin>) {
    const publishers: Origin[] = []
    for (const origin of origins) {
      const { documentId, name, kind } = origin
      if (kind === 'date') this.#addDate(origin)
      else if (kind === 'folder') this.#folders.add(documentId, name)
      else if (kind === 'file') for (const each of filesCalled(name)) this.#files.add(documentId, each)
      else {
        this.#sources.add(name)
        if (kind !== 'author' || !this.#people.add(documentId, name)) publishers.push(origin)
      }
    }
    this.#publishers = new NameDictionary(publishers)
  }

  /** Whether the documents are known to be of more than one author or publisher. */
  get areSeveral(): boolean {
    return this.#sources.size > 1
  }

  /** Whether a name is that of an author or publisher, or a part of one: "Herald" of "The Herald – Sports". */
  mayBeSource(name: string): boolean {
    const asked = words(name.toLowerCase()).map(({ text }) => text)
    const inOne = ` ${asked.join(' ')} `
    return [...this.#sources].some((source) => {
      const own = words(source.toLowerCase()).map(({ text }) => text)
      return ` ${own.join(' ')} `.includes(inOne)
    })
  }

  /** The newest date of a document, where any has one. */
  get newest(): DateParts | undefined {
    this.#newest ??= this.#dates.map(({ date }) => date).sort((a, b) => dayOf(b) - dayOf(a))[0]
    return this.#newest
  }

  /** The year of each document that has one. */
  get years(): ReadonlyMap<string, number> {
    this.#years ??= new Map(
      this.#dates.flatMap(({ documentId, date: { year } }) =>
        year === undefined ? [] : [[documentId, year] as const],
      ),
    )
    return this.#years
  }

  #addDate({ documentId, name }: Origin): void {
    const [written] = dates(name.slice(0, 10))
    const year = yearOf(name)
    if (written) this.#dates.push({ documentId, date: written })
    else if (year !== undefined) this.#dates.push({ documentId, date: { year } })
  }

  /** The documents of each time. What a greater share of the documents has tells none of them from the others. */
  #datedIn(times: readonly NamedTime[], most: number) {
    return times.flatMap((time) => {
      const ids = this.#dates.filter(({ date }) => time.holds(date)).map(({ documentId }) => documentId)
      return ids.length > 0 && ids.length <= most * this.#dates.length ? [{ ...time, ids }] : []
    })
  }

  /** What a text names, in the order in which it does. `spoken` tells names of files from words. */
  namedIn(text: string, spoken?: Partial<Spoken>): NamedOrigins {
    const publishers = this.#publishers.namedIn(text)
    const within = (name: string) => [...publishers.keys()].some((publisher) => publisher.includes(name))
    const people = [...this.#people.namedIn(text)].filter(([name]) => !within(name))
    const byThem = people.map(([name, authors]) => [name, documentsBy(authors)] as const)
    const folders = [...this.#folders.namedIn(text)].filter(([name]) => !within(name))
    const isFolder = (name: string) => folders.some(([folder]) => folder.includes(name))
    const files = [...this.#files.namedIn(text, spoken)].filter(([name]) => !within(name) && !isFolder(name))
    const names = [...publishers, ...byThem, ...folders, ...files].sort(([a], [b]) => text.indexOf(a) - text.indexOf(b))
    // A manual tells how to find "mail of the last week" whenever it was written.
    const relative = this.newest === undefined && asksForWay(text) ? [] : relativeTimesIn(text, this.newest)
    const dated = [...this.#datedIn(timesIn(text), 1 / 2), ...this.#datedIn(relative, 1)]
    return {
      names: new Map(names),
      places: new Set([...folders, ...files].map(([name]) => name)),
      dates: new Map(dated.map(({ written, ids }) => [written, ids])),
      within: new Set(dated.flatMap((time) => (time.within ? [time.written] : []))),
      relative: relative.map(({ written }) => written),
      shared: new Map(people.filter(([, authors]) => authors.length > 1)),
    }
  }
}

/** "crontab.5": the section of a manual, which few who name a page write. */
const SECTION = /\.\d\p{Ll}?$/u

/** What a file is called by: its whole name, and what files of one matter begin with, as "git-log" with "git". */
function filesCalled(name: string): string[] {
  const plain = name.replace(SECTION, '')
  const [family = ''] = name.split(/[-_.\s]/, 1)
  return [...new Set([name, plain, family])]
}

function documentsBy(authors: readonly Author[]): string[] {
  return [...new Set(authors.flatMap(({ documents }) => [...documents]))]
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
