import { indexOfWords } from '#cite/find-quotation.ts'
import { windowAt } from '#cite/window.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { areOpposite } from '#language/antonyms.ts'
import { begins, isAcronym, isCapitalised } from '#language/entities.ts'
import { holdsQuantity, type Quantity, quantities } from '#language/numbers.ts'
import { type Clause, clauses, cues } from '#language/polarity.ts'
import { contentIn, contentTerms, type Term, terms } from '#language/terms.ts'
import { wordsIn } from '#language/words-in.ts'
import type { SourceDocument } from '../types.ts'

/** What a writer added to what its sources say. Nothing of it: the sources may still say something else. */
export interface Added {
  /** Numbers and dates that no source has, as they are written. */
  numbers: string[]
  /** Names that no source has. */
  names: string[]
  /** Words that say something and do not stand in what is cited: they may say the same as other words there. */
  words: string[]
  /** Those of them that stand nowhere near it either. */
  foreign: string[]
  /** It denies, and no source does. */
  denies: boolean
  /** It speaks as "I" or "we" without quotation marks. */
  speaks: boolean
}

/** What claims are held against. */
export interface Scope {
  /** The sentences that are cited, their neighbours, and what is known of their documents. */
  near: string
  nearTerms: ReadonlySet<string>
  wideTerms: ReadonlySet<string>
  nearClauses: readonly Clause[]
  held: readonly Quantity[]
  documents: readonly SourceDocument[]
  /** The documents around the places that are cited, where short names are given in full. */
  wide: string
}

/** UTF-16 units on either side of a place in which its document may use a word, and name in full whom it means. */
const WIDE = 3_000
const WHOLE = 30_000

/** What can be told from some evidence and the question. `known`: what else its writer was shown, where names may be given in full. */
export function scopeOf(evidence: readonly Evidence[], question: string, known: readonly Evidence[]): Scope {
  const documents = [...new Set(evidence.map(({ document }) => document))]
  const near = evidence.flatMap(({ document, start, end }) => {
    const window = windowAt(document.text, { start, end })
    return window ? [window.anchor, ...window.neighbours].map((span) => document.text.slice(span.start, span.end)) : []
  })
  const about = documents.map(({ title, publisher = '', authors = [], date = '', year = '' }) =>
    [title, publisher, ...authors, date, year].join('\n'),
  )
  const paths = evidence.flatMap(({ block }) => block?.path ?? [])
  const all = [...new Set([...near, ...about, ...paths])].join('\n')
  const around = (reach: number) =>
    documents.map((document) => {
      const places = evidence.filter((one) => one.document === document).map(({ start }) => start)
      return document.text.slice(Math.max(0, Math.min(...places) - reach), Math.max(...places) + reach)
    })
  return {
    near: all,
    nearTerms: contentTerms(`${all}\n${question}`),
    wideTerms: contentTerms([all, question, ...around(WIDE)].join('\n')),
    nearClauses: clauses([...new Set(near)].join('\n')),
    held: [...quantities(all), ...quantities(question).filter(({ kind }) => kind === 'date')],
    documents,
    wide: [all, question, ...around(WHOLE), ...known.map(({ quote }) => quote)].join('\n'),
  }
}

/** Whether a writer added what no reading can mend: a number, a name, a denial, or a voice that is not its own. */
export function isWrong({ numbers, names, denies, speaks }: Added): boolean {
  return numbers.length > 0 || names.length > 0 || denies || speaks
}

/** What a claim says that its sources do not. English alone knows what is denied, quantified and spoken. */
export function addedTo(claim: string, scope: Scope): Added {
  const found = quantities(claim)
  const signs = cues(claim)
  const senses = new Set(cues(scope.near).map(({ sense }) => sense))
  const isNumber = ({ start, end }: Term) => found.some((each) => start < each.end && each.start < end)
  const all = terms(claim)
  const fresh = all.filter((term) => !term.stop && !isNumber(term) && !isHeld(term.term, scope.nearTerms))
  const isName = (term: Term) =>
    isCapitalised(term.raw) && (isAcronym(term.raw) || !begins(claim, term, all[all.indexOf(term) - 1]))
  const quantified = signs.filter(({ kind, sense }) => kind === 'quantifier' && !senses.has(sense))
  const isSign = ({ start, end }: Term) => quantified.some((sign) => start < sign.end && sign.start < end)
  const plain = fresh.filter((term) => !isName(term) && !isLight(term.raw) && !isSign(term))
  const isForeign = ({ term }: Term) => !isHeld(term, scope.wideTerms)
  const quantifiers = quantified.map((sign) => claim.slice(sign.start, sign.end))
  const numbers = found.filter((each) => !isNumberHeld(each, claim, scope))
  const isRank = ({ kind, start, end }: Quantity) => kind === 'ordinal' && !/\d/.test(claim.slice(start, end))
  const written = (all: readonly Quantity[]) => all.map(({ start, end }) => claim.slice(start, end))
  const ranks = written(numbers.filter(isRank))
  return {
    numbers: written(numbers.filter((each) => !isRank(each))),
    names: fresh.filter((term) => isName(term) && !isNameHeld(term.raw, claim, scope)).map(({ raw }) => raw),
    words: [...new Set([...plain.map(({ raw }) => raw), ...quantifiers, ...ranks])],
    foreign: [...new Set([...plain.filter(isForeign).map(({ raw }) => raw), ...quantifiers, ...ranks])],
    denies: deniesOther(claim, scope.nearClauses),
    speaks: speaks(claim),
  }
}

/** What a clause denies: the word behind each of its negations, '' where none follows. */
function deniedIn({ cues, terms }: Clause): string[] {
  return cues.flatMap(({ kind, end }) =>
    kind === 'negation' ? [terms.find(({ start, stop }) => start >= end && !stop)?.term ?? ''] : [],
  )
}

/** Words that two clauses share which tell of the same, and the share of the shorter one's words. */
const SAME_MATTER = 2
const MOST_OF_IT = 0.5

/** Whether a claim denies what its source does not deny, or affirms what that denies. */
function deniesOther(claim: string, source: readonly Clause[]): boolean {
  const theirs = source.map((clause) => ({ held: contentIn(clause.terms), denied: deniedIn(clause) }))
  return clauses(claim).some((clause) => {
    const own = contentIn(clause.terms)
    const shared = theirs.map(({ held }) => own.intersection(held).size)
    const most = Math.max(0, ...shared)
    const denied = deniedIn(clause)
    if (denied.length > 0) return !denied.every((term) => isDenied(term, own, theirs))
    if (most < SAME_MATTER || most < MOST_OF_IT * own.size) return false
    return theirs.every(({ denied }, at) => (shared[at] ?? 0) < most || denied.some((term) => own.has(term)))
  })
}

/** Whether a source denies a word too, or says its opposite; a word that it does not have, where it speaks of the same. */
function isDenied(
  term: string,
  own: ReadonlySet<string>,
  theirs: readonly { held: ReadonlySet<string>; denied: readonly string[] }[],
): boolean {
  const isKnown = theirs.some(({ held }) => held.has(term))
  return theirs.some(({ held, denied }) => {
    if ([...held].some((other) => areOpposite(term, other))) return true
    return denied.length > 0 && (isKnown ? held.has(term) : own.intersection(held).size >= SAME_MATTER)
  })
}

/** Words of a source that stand for one word: more of them are no other way to say it. */
const MOST_WORDS = 6

/** Whether words of a source say the same as a word of a claim: they are few, and the claim does not have them already. */
export function isMeant(word: string, source: string, claim: string): boolean {
  const meant = contentTerms(source)
  const own = [...contentTerms(word)]
  const isOpposite = [...meant].some((one) => own.some((other) => areOpposite(one, other)))
  return meant.size > 0 && !meant.isSubsetOf(contentTerms(claim)) && wordsIn(source) <= MOST_WORDS && !isOpposite
}

const QUOTED = /["“][^"“”\n]{1,1500}["”]/g
/** "World War I" is no speaker. */
const FIRST_PERSON =
  /(?<!\p{Lu}\p{L}{0,20}\s)\bI(?=['’\s])|\b(?:[Ww]e|[Mm]y|[Oo]ur|us|me|ours|mine|myself|ourselves)\b(?!-)/u

/** Whether a text speaks as "I" or "we" outside of quotation marks. English. */
export function speaks(text: string): boolean {
  return FIRST_PERSON.test(text.replace(QUOTED, ' '))
}

/** Letters that words of one family begin with, and how many more either may have. */
const SAME_BEGINNING = 5
const OTHER_ENDING = 4

/** Whether a term, or another of its family, is among some: "regulators" and "regulation". */
function isHeld(term: string, held: ReadonlySet<string>): boolean {
  if (held.has(term)) return true
  if (term.length < SAME_BEGINNING) return false
  const beginning = term.slice(0, Math.max(SAME_BEGINNING, term.length - OTHER_ENDING))
  return [...held].some((other) => other.startsWith(beginning) && other.length - beginning.length <= OTHER_ENDING)
}

const NAME_WORD = /\p{Lu}[\p{L}\p{N}]*/gu

/** Whether a name is that of the sources in another form: short, in full, or by its first letters. */
function isNameHeld(name: string, claim: string, { wide }: Scope): boolean {
  if (indexOfWords(wide, name) !== -1) return true
  if (isAcronym(name)) return initialsIn(wide).includes(name)
  const words = claim.match(NAME_WORD) ?? []
  const acronyms = new Set(wide.match(/(?<![\p{L}\p{N}])\p{Lu}{2,12}(?![\p{L}\p{N}])/gu) ?? [])
  // "European Central Bank" of a source that only says ECB.
  return [...acronyms].some((acronym) => {
    const initials = words.map((word) => word[0] ?? '').join('')
    const at = initials.indexOf(acronym)
    return at >= 0 && words.slice(at, at + acronym.length).includes(name)
  })
}

/** Names of several words, small words between them. */
const RUNS =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]{0,60}(?:[\s-](?:(?:of|the|and|for|de|du)\s){0,2}\p{Lu}[\p{L}\p{N}]{0,60}){1,8}/gu

/** First letters of the names of a text, small words between them left out, and of their parts: parted by spaces. */
function initialsIn(text: string): string {
  const runs = text.match(RUNS) ?? []
  return runs.map((run) => (run.match(NAME_WORD) ?? []).map((word) => word[0]).join('')).join(' ')
}

/** "The two", "both": how many were named before. */
const COUNTS_BEFORE = /\b(?:the|these|those|all|other|his|her|their)\s+$/i
const MOST_COUNTED = 4

function isNumberHeld(quantity: Quantity, claim: string, { held, documents, near }: Scope): boolean {
  const words = claim.slice(quantity.start, quantity.end)
  if (holdsQuantity(held, quantity) || indexOfWords(near, words) !== -1) return true
  const { kind, start, end, value, unit, year, ...rest } = quantity
  const isSpelled = !/\d/.test(claim.slice(start, end))
  if (kind !== 'date')
    return (
      kind === 'number' &&
      unit === '' &&
      isSpelled &&
      value <= MOST_COUNTED &&
      COUNTS_BEFORE.test(claim.slice(0, start))
    )
  // The article's date is known, and a day of its year may be told with that.
  const ofArticle = documents.some(({ year: own, date = '' }) => {
    if (own === undefined || year !== own) return false
    const [, month, day] = /^\d{4}-(\d{2})(?:-(\d{2}))?/.exec(date) ?? []
    const isOwn = (part: number | undefined, known: string | undefined) => part === undefined || part === Number(known)
    if (isOwn(rest.month, month) && isOwn(rest.day, day)) return true
    return holdsQuantity(held, { kind, start, end, value: Number.NaN, unit, ...rest })
  })
  return ofArticle
}

/** Words that report, order and join what a source says, and add nothing to it. */
const LIGHT = new Set(
  contentTerms(
    'said say told tell asked reported report according wrote write added called described stated noted argued testified explained claimed announced declared answered conceded admitted revealed showed warned insisted later earlier meanwhile already then as well including among both source article account year day month people',
  ),
)

function isLight(raw: string): boolean {
  return [...contentTerms(raw)].every((term) => LIGHT.has(term))
}
