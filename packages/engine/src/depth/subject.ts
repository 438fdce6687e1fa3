import type { Quotation } from '#evidence/ledger.ts'
import { contentTerms } from '#language/terms.ts'
import { coverage, isIntentTerm, weightOf } from '#question/weights.ts'
import type { SourceDocument } from '../types.ts'
import { holdsWhole } from './holds-whole.ts'
import { type JoinedWord, withJoined } from './joined-words.ts'
import { KeptByPlace } from './kept-by-place.ts'
import { namesAnother } from './other-names.ts'
import type { ShortForm } from './short-forms.ts'
import { BEFORE, SubjectReader } from './subject-reader.ts'
import { type AskedOfSubject, type SubjectTerms, subjectTerms, withoutNames } from './subject-terms.ts'
import { COMPANY, type SubjectTime } from './subject-time.ts'

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

const NO_COMPANY: ReadonlyMap<string, number> = new Map()

/** Tells what is on the subject of a question. */
export class Subject {
  #terms: SubjectTerms
  #reader: SubjectReader
  #shortForms: readonly ShortForm[] = []
  #joinedWords: readonly JoinedWord[] = []
  /** When it is; undefined where nobody looked. */
  #time: SubjectTime | undefined
  /** What was found of sentences that were held against it. */
  readonly #known = new KeptByPlace<boolean>()
  readonly #knownWhole = new KeptByPlace<boolean>()
  readonly #degrees = new KeptByPlace<number>()
  readonly #elsewhere = new Map<string, boolean>()

  constructor(question: AskedOfSubject) {
    this.#terms = subjectTerms(question)
    this.#reader = new SubjectReader(this.#terms)
  }

  /** What it is about. */
  get terms(): SubjectTerms {
    return this.#terms
  }

  /** When it is, told before anything is held against it; undefined where nobody looked. */
  set time(time: SubjectTime) {
    this.#time = time
    this.#terms = withoutNames(this.#terms, time.notNames)
    this.#reader = new SubjectReader(this.#terms, this.#shortForms, time)
  }

  get time(): SubjectTime | undefined {
    return this.#time
  }

  /** By what letters sources write words of it, told before anything is held against it. */
  set shortForms(forms: readonly ShortForm[]) {
    this.#shortForms = forms
    this.#reader = new SubjectReader(this.#terms, forms, this.#time)
  }

  get shortForms(): readonly ShortForm[] {
    return this.#shortForms
  }

  /** Which words of it sources write as one, told before anything is held against it and after the short forms. */
  set joinedWords(joined: readonly JoinedWord[]) {
    this.#joinedWords = joined
    if (joined.length === 0) return
    this.#terms = { ...this.#terms, weights: withJoined(this.#terms.weights, joined) }
    this.shortForms = [...this.#shortForms, ...joined]
  }

  get joinedWords(): readonly JoinedWord[] {
    return this.#joinedWords
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
    const { held, named } = this.#reader.passageOf(quotation)
    const asked = { ...this.#terms, names: this.#ofSought }
    const own = this.#inItsTime(quotation, held)
    return this.#time?.keepsCompany(quotation.document, held) === true || holdsWhole(asked, own, new Set(named))
  }

  /** How much of the subject a sentence holds, with what stands round it and over it: 0 to 1. */
  degreeOf(quotation: Quotation): number {
    return this.#degrees.of(quotation, (one) => this.#degreeOf(one))
  }

  #degreeOf(quotation: Quotation): number {
    const { held, named } = this.#reader.passageOf(quotation)
    // A word of a name is none of the subject where the name does not stand.
    return this.#share(this.#inItsTime(quotation, held).difference(this.#ofSought.difference(new Set(named))))
  }

  /** The terms of a passage that count: of one of another time only those of the sentence itself and its title. */
  #inItsTime({ document, quote }: Quotation, held: ReadonlySet<string>): ReadonlySet<string> {
    const isOfOtherTime = document.year !== undefined && this.#time?.isOfOtherTime(document.year) === true
    return isOfOtherTime ? this.#reader.wordsIn(document.title).union(this.#reader.wordsIn(quote)) : held
  }

  /** Whether it says more than names: the "annexation" of Texas, and not the "best" of named things. */
  get hasOthers(): boolean {
    return this.#weigh(this.#others) > SLIGHT * this.#weigh(this.#terms.weights.keys())
  }

  /** What share of the words beside its names stands in a sentence, and round and over it; 1 where they say next to nothing. */
  shareOfOthers(quotation: Quotation): { own: number; round: number } {
    const others = this.#others
    const share = (held: ReadonlySet<string>) =>
      this.hasOthers ? this.#weigh(held.intersection(others)) / this.#weigh(others) : 1
    const round = () => share(this.#reader.passageOf(quotation).held)
    return {
      own: share(this.#reader.wordsIn(quotation.quote)),
      // Few ask for it, and it takes reading all that stands round the sentence.
      get round() {
        return round()
      },
    }
  }

  get #others(): ReadonlySet<string> {
    const names = new Set(this.#terms.names.flatMap(({ terms }) => terms))
    return new Set(this.#terms.weights.keys()).difference(names)
  }

  /** Whether a text asks about the subject. */
  isAskedIn(text: string): boolean {
    const { names, weights } = this.#terms
    const held = this.#reader.heldIn([text])
    const least = Math.min(ASKED, 1 / Math.max(1, weights.size))
    return this.#isOfThing(held) || names.some(({ heaviest }) => held.has(heaviest)) || this.#share(held) >= least
  }

  /** Whether a sentence tells of the subject by itself, whatever stands round it, and not of another of its kind. */
  isToldIn(quote: string): boolean {
    if (this.#terms.names.some(({ written }) => namesAnother(written, quote))) return false
    const company = this.#time?.company.weights ?? NO_COMPANY
    return this.isAskedIn(quote) || coverage(this.#reader.wordsIn(quote), company) >= COMPANY
  }

  /** Whether a text holds enough of the subject by itself, and not only a word of it. */
  bearsOn(text: string): boolean {
    const company = this.#time?.company.weights ?? NO_COMPANY
    const held = this.#reader.heldIn([text])
    const { listed, weights } = this.#terms
    const least = Math.min(HELD / listed, TERMS / Math.max(1, weights.size))
    return this.#share(held) >= least || coverage(held, company) >= COMPANY
  }

  /** Whether a text asks about something else, which may have been found on the way: more than a name of the question tells when. */
  leadsElsewhere(text: string): boolean {
    const known = this.#elsewhere.get(text)
    if (known !== undefined) return known
    const { asked, language } = this.#terms
    const isNew = (term: string) => !asked.has(term) && !isIntentTerm(term)
    const leads = !this.isAskedIn(text) && [...contentTerms(text, language)].some(isNew)
    this.#elsewhere.set(text, leads)
    return leads
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
    const held = this.#reader.heldIn(texts)
    const company = this.#time?.company.weights
    const own = this.#share(held)
    return company === undefined || company.size === 0 ? own : (own + coverage(held, company)) / 2
  }

  /** What share of its names a text writes; 0 where it has but one, which is not written again each time. */
  shareOfNames(text: string): number {
    const { sought, together } = this.#terms
    const held = this.#reader.wordsIn(text)
    const alike = together.filter((group) => !group.isDisjointFrom(held)).reduce((all, group) => all.union(group), held)
    const written = sought.filter(({ heaviest }) => alike.has(heaviest))
    return sought.length > 1 ? written.length / sought.length : 0
  }

  /** Those of the names that the question lists, as "Texas and Hawaii", that none of some texts writes; none where it lists none. */
  namesLeftOut(texts: readonly string[]): string[] {
    const { names, isList } = this.#terms
    if (!isList) return []
    const held = texts.map((text) => this.#reader.wordsIn(text))
    return names.flatMap(({ written, heaviest }) => (held.some((own) => own.has(heaviest)) ? [] : [written]))
  }

  /** Its names, as the question writes them, that some texts write. */
  namesIn(texts: readonly string[]): string[] {
    const held = this.#reader.heldIn(texts)
    return this.#terms.sought.flatMap(({ written, heaviest }) => (held.has(heaviest) ? [written] : []))
  }

  /** How often what stands round a sentence, and the sentence itself, write a word of the subject. */
  timesRound({ document, start, end }: Quotation): number {
    const around = this.#reader.termsBetween(document, start - BEFORE, end + BEFORE)
    return around.filter((term) => this.#terms.weights.has(term)).length
  }

  /** Whether the question names what it is about. */
  get hasNames(): boolean {
    return this.#terms.names.length > 0
  }

  #holds(quotation: Quotation): boolean {
    if (!this.mayHold(quotation.document)) return false
    const { weights, parts, isOnePair } = this.#terms
    if (weights.size === 0) return true
    const { held, named } = this.#reader.passageOf(quotation)
    const all = this.#ofSought
    if (this.#isOfThing(held)) return true
    if (named.length > 0 && parts * this.#weigh(named) >= NAMES * this.#weigh(all)) return true
    // A word of a name is no word of the subject where the name does not stand.
    const elsewhere = all.difference(new Set(named))
    const [share, fewest] = all.size > 0 ? [HELD_WITHOUT_NAMES, TERMS_WITHOUT_NAMES] : [HELD, TERMS]
    const least = isOnePair ? 1 : Math.min(share / parts, fewest / weights.size)
    return this.#share(held.difference(elsewhere)) >= least
  }

  #isOfThing(held: ReadonlySet<string>): boolean {
    return this.#terms.things.some((thing) => thing.isSubsetOf(held))
  }

  /** The terms of the names that are sought. */
  get #ofSought(): ReadonlySet<string> {
    return new Set(this.#terms.sought.flatMap(({ terms }) => terms))
  }

  #share(held: ReadonlySet<string>): number {
    const all = this.#weighTogether(new Set(this.#terms.weights.keys()))
    return all > 0 ? this.#weighTogether(held) / all : 1
  }

  /** What terms weigh, where of those that are named together one stands for all. */
  #weighTogether(held: ReadonlySet<string>): number {
    const { together, weights } = this.#terms
    if (together.length === 0) return this.#weigh(held)
    const most = (terms: Iterable<string>) => Math.max(0, ...[...terms].map((term) => weights.get(term) ?? 0))
    return together.reduce(
      (sum, group) => sum + most(group.intersection(held)),
      this.#weigh(together.reduce((left, group) => left.difference(group), held)),
    )
  }

  #weigh(terms: Iterable<string>): number {
    return weightOf(terms instanceof Set ? terms : new Set(terms), this.#terms.weights)
  }
}
