import { type DateParts, MONTHS } from '#language/dates.ts'
import { isNamed, type Name } from '#language/entities.ts'
import { listMarkerOf } from '#language/list-marker.ts'
import { normaliseWithMap } from '#language/normalise.ts'
import { holdsQuantity, type Quantity } from '#language/numbers.ts'
import type { Cue } from '#language/polarity.ts'
import type { Span } from '#language/span.ts'
import { contentIn, FEWEST_TERMS } from '#language/terms.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { SourceDocument } from '../types.ts'
import { bearsOut } from './bears-out.ts'
import { indexOfWords } from './find-quotation.ts'
import { comparePolarity } from './polarity-check.ts'
import { join, type Reading, read, readPlace } from './reading.ts'
import { windowAt } from './window.ts'

/** What was compared, and whether it held. */
export interface VerificationChecks {
  /** 0 to 1: the share of the claim's meaningful terms that the source's sentence and its neighbours hold. */
  coverage: number
  /** Every number, sum, share and date of the claim is there. */
  numbers: boolean
  /** Every name of the claim is there or in the source's title. */
  entities: boolean
  /** Neither denies what the other says, and the claim is no stronger than the source. */
  polarity: boolean
}

/** What was found out about a claim and the place that is to support it. Never that the claim is true. */
export interface Verification {
  status: 'verified' | 'partial' | 'unsupported'
  /**
   * `verbatim`: the claim stands there word for word, but for case, white space and typography. `judge`: a model said so,
   * and quoted a sentence that was found.
   */
  method: 'verbatim' | 'lexical' | 'judge'
  /** 0 to 1. 1 for verbatim; else coverage times the share of checks passed, short of 1. */
  score: number
  checks: VerificationChecks
}

/** The place of a document that is to support a claim. UTF-16 code units of its text, the end exclusive. */
export interface Place extends Span {
  document: SourceDocument
}

/** What else is known when a claim is checked. */
export interface VerificationContext {
  /** Terms of the question, as `terms` gives them: a name of the question need not stand in the source again. */
  questionTerms?: ReadonlySet<string>
}

/** The share of a claim's words from which on a source says the same: four in ten may be put in other words. */
const VERIFIED = 0.6
/** With less than this in common a source speaks of something else. */
export const PARTIAL = 0.4
/** UTF-16 code units: what is longer and not verbatim is no sentence, and comparing it takes seconds. */
const LONGEST_CLAIM = 20_000
/** The score of 1 is for what stands there word for word. */
const SHORT_OF_VERBATIM = 0.99

const NOTHING: Verification = {
  status: 'unsupported',
  method: 'lexical',
  score: 0,
  checks: { coverage: 0, numbers: false, entities: false, polarity: false },
}
const VERBATIM: Verification = {
  status: 'verified',
  method: 'verbatim',
  score: 1,
  checks: { coverage: 1, numbers: true, entities: true, polarity: true },
}

/** A claim taken apart once, to be held against one window after another. */
interface Claim extends Reading {
  /** Its terms that carry meaning. */
  content: ReadonlySet<string>
  /** The names that have to stand in the source. */
  wanted: readonly Name[]
}

function takeApart(text: string, { questionTerms }: VerificationContext): Claim {
  const reading = read(text)
  const content = contentIn(reading.words)
  const numbers = reading.quantities()
  const wanted = reading.names().names.filter(
    ({ start, end, terms }) =>
      // "July" of a date is compared as a date.
      !numbers.some((quantity) => start < quantity.end && quantity.start < end) &&
      !(questionTerms && terms.every((term) => questionTerms.has(term))),
  )
  return { ...reading, content, wanted }
}

/**
 * Checks a claim against the place that is to support it: the words it shares with the sentence there and its
 * neighbours, its numbers, its names, and what is denied. Pure and lexical: it says that the place bears the claim
 * out in these respects, never that the claim is true.
 */
export function verify(text: string, { document, start, end }: Place, context: VerificationContext = {}): Verification {
  const window = windowAt(document.text, { start, end })
  if (!window) return NOTHING
  if (isWhole(text, document.text.slice(window.anchor.start, window.anchor.end))) return VERBATIM
  if (isWhole(text, blockAt({ document, start, end }))) return VERBATIM
  if (text.length > LONGEST_CLAIM) return NOTHING
  const claim = takeApart(text, context)
  const anchor = readPlace(document, window.anchor)
  const part = partOf(claim, anchor)
  if (part === 'kept') return VERBATIM
  const about = [document.title, document.publisher ?? '', ...(document.authors ?? [])]
  const own = ownDate(document)
  const near = compare(claim, [anchor], { about, own, proof: part !== 'turned' && bearsOut(claim, anchor, document) })
  // A neighbour does not outweigh a sentence that says all of it, and says it otherwise.
  const settled = near.checks.coverage >= VERIFIED && !near.checks.polarity
  if (near.status === 'verified' || settled) return near
  const wide = [anchor, ...window.neighbours.map((span) => readPlace(document, span))]
  const reached = coverageOf(claim, wide)
  if (reached < PARTIAL || reached === near.checks.coverage) return near
  const far = compare(claim, wide, { about, own, proof: false })
  return rank(far) > rank(near) ? far : near
}

/** Orders what was found out: by status, then by score. */
export function rank({ status, score }: Verification): number {
  return (status === 'verified' ? 2 : status === 'partial' ? 1 : 0) + score / 2
}

/** Whether a claim is all of a text, word for word: most quotations are, and need not be taken apart. */
function isWhole(text: string, source: string): boolean {
  const wanted = normaliseWithMap(text).text.trim()
  return wanted !== '' && wanted === normaliseWithMap(source).text.trim()
}

/** What a block of a document says from a place on, where that is all of it but for an item's marker; else nothing. */
function blockAt({ document: { text, blocks }, start, end }: Place): string {
  const block = blocks?.at(firstEndingAfter(blocks, start))
  if (block === undefined || block.start > start || block.end < end) return ''
  const before = text.slice(block.start, start)
  const isFirst = before === '' || listMarkerOf(text.slice(block.start, start + 1))?.length === before.length
  return isFirst ? text.slice(start, block.end) : ''
}

/**
 * What a claim that stands in a text word for word is there: `turned` where what was left out of its clauses turns it over or
 * weakens it. Undefined where it does not stand there, or is too little to tell.
 */
function partOf(claim: Claim, anchor: Reading): 'kept' | 'turned' | undefined {
  if (claim.content.size > 0 && coverageOf(claim, [anchor]) < 1) return undefined
  const wanted = normaliseWithMap(claim.text).text.trim()
  const source = normaliseWithMap(anchor.text)
  const at = wanted === '' ? -1 : indexOfWords(source.text, wanted)
  if (at === -1) return undefined
  const isShort = claim.content.size < FEWEST_TERMS && claim.quantities().length === 0
  if (isShort && claim.names().names.length === 0) return undefined
  const [start, end] = [source.starts[at] ?? 0, source.ends[at + wanted.length - 1] ?? 0]
  const before = anchor.clauses.filter((clause) => clause.start < end).flatMap(({ cues }) => cues)
  const isKept = (cue: Cue) =>
    cue.start >= start ||
    (cue.end <= start && (cue.kind === 'quantifier' || isParted(anchor.text.slice(cue.end, start))))
  return before.every(isKept) ? 'kept' : 'turned'
}

const PARTED = /[;:()—]|\b(?:but|while|whereas|although|though|yet)\b|,\s(?:and|so|or)\b/gi

/** Whether another clause begins between a cue and what is quoted, which is not the cue's own "that". */
function isParted(between: string): boolean {
  const last = [...between.matchAll(PARTED)].at(-1)
  return last !== undefined && !/\bthat\b/i.test(between.slice(last.index))
}

interface Circumstances {
  about: readonly string[]
  /** When it was published. */
  own: DateParts
  /** The source bears the claim out word by word. What has the words without this proof is partial. */
  proof: boolean
}

function compare(claim: Claim, readings: readonly Reading[], circumstances: Circumstances): Verification {
  const { about, own, proof } = circumstances
  const coverage = coverageOf(claim, readings)
  const numbers = numbersHold(claim, readings, own)
  const named = proof ? 'held' : compareNames(claim, readings, about)
  const polarity = comparePolarity(claim.clauses, join(readings).clauses)
  const checks = { coverage, numbers, entities: named === 'held', polarity: polarity === 'agrees' }
  const all = [checks.numbers, checks.entities, checks.polarity]
  const passed = all.filter(Boolean).length
  const score = Math.min(SHORT_OF_VERBATIM, (coverage * passed) / all.length)
  const contradicted = !numbers || named === 'missing' || polarity === 'opposed'
  const tells = claim.wanted.some(({ uncertain }) => !uncertain) || claim.quantities().length > 0
  const telling = claim.content.size >= FEWEST_TERMS || tells
  const enough = proof && passed === all.length && coverage >= VERIFIED && telling ? 'verified' : 'partial'
  return { status: contradicted || coverage < PARTIAL ? 'unsupported' : enough, method: 'lexical', score, checks }
}

function coverageOf({ content }: Claim, readings: readonly Reading[]): number {
  const shared = [...content].filter((term) => readings.some(({ held }) => held.has(term)))
  return shared.length / (content.size || 1)
}

function numbersHold(claim: Claim, readings: readonly Reading[], own: DateParts): boolean {
  const wanted = claim.quantities()
  if (wanted.length === 0) return true
  const held = join(readings).quantities()
  return wanted.every((quantity) => isOwnDate(quantity, readings, own) || holdsQuantity(held, quantity))
}

/**
 * Whether a date is that of the source, where its sentence has none: "in 1833" of what an address of that year says, "in
 * October 2023" of what an article of that month does.
 */
function isOwnDate(date: Quantity, readings: readonly Reading[], own: DateParts): boolean {
  const { kind, unit, year, month, day } = date
  if (kind !== 'date' || unit !== '' || year === undefined || year !== own.year) return false
  const isUndated = readings.every(
    (reading) =>
      reading.quantities().every((each) => each.year === undefined) &&
      (month === undefined || !MONTH.test(reading.text)),
  )
  return isUndated && (month === undefined || month === own.month) && (day === undefined || day === own.day)
}

const MONTH = new RegExp(`\\b(?:${MONTHS.join('|')})\\b`)

/** When a source was published, as far as it is known. */
function ownDate({ date = '', year }: SourceDocument): DateParts {
  const [, month, day] = /^\d{4}-(\d{2})(?:-(\d{2}))?/.exec(date) ?? []
  return {
    ...(year !== undefined && { year }),
    ...(month !== undefined && { month: Number(month) }),
    ...(day !== undefined && { day: Number(day) }),
  }
}

/** `doubtful`: what is missing is the first word of a sentence, and may be no name. */
function compareNames(claim: Claim, readings: readonly Reading[], about: readonly string[]) {
  if (claim.wanted.length === 0) return 'held'
  const pool = join([...readings, read(about.join('\n'))]).names()
  const missing = claim.wanted.filter((name) => !isNamed(name, pool))
  if (missing.length === 0) return 'held'
  return missing.every(({ uncertain }) => uncertain) ? 'doubtful' : 'missing'
}
