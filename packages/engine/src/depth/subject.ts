import type { Quotation } from '#evidence/ledger.ts'
import { PART_WEIGHT } from '#evidence/queries.ts'
import { contentTerms, terms, visitTerms } from '#language/terms.ts'
import { askedAct } from '#question/asked-act.ts'
import { namedSources, singleNames } from '#question/named-sources.ts'
import type { Question } from '#question/question.ts'
import { coverage, INTENT, isEverydayTerm, isIntentTerm, weightOf } from '#question/weights.ts'
import type { Query, SourceDocument } from '../types.ts'
import { holdsWhole, longestList } from './holds-whole.ts'
import { KeptByPlace } from './kept-by-place.ts'
import { initialsOf, namesAnother } from './other-names.ts'
import { writtenAs } from './period.ts'
import type { ShortForm } from './short-forms.ts'
import { COMPANY, onlyTellsWhen, type SubjectTime } from './subject-time.ts'

/** A name in the question, and its terms. */
interface SubjectName {
  written: string
  terms: readonly string[]
  /** That of its terms which says most. */
  heaviest: string
  /** As it stands in a text. */
  pattern: RegExp
  /** Its first letters, where it is written by them; undefined for a name of one word. */
  initials: RegExp | undefined
}

/** UTF-16 units before a sentence in which its subject may have been named, and after it. */
const BEFORE = 500
const AFTER = 200
/** From this share of the weight of all names on a passage is of the subject. */
const NAMES = 0.5
/** The same of all that the question is about, where it names nothing; where it does, other words alone have to hold more. */
const HELD = 0.4
const HELD_WITHOUT_NAMES = 0.6
/** No passage holds that much of a long question: so many of its terms are enough. */
const TERMS = 1.5
const TERMS_WITHOUT_NAMES = 2.5
/** Words beside the names that hold less of the whole weight tell nothing apart: the "best" of named things. */
const SLIGHT = 0.2
/** A text that holds this share of the subject is about it, or one word of many that says as much as they do on average. */
const ASKED = 0.2

/** "And what happened to its head": a part that points at another one is of the same subject. English. */
const REFERS = /\b(?:its|his|her|their|it|him|them)\b/iu

/** A word of the subject that stands in this share of what is told of it is what is told of. */
const OFTEN = 0.25

const NO_COMPANY: ReadonlyMap<string, number> = new Map()

type Asked = Pick<
  Question,
  | 'parts'
  | 'unseen'
  | 'common'
  | 'compared'
  | 'text'
  | 'language'
  | 'names'
  | 'origins'
  | 'ofSources'
  | 'ofTimes'
  | 'capitalised'
  | 'weights'
  | 'goal'
>

/** What a question is about, but for whom it asks, when, and what is to be done: tells what is on that subject. */
export class Subject {
  readonly #language: Asked['language']
  readonly #weights: ReadonlyMap<string, number>
  #names: readonly SubjectName[]
  /** Those of them that stand anywhere, if any does: of a name that no source has nothing can be held. */
  #sought: readonly SubjectName[]
  /** All terms of the question, also those that only tell when, or whom to ask. */
  readonly #asked: ReadonlySet<string>
  /** Parts of the question, or things that it compares: a passage is of one of them. */
  readonly #parts: number
  /** The same, or names that stand in one list: a passage is of one of them. */
  readonly #listed: number
  /** Whether names stand in a list. */
  readonly #isList: boolean
  /** What was found of sentences that were held against it. */
  readonly #known = new KeptByPlace<boolean>()
  readonly #knownWhole = new KeptByPlace<boolean>()
  readonly #degrees = new KeptByPlace<number>()
  /** The names that stand somewhere in a document. */
  readonly #written = new WeakMap<SourceDocument, ReadonlySet<string>>()

  /** Whether it is two words side by side: one of "gold standard" alone is of something else. */
  readonly #isOnePair: boolean

  /** The terms of each thing that is compared and is no name: what tells of one is of the subject. */
  readonly #things: readonly ReadonlySet<string>[]

  /** When it is; undefined where nobody looked. */
  #time: SubjectTime | undefined

  constructor(question: Asked) {
    const { text, language, weights, goal, ofSources, ofTimes, capitalised } = question
    this.#language = language
    this.#asked = new Set([...weights.keys(), ...this.#termsIn(text)])
    const parts = question.parts.filter((part) => !REFERS.test(part.text))
    this.#parts = Math.max(1, parts.length, question.compared.length)
    const things = question.compared.map(({ name }) => contentTerms(name, language))
    this.#things = things.filter((thing) => thing.size > 0 && !capitalised.some((term) => thing.has(term)))
    const allNames = singleNames(question.names)
    // What stands everywhere names nothing in particular, where the question says anything else.
    const isTelling = (name: string) => this.#termsIn(name).some((term) => !question.common.has(term))
    const names = weights.size > question.common.size ? allNames.filter(isTelling) : allNames
    const ofCommon = new Set(allNames.flatMap((name) => (names.includes(name) ? [] : this.#termsIn(name))))
    const times = names.filter((name) => onlyTellsWhen(name, question))
    const ofTime = ofTimes.union(new Set(times.flatMap((name) => this.#termsIn(name))))
    // A word that nothing was written with tells nothing apart, but a name does.
    const isWritten = (term: string) => capitalised.includes(term) || (weights.get(term) ?? 0) < question.unseen
    const tells = (term: string) =>
      isWritten(term) &&
      !ofCommon.has(term) &&
      !goal.discounts.has(term) &&
      !ofSources.has(term) &&
      !ofTime.has(term) &&
      !/^\d+$/.test(term)
    const telling = [...weights].flatMap(([term, weight]): [string, number][] => {
      // "Keep", "good" and "hard" are of every subject.
      const isEveryday = isEverydayTerm(term) && !capitalised.includes(term)
      return tells(term) ? [[term, isEveryday ? INTENT * weight : weight]] : []
    })
    const asking = new Set(this.#termsIn(askedAct(question)?.words ?? ''))
    const isOfIt = ([term]: [string, number]) => !asking.has(term) || capitalised.includes(term)
    this.#weights = new Map(telling.some(isOfIt) ? telling.filter(isOfIt) : telling)
    const sources = new Set(namedSources(question).flatMap(({ name }) => this.#termsIn(name)))
    this.#names = names.flatMap((written) => {
      const terms = this.#termsIn(written).filter(
        (term) => capitalised.includes(term) && this.#weights.has(term) && !sources.has(term),
      )
      const [heaviest] = terms.toSorted((a, b) => this.#weigh([b]) - this.#weigh([a]))
      return heaviest === undefined
        ? []
        : [{ written, terms, heaviest, pattern: writtenAs(written), initials: initialsOf(written) }]
    })
    const inList = longestList(names, text)
    this.#listed = Math.max(this.#parts, inList)
    this.#isList = inList > 1
    const written = this.#names.filter(({ heaviest }) => (weights.get(heaviest) ?? 0) < question.unseen)
    this.#sought = written.length > 0 ? written : this.#names
    const asked = goal.terms(text)
    const [first, second] = [...this.#weights.keys()].map((term) => asked.findIndex((one) => one.term === term))
    const isTwo = this.#weights.size === 2 && this.#names.length === 0 && first !== undefined && second !== undefined
    this.#isOnePair = isTwo && first >= 0 && second >= 0 && Math.abs(first - second) === 1
  }

  /** By what letters sources write words of it, told before anything is held against it. */
  shortForms: readonly ShortForm[] = []

  /** Tells when it is, before anything is held against it. */
  set time(time: SubjectTime) {
    this.#time = time
    const isName = ({ written }: SubjectName) => !time.notNames.has(written)
    this.#names = this.#names.filter(isName)
    this.#sought = this.#sought.filter(isName)
  }

  /** Whether a sentence is on the subject, with what stands round it and over it. */
  isOf(quotation: Quotation): boolean {
    return this.#known.of(quotation, (one) => this.#holds(one))
  }

  /**
   * Whether a sentence on the subject is on all of it: a name alone is told of in many, and so are the words beside it. What
   * is of another time has to hold it by itself.
   */
  isOfWhole(quotation: Quotation): boolean {
    return this.isOf(quotation) && this.#knownWhole.of(quotation, (one) => this.#holdsWhole(one))
  }

  #holdsWhole(quotation: Quotation): boolean {
    const { held, named } = this.#passageOf(quotation)
    const names = new Set(this.#sought.flatMap(({ terms }) => terms))
    const asked = { weights: this.#weights, names, parts: this.#parts, listed: this.#listed }
    const own = this.#inItsTime(quotation, held)
    return this.#time?.keepsCompany(quotation.document, held) === true || holdsWhole(asked, own, new Set(named))
  }

  /** How much of the subject a sentence holds, with what stands round it and over it: 0 to 1. */
  degreeOf(quotation: Quotation): number {
    return this.#degrees.of(quotation, (one) => this.#degreeOf(one))
  }

  #degreeOf(quotation: Quotation): number {
    const { held, named } = this.#passageOf(quotation)
    const names = new Set(this.#sought.flatMap(({ terms }) => terms))
    // A word of a name is none of the subject where the name does not stand.
    return this.#share(this.#inItsTime(quotation, held).difference(names.difference(new Set(named))))
  }

  /** The terms of a passage that count: of one of another time only those of the sentence itself and its title. */
  #inItsTime({ document, quote }: Quotation, held: ReadonlySet<string>): ReadonlySet<string> {
    const isOfOtherTime = document.year !== undefined && this.#time?.isOfOtherTime(document.year) === true
    return isOfOtherTime ? new Set(this.#termsIn(`${document.title}\n${quote}`)) : held
  }

  /** Whether it says more than names: the "annexation" of Texas, and not the "best" of named things. */
  get hasOthers(): boolean {
    return this.#weigh(this.#others) > SLIGHT * this.#weigh(this.#weights.keys())
  }

  /** What share of the words beside its names stands in a sentence, and round and over it; 1 where they say next to nothing. */
  shareOfOthers(quotation: Quotation): { own: number; round: number } {
    const others = this.#others
    const share = (held: ReadonlySet<string>) =>
      this.hasOthers ? this.#weigh(held.intersection(others)) / this.#weigh(others) : 1
    const round = () => share(this.#passageOf(quotation).held)
    return {
      own: share(contentTerms(quotation.quote, this.#language)),
      // Few ask for it, and it takes reading all that stands round the sentence.
      get round() {
        return round()
      },
    }
  }

  get #others(): ReadonlySet<string> {
    const names = new Set(this.#names.flatMap(({ terms }) => terms))
    return new Set(this.#weights.keys()).difference(names)
  }

  /** Whether a text asks about the subject. */
  isAskedIn(text: string): boolean {
    const held = this.#heldIn(text)
    const least = Math.min(ASKED, 1 / Math.max(1, this.#weights.size))
    return this.#isOfThing(held) || this.#names.some(({ heaviest }) => held.has(heaviest)) || this.#share(held) >= least
  }

  /** Whether a sentence tells of the subject by itself, whatever stands round it, and not of another of its kind. */
  isToldIn(quote: string): boolean {
    if (this.#names.some(({ written }) => namesAnother(written, quote))) return false
    const company = this.#time?.company.weights ?? NO_COMPANY
    return this.isAskedIn(quote) || coverage(this.#termsIn(quote), company) >= COMPANY
  }

  /** Whether a text holds enough of the subject by itself, and not only a word of it. */
  bearsOn(text: string): boolean {
    const company = this.#time?.company.weights ?? NO_COMPANY
    const held = this.#heldIn(text)
    const least = Math.min(HELD / this.#listed, TERMS / Math.max(1, this.#weights.size))
    return this.#share(held) >= least || coverage(held, company) >= COMPANY
  }

  /** Whether a text asks about something else, which may have been found on the way: more than a name of the question tells when. */
  leadsElsewhere(text: string): boolean {
    const isNew = (term: string) => !this.#asked.has(term) && !isIntentTerm(term)
    return !this.isAskedIn(text) && this.#termsIn(text).some(isNew)
  }

  /** Whether a document may be of the time that the question asks about. */
  mayHold(document: Pick<SourceDocument, 'id' | 'year'>): boolean {
    return this.#time?.mayHold(document) ?? true
  }

  /** Whether a document is of the time in which that was which the question names; so is each where none is known. */
  isOfItsTime(document: Pick<SourceDocument, 'year'>): boolean {
    return this.#time?.isOfItsTime(document) ?? true
  }

  /** Whether a document is of what came soon after that by which the question tells when; so is each where it tells no such time. */
  isSoonAfter(document: Pick<SourceDocument, 'year'>): boolean {
    return this.#time?.isSoonAfter(document) ?? true
  }

  /** Whether the subject is of a time that is known. */
  get hasTime(): boolean {
    return this.#time?.documents !== undefined
  }

  /**
   * How much texts hold of the subject: 0 to 1. What keeps company with its names in their time counts as much as the rest
   * of it.
   */
  bearing(texts: readonly string[]): number {
    const held = this.#heldIn(texts.join('\n'))
    const company = this.#time?.company.weights
    const own = this.#share(held)
    return company === undefined || company.size === 0 ? own : (own + coverage(held, company)) / 2
  }

  /** What share of its names a text writes; 0 where it has but one, which is not written again each time. */
  shareOfNames(text: string): number {
    const held = new Set(this.#termsIn(text))
    const written = this.#sought.filter(({ heaviest }) => held.has(heaviest))
    return this.#sought.length > 1 ? written.length / this.#sought.length : 0
  }

  /** Those of the names that the question lists, as "Texas and Hawaii", that none of some texts writes; none where it lists none. */
  namesLeftOut(texts: readonly string[]): string[] {
    if (!this.#isList) return []
    const held = new Set(this.#termsIn(texts.join('\n')))
    return this.#names.flatMap(({ written, heaviest }) => (held.has(heaviest) ? [] : [written]))
  }

  /** Its names, as the question writes them, that some texts write. */
  namesIn(texts: readonly string[]): string[] {
    const held = this.#heldIn(texts.join('\n'))
    return this.#sought.flatMap(({ written, heaviest }) => (held.has(heaviest) ? [written] : []))
  }

  /** How often what stands round a sentence, and the sentence itself, write a word of the subject. */
  timesRound({ document, start, end }: Quotation): number {
    const passage = document.text.slice(Math.max(0, start - BEFORE), end + BEFORE)
    let times = 0
    visitTerms(passage, this.#language, ({ term }) => {
      if (this.#weights.has(term)) times += 1
    })
    return times
  }

  /** Words by which sources speak of what the question names, where few of them write its name; none where they do. */
  get otherWords(): readonly string[] {
    const { company, notNames = [] } = this.#time ?? {}
    return [...(company?.words ?? []), ...[...notNames].flatMap((name) => name.split(/\s+/))]
  }

  /** The short forms of its words with the rest of it, to search for beside the words; none where it has none. */
  queriesByShortForms({ terms: asked, words }: Pick<Question, 'terms' | 'words'>): Query[] {
    return this.shortForms.map(({ letters, terms: long }) => {
      const own = asked.filter((term) => this.#weights.has(term) && !long.includes(term))
      const text = [letters, ...own.map((term) => words.get(term) ?? term)].join(' ')
      return { text, terms: [...this.#termsIn(text)], purpose: 'part', weight: PART_WEIGHT }
    })
  }

  /**
   * Searches for terms of a question, and for what keeps company with its names, among the documents of its time.
   * `known`: ids of documents that are left out. Default: none is.
   */
  queriesInTime({ terms: asked, words }: Pick<Question, 'terms' | 'words'>, known?: ReadonlySet<string>): Query[] {
    const all = this.#time?.searched
    const within = known ? all?.filter((id) => !known.has(id)) : all
    if (!this.#time || within === undefined || within.length === 0) return []
    const own = asked.filter((term) => this.#weights.has(term) && !isIntentTerm(term))
    const { company } = this.#time
    const ask = (some: readonly string[], written: readonly string[]): Query[] => {
      const query: Query = { text: written.join(' '), terms: some, purpose: 'part', weight: PART_WEIGHT, within }
      return some.length > 0 ? [query] : []
    }
    const ownWords = own.map((term) => words.get(term) ?? term)
    return [...ask(own, ownWords), ...ask([...company.weights.keys()], company.words)]
  }

  /** Whether the question names what it is about. */
  get hasNames(): boolean {
    return this.#names.length > 0
  }

  /** The names of the subject, or else its words, as a search for it. */
  get words(): string {
    const named = this.#names.map(({ written }) => written)
    return (named.length > 0 ? named : [...this.#weights.keys()]).join(' ')
  }

  /**
   * Those of its words that some quotations hold most, as a search for them; none where these are all of its words. The
   * rarest word decides what a search finds, and may say nothing of the subject: "disputes" in the business of music.
   */
  wordsHeldIn(quotations: readonly Pick<Quotation, 'quote'>[]): string[] {
    const held = quotations.map(({ quote }) => new Set(this.#termsIn(quote)))
    const core = [...this.#weights.keys()].filter(
      (term) => held.filter((terms) => terms.has(term)).length >= OFTEN * held.length,
    )
    return core.length > 0 && core.length < this.#weights.size ? [core.join(' ')] : []
  }

  #holds(quotation: Quotation): boolean {
    if (!this.mayHold(quotation.document)) return false
    if (this.#weights.size === 0) return true
    const { held, named } = this.#passageOf(quotation)
    const all = this.#sought.flatMap(({ terms }) => terms)
    if (this.#isOfThing(held)) return true
    if (named.length > 0 && this.#parts * this.#weigh(named) >= NAMES * this.#weigh(all)) return true
    // A word of a name is no word of the subject where the name does not stand.
    const elsewhere = new Set(all).difference(new Set(named))
    const [share, fewest] = all.length > 0 ? [HELD_WITHOUT_NAMES, TERMS_WITHOUT_NAMES] : [HELD, TERMS]
    const least = this.#isOnePair ? 1 : Math.min(share / this.#parts, fewest / this.#weights.size)
    return this.#share(held.difference(elsewhere)) >= least
  }

  #isOfThing(held: ReadonlySet<string>): boolean {
    return this.#things.some((thing) => thing.isSubsetOf(held))
  }

  /** The terms of what stands round a sentence and over it, and those of the names that stand there. */
  #passageOf({ document, start, end, block }: Quotation) {
    const from = Math.max(0, start - BEFORE)
    const passage = [document.title, ...(block?.path ?? []), document.text.slice(from, end + AFTER)].join('\n')
    const held = this.#heldIn(passage)
    const names = this.#names.filter((name) => this.#isNamed(name, { document, passage, held }))
    return { held, named: names.flatMap(({ terms }) => terms) }
  }

  #isNamed(
    { written, terms: own, heaviest, pattern }: SubjectName,
    { document, passage, held }: { document: SourceDocument; passage: string; held: ReadonlySet<string> },
  ): boolean {
    const period = this.#time?.periodOf(written)
    if (period) {
      const { year = Number.NaN } = document
      const isOfItsTime = year >= period.from && year <= period.to
      const isTold = held.has(heaviest) || coverage(held, period.company) >= COMPANY
      return passage.includes(written) || (isOfItsTime && isTold)
    }
    if (held.has(heaviest) && this.#namesIn(document).has(written)) return true
    if (!own.every((term) => held.has(term))) return false
    return own.length < 2 || pattern.test(passage) || this.#isCapitalised(heaviest, passage)
  }

  /** Whether a word stands in a passage as names do: apart from the others and written small it is of something else. */
  #isCapitalised(word: string, passage: string): boolean {
    return terms(passage, this.#language).some(({ term, raw }) => term === word && !/^\p{Ll}/u.test(raw))
  }

  #namesIn(document: SourceDocument): ReadonlySet<string> {
    const known = this.#written.get(document)
    if (known) return known
    const text = document.text.slice()
    const found = new Set(this.#names.flatMap(({ written }) => (text.includes(written) ? [written] : [])))
    this.#written.set(document, found)
    return found
  }

  #share(held: ReadonlySet<string>): number {
    const all = this.#weigh(this.#weights.keys())
    return all > 0 ? this.#weigh(held) / all : 1
  }

  #weigh(terms: Iterable<string>): number {
    return weightOf(new Set(terms), this.#weights)
  }

  #termsIn(text: string): string[] {
    return [...contentTerms(text, this.#language)]
  }

  /** The same, and those of each name that is written by its initials. */
  #heldIn(text: string): ReadonlySet<string> {
    const own = contentTerms(text, this.#language)
    // "EU" stands for all words of the name.
    const short = [
      ...this.#names.filter(({ initials }) => initials?.test(text)),
      ...this.shortForms.filter(({ written }) => written.test(text)),
    ]
    return short.length > 0 ? own.union(new Set(short.flatMap(({ terms }) => terms))) : own
  }
}
