import { setImmediate as turn } from 'node:timers/promises'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import type { SourceDocument } from '../types.ts'
import { namedSources, singleNames } from './named-sources.ts'
import { type Chronicle, isMadeOfWords, type Period, periodOf } from './period.ts'

/** What stands before a name that only tells when: "before the Civil War". */
const WHEN = /\b(?<relation>before|after|since|until|during)\s+(?:the\s+)?$/iu

type Asked = Pick<Question, 'text' | 'names' | 'origins'>

/** Whether a name in a question only tells when: "before the Civil War". */
export function onlyTellsWhen(name: string, { text }: Pick<Question, 'text'>): boolean {
  return relationOf(name, text) !== undefined
}

function relationOf(name: string, text: string): string | undefined {
  return WHEN.exec(text.slice(0, Math.max(0, text.indexOf(name))))?.groups?.['relation']?.toLowerCase()
}

/** Whether a year may be of such a time; what a relation leaves open is let through. */
const RELATIONS: Readonly<Record<string, (year: number, period: Period) => boolean>> = {
  before: (year, { from }) => year < from,
  until: (year, { to }) => year <= to,
  during: (year, { began, to }) => year >= began && year <= to,
  since: (year, { from }) => year >= from,
  after: (year, { from }) => year > from,
}

/** Years in which that which came after something is told of as its aftermath: what is later is of another time. */
const SOON = 20

/** Fewer documents carry no report: what happened in their year is told of before and after it as well. */
const FEWEST_DOCUMENTS = 8

/** Documents of a time, and where that is one year, of those next to it as long as all are too few to tell much of it. */
function besideInTime(ids: ReadonlySet<string>, years: ReadonlyMap<string, number>): ReadonlySet<string> {
  const own = new Set([...ids].flatMap((id) => years.get(id) ?? []))
  if (own.size !== 1 || ids.size >= FEWEST_DOCUMENTS) return ids
  const [only = 0] = own
  const distances = [...years].map(([id, year]) => ({ id, distance: Math.abs(year - only) }))
  distances.sort((a, b) => a.distance - b.distance)
  const farthest = distances.at(FEWEST_DOCUMENTS - 1)?.distance ?? Number.POSITIVE_INFINITY
  return new Set(distances.flatMap(({ id, distance }) => (ids.has(id) || distance <= farthest ? [id] : [])))
}

/** A name in a question, when that was which it names, and what the question asks of that time, if anything. */
interface NamePeriod {
  name: string
  period: Period
  relation: string | undefined
}

/** From this share of what keeps company with a name on, a passage of its time tells of it. */
export const COMPANY = 0.2

/** A question that names more is about none of them in particular. */
const MOST_NAMES = 6

/** When the subject of a question is, as far as the question says so, or the library tells it of what the question names. */
export class SubjectTime {
  readonly #years: ReadonlyMap<string, number>
  readonly #isInTime: (id: string, year: number) => boolean
  /** When that was which the other names name: most of what tells of it is of then. */
  readonly #told: Period[] = []
  /** When that was after which the question asks. */
  readonly #before: Period[] = []
  #documents: readonly string[] | undefined
  #company: Company | undefined
  /** Of names that the library rarely writes, when that was which they name. */
  readonly #periods = new Map<string, Period>()

  /** Names in the question that name nothing here: they are words like others. */
  readonly notNames: ReadonlySet<string>

  private constructor(
    question: Asked,
    { origins }: Pick<Chronicle, 'origins'>,
    periods: readonly NamePeriod[],
    notNames: ReadonlySet<string>,
  ) {
    this.notNames = notNames
    this.#years = origins.years
    const conditions: ((id: string, year: number) => boolean)[] = []
    const { dates, within } = question.origins
    // Of several sources each may have a time of its own.
    if (namedSources(question).length === 0 && within.size > 0) {
      const ids = new Set([...dates].flatMap(([date, own]) => (within.has(date) ? own : [])))
      const near = besideInTime(ids, this.#years)
      conditions.push((id) => near.has(id))
    }
    for (const { name, period, relation } of periods) {
      const holds = relation === undefined ? undefined : RELATIONS[relation]
      if (relation === 'after') this.#before.push(period)
      if (holds) conditions.push((_, year) => holds(year, period))
      else if (period.isRarelyWritten) this.#periods.set(name, period)
      else this.#told.push(period)
    }
    this.#isInTime = (id, year) => conditions.every((holds) => holds(id, year))
    this.isLimited = conditions.length > 0
  }

  /**
   * Learns it from a library.
   * @throws the signal's reason when aborted
   */
  static async learned(question: Asked, chronicle: Chronicle, signal: AbortSignal): Promise<SubjectTime> {
    const sources = namedSources(question)
    const names = singleNames(question.names).filter((name) => !sources.some((source) => source.name === name))
    const periods: NamePeriod[] = []
    const words = new Set<string>()
    for (const name of names.slice(0, MOST_NAMES)) {
      const period = periodOf(name, chronicle)
      if (period) periods.push({ name, period, relation: relationOf(name, question.text) })
      else if (isMadeOfWords(name, chronicle)) words.add(name)
      // Each looks at hundreds of passages, and others are served by the same thread.
      await turn()
      signal.throwIfAborted()
    }
    return new SubjectTime(question, chronicle, periods, words)
  }

  /** Whether the question is about one time alone. */
  readonly isLimited: boolean

  /** Whether a document may be of the time that is asked about; one without a date may. */
  mayHold({ id, year }: Pick<SourceDocument, 'id' | 'year'>): boolean {
    return year === undefined || this.#isInTime(id, year)
  }

  /** Whether a document is of the time of what the question names; so is each where none is known. */
  isOfItsTime({ year = Number.NaN }: Pick<SourceDocument, 'year'>): boolean {
    const periods = [...this.#periods.values()]
    return periods.length === 0 || periods.some(({ from, to }) => year >= from && year <= to)
  }

  /** Whether a document is of the years right after what the question asks for the time after; so is each where it does not. */
  isSoonAfter({ year = Number.NaN }: Pick<SourceDocument, 'year'>): boolean {
    return this.#before.every(({ to }) => year <= to + SOON)
  }

  /** Whether a document is of a time in which that was which the question names, and terms of it tell of that by other words. */
  keepsCompany({ year }: Pick<SourceDocument, 'year'>, held: ReadonlySet<string>): boolean {
    const periods = year === undefined ? [] : this.#periodsOf(year)
    return periods.some(({ company }) => coverage(held, company) >= COMPANY)
  }

  #periodsOf(year: number): Period[] {
    return [...this.#periods.values(), ...this.#told].filter(({ from, to }) => year >= from && year <= to)
  }

  /** Whether a year lies outside each time in which that was which the question names; it does not where none is known. */
  isOfOtherTime(year: number): boolean {
    return this.#periods.size + this.#told.length > 0 && this.#periodsOf(year).length === 0
  }

  /** When that was which a name of the question names; undefined where the name itself tells what is on it. */
  periodOf(name: string): Period | undefined {
    return this.#periods.get(name)
  }

  /**
   * The documents of the time that is asked about, and of that of what the question names, or that write its name;
   * undefined where no time is known.
   */
  get documents(): readonly string[] | undefined {
    const periods = [...this.#periods.values()]
    if (!this.isLimited && periods.length === 0) return undefined
    this.#documents ??= [...this.#years].flatMap(([id, year]) => {
      const isOf = ({ from, to, mentionedIn }: Period) => (year >= from && year <= to) || mentionedIn.includes(id)
      return this.#isInTime(id, year) && (periods.length === 0 || periods.some(isOf)) ? [id] : []
    })
    return this.#documents
  }

  /** The documents in which more may be told of the subject than its words find; undefined where no time is known. */
  get searched(): readonly string[] | undefined {
    if (this.documents !== undefined || this.#told.length === 0) return this.documents
    const isOf = (year: number) => this.#told.some(({ from, to }) => year >= from && year <= to)
    return [...this.#years].flatMap(([id, year]) => (isOf(year) ? [id] : []))
  }

  /** Terms that keep company with what the question names, in its time; those first that tell it best. */
  get company(): Company {
    this.#company ??= companyOf([...this.#periods.values()])
    return this.#company
  }

  /** All terms that keep company with any of its names. */
  get terms(): Iterable<string> {
    return companyOf([...this.#periods.values(), ...this.#told]).weights.keys()
  }
}

interface Company {
  weights: ReadonlyMap<string, number>
  words: readonly string[]
}

function companyOf(periods: readonly Period[]): Company {
  return {
    weights: new Map(periods.flatMap(({ company }) => [...company])),
    words: periods.flatMap(({ words }) => words),
  }
}
