import { type ClaimWord, type ClaimWords, claimWords, HEDGES, MOVABLE, type Operator } from '#language/claim-words.ts'
import { sameQuantity } from '#language/numbers.ts'
import type { Span } from '#language/sentences.ts'
import type { SourceDocument } from '../types.ts'
import type { Reading } from './reading.ts'

/** What was said, without who said it. */
interface Said extends Span {
  /** A past tense of the frame may shift that of what was said. */
  shifted: boolean
}

const FRAME =
  /^(?:according to (?<by>[^,]{2,60}),|(?<who>[^,]{2,60}?),? (?:said|says|say|stated|states|wrote|writes|noted|notes|declared|declares|reported|reports|announced|announces|argued|argues|explained|explains|observed|observes|told \p{L}+)(?: that)?,?)\s+/iu

/** Takes "X said that" off a claim, where X is an author of the document. */
function saidBy(claim: string, { authors = [], publisher = '' }: SourceDocument): Said {
  const frame = FRAME.exec(claim)
  const speaker = words(frame?.groups?.['by'] ?? frame?.groups?.['who'] ?? '')
  const known = new Set(words([...authors, publisher, 'president the a mr mrs ms dr senator'].join(' ')))
  const named = speaker.some((word) => new Set(words(authors.join(' '))).has(word))
  const own = frame !== null && named && speaker.every((word) => known.has(word))
  return { start: own ? frame[0].length : 0, end: claim.length, shifted: own }
}

const words = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []

type Same = (claim: ClaimWord, source: ClaimWord) => boolean

function same(claim: ClaimWord, source: ClaimWord): boolean {
  if (!claim.quantity && !source.quantity) return claim.key === source.key
  return claim.quantity !== undefined && source.quantity !== undefined && sameQuantity(claim.quantity, source.quantity)
}

/** Names of the document's author and country as one word each: they may stand for "I" and "we". */
function standIns(content: readonly ClaimWord[], document: SourceDocument): ClaimWord[] {
  const author = new Set(words((document.authors ?? []).join(' ')))
  const found: ClaimWord[] = []
  for (const [i, word] of content.entries()) {
    const key = author.has(word.raw)
      ? AUTHOR
      : word.raw === 'united' && content[i + 1]?.raw === 'states'
        ? COUNTRY
        : isCountry(word, document)
          ? COUNTRY
          : word.key
    if (word.raw === 'states' && content[i - 1]?.raw === 'united') continue
    if (key === COUNTRY && found.at(-1)?.key === COUNTRY) continue
    if (key === AUTHOR && found.at(-1)?.key === AUTHOR) continue
    found.push({ ...word, key })
  }
  return found
}

/** Of pronouns. */
const PERSONS: ReadonlySet<string> = new Set(['i', 'we', 'you'])
const AUTHOR = '@author'
const COUNTRY = '@country'
const isCountry = ({ raw, key }: ClaimWord, { text }: SourceDocument) =>
  raw === 'country' || raw === 'nation' || (key === 'america' && /America|United States/.test(text))

const equals: Same = (claim, source) =>
  same(claim, source) || (claim.key === AUTHOR && (source.key === 'i' || source.key === 'we'))

/** For each word of the claim, in order, the place of its word in the source, with as little as possible left out between. */
function align(
  claim: readonly ClaimWord[],
  source: readonly ClaimWord[],
  used: ReadonlySet<number>,
): number[] | undefined {
  let paths: { at: number; cost: number; path: number[] }[] = [{ at: -1, cost: 0, path: [] }]
  for (const word of claim) {
    const next: typeof paths = []
    source.forEach((other, at) => {
      if (used.has(at) || !equals(word, other)) return
      let best: (typeof paths)[number] | undefined
      let cost = Number.POSITIVE_INFINITY
      for (const path of paths) {
        const own = path.cost + (path.at < 0 ? 0 : at - path.at - 1)
        if (path.at < at && own < cost) [best, cost] = [path, own]
      }
      if (best) next.push({ at, cost, path: [...best.path, at] })
    })
    if (next.length === 0) return undefined
    paths = next
  }
  return paths.sort((a, b) => a.cost - b.cost)[0]?.path
}

/** Words of a part of a sentence that may stand elsewhere in it. */
const LONGEST_MOVED = 8

/** So many parts of one claim may stand elsewhere. */
const MOST_MOVED = 2

/** As `align`, with parts of the claim at other places than in the source; by the index of each of its words. */
function alignMoved(ours: Side, theirs: Side): number[] | undefined {
  const { content } = ours
  if (!content.every((word) => theirs.content.some((other) => equals(word, other)))) return undefined
  const places = new Map<number, number>()
  const finish = () => {
    const stay = [...content.keys()].filter((i) => !places.has(i))
    const path = align(
      stay.flatMap((i) => content[i] ?? []),
      theirs.content,
      new Set(places.values()),
    )
    return path && content.map((_, i) => places.get(i) ?? path[stay.indexOf(i)] ?? 0)
  }
  const search = (moves: number, first: number): number[] | undefined => {
    const found = finish()
    if (found || moves === 0) return found
    for (let from = first; from < content.length; from += 1) {
      for (const at of theirs.content.keys()) {
        for (let length = commonLength(ours, from, theirs, at); length > 0; length -= 1) {
          if (!mayMove(ours, from, theirs, at, length)) continue
          for (let i = 0; i < length; i += 1) places.set(from + i, at + i)
          const moved = search(moves - 1, from + length)
          if (moved) return moved
          for (let i = 0; i < length; i += 1) places.delete(from + i)
        }
      }
    }
    return undefined
  }
  return search(MOST_MOVED, 0)
}

function commonLength(ours: Side, from: number, theirs: Side, at: number): number {
  let length = 0
  while (length < LONGEST_MOVED) {
    const [word, other] = [ours.content[from + length], theirs.content[at + length]]
    if (!word || !other || !equals(word, other)) break
    length += 1
  }
  return length
}

interface Side extends ClaimWords {
  text: string
}

/**
 * Whether a part may stand elsewhere: it begins with the same preposition in both, is a verb that became passive, a
 * participle beside its noun, the owner in "last year's law" and "the law of last year", or stands between commas.
 */
function mayMove(ours: Side, from: number, theirs: Side, at: number, length: number): boolean {
  const [first, other] = [ours.content[from], theirs.content[at]]
  const [mine, theirsBy] = [introductionOf(ours, from), introductionOf(theirs, at)]
  if (!first || !other) return false
  if (MOVABLE.has(first.raw) || (mine !== undefined && mine === theirsBy)) return true
  if (length === 1 && PARTICIPLE.test(first.raw)) {
    const passive = ours.operators.some(({ sense, end }) => sense === 'be' && end <= first.start)
    return (passive && !isPassive(theirs, at)) || (first.raw === other.raw && !isPassive(ours, from))
  }
  if (isOwner(ours, from, length) && isOfOwner(theirs, at)) return true
  if (isOwner(theirs, at, length) && isOfOwner(ours, from)) return true
  return isParenthesis(theirs, at, length)
}

const PARTICIPLE = /(?:ed|en|wn|ne|ght|lt|pt|ft|ld|nt|de)$/
/** What stands before a word, from the word before it that is no pronoun. */
function between({ text, content }: Side, i: number): string {
  const before = content[i - 1]
  const from = before && PERSONS.has(before.key) ? content[i - 2] : before
  return text.slice(from?.end ?? 0, content[i]?.start ?? text.length)
}
const isPassive = (side: Side, i: number) =>
  PARTICIPLE.test(side.content[i]?.raw ?? '') && operatorsBefore(side, i).some(({ sense }) => sense === 'be')
const isOwner = (side: Side, i: number, length: number) => /^['’]s?\s/.test(between(side, i + length))
const isOfOwner = (side: Side, i: number) => /\bof (?:the |an? )?$/i.test(between(side, i))
const isParenthesis = (side: Side, i: number, length: number) =>
  length > 1 && /,/.test(between(side, i)) && /,/.test(between(side, i + length))

/** The preposition just before a word, but for articles. */
function introductionOf({ text, content }: Side, i: number): string | undefined {
  const before =
    text
      .slice(content[i - 1]?.end ?? 0, content[i]?.start ?? 0)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return before.findLast((word) => MOVABLE.has(word))
}

const operatorsBefore = ({ operators, content }: Side, i: number) =>
  within(operators, content[i - 1]?.end ?? 0, content[i]?.start ?? 0)

const within = (operators: readonly Operator[], start: number, end: number) =>
  operators.filter((each) => each.start >= start && each.end <= end)

const CLAUSE_END = /[,;:()—–-]/g

/** Where the clause begins that a place of a text belongs to. */
function clauseStart(text: string, at: number): number {
  return [...text.slice(0, at).matchAll(CLAUSE_END)].at(-1)?.index ?? 0
}

function kinds(operators: readonly Operator[], kind: Operator['kind']): string {
  return operators
    .filter((each) => each.kind === kind)
    .map(({ sense }) => sense)
    .sort()
    .join()
}

interface Standing {
  shifted: boolean
  /** The modal verb that stood last before in the claim. */
  under: string
}

/** Whether what stands before a word turns and bounds it in the same way in both. */
function agree(ours: readonly Operator[], theirs: readonly Operator[], { shifted, under }: Standing): boolean {
  if (kinds(ours, 'negation') !== kinds(theirs, 'negation')) return false
  // "May be sold, and debts contracted": a modal verb goes on to the next verb.
  const modal = kinds(ours, 'modal') || (ours.length === 0 ? under : '')
  if (modal !== kinds(theirs, 'modal') && kinds(ours, 'modal') !== kinds(theirs, 'modal')) return false
  const past = (all: readonly Operator[]) => all.some(({ kind }) => kind === 'past')
  const present = (all: readonly Operator[]) => all.some(({ kind }) => kind === 'present')
  return shifted || !((past(ours) && present(theirs)) || (present(ours) && past(theirs)))
}

/** Whether what is left out between two words of the source takes nothing back from what stays. */
function mayBeLeftOut(source: Side, left: readonly ClaimWord[], gap: Span, hasVerb: boolean): boolean {
  if (left.some(({ raw }) => HEDGES.has(raw))) return false
  const text = source.text.slice(gap.start, gap.end)
  const borders = [...text.matchAll(CLAUSE_END)].map(({ index }) => index + gap.start)
  const [first, last] = [left[0], left.at(-1)]
  if (borders.length === 0 || !first || !last) return true
  // What is cut out across a border ends at one, or begins at one and has no verb of its own.
  return (borders.at(-1) ?? 0) >= last.end || (borders.every((at) => at < first.start) && !hasVerb)
}

/**
 * Whether a sentence bears a claim out in its own words: every word of the claim that says something stands there, in the
 * same order but for a part that may move, negated, bounded and dated in the same way, and nothing was left out that
 * takes it back. English.
 */
export function bearsOut(claim: Reading, source: Reading, document: SourceDocument): boolean {
  const said = saidBy(claim.text, document)
  const mine = claimWords(
    claim.words.filter(({ start }) => start >= said.start),
    claim.quantities(),
  )
  const all = claimWords(source.words, source.quantities())
  const theirs = { ...all, content: standIns(all.content, document), text: source.text }
  const named = standIns(mine.content, document)
  const asWe = theirs.content.some(({ key }) => key === 'we')
  // "Our system" is "the system of the United States": where its name stands does not matter.
  const forms = asWe ? [named, named.filter(({ key }) => key !== COUNTRY)] : [named]
  return forms.some((content) => isBorneOut({ ...mine, content, text: claim.text }, theirs, said))
}

function isBorneOut(ours: Side, theirs: Side, said: Said): boolean {
  const path = alignMoved(ours, theirs)
  if (!path || path.length === 0) return false
  const used = new Set(path)
  return path.every((at, i) => {
    const [word, other] = [ours.content[i], theirs.content[at]]
    if (!word || !other) return false
    const before = i === 0 ? -1 : (path[i - 1] ?? -1)
    const moved = before > at || i === 0
    const from = moved
      ? Math.max(theirs.content[at - 1]?.end ?? 0, clauseStart(theirs.text, other.start))
      : (theirs.content[before]?.end ?? 0)
    const gap = { start: i === 0 ? clauseStart(theirs.text, other.start) : from, end: other.start }
    const left = theirs.content.filter(
      (each, k) => !used.has(k) && each.start >= gap.start && each.end <= gap.end && !PERSONS.has(each.key),
    )
    if (left.length > 0 && !mayBeLeftOut(theirs, left, gap, within(theirs.operators, gap.start, gap.end).length > 0))
      return false
    const under = ours.operators.findLast(({ kind, end }) => kind === 'modal' && end <= word.start)?.sense ?? ''
    // An operator belongs to the next word, also where that word stands elsewhere in the claim.
    const own = within(theirs.operators, gap.start, gap.end).filter((operator) => {
      const next = theirs.content.findIndex(({ start }) => start >= operator.end)
      return next === at || !used.has(next)
    })
    return agree(within(ours.operators, i === 0 ? said.start : (ours.content[i - 1]?.end ?? 0), word.start), own, {
      shifted: said.shifted,
      under,
    })
  })
}
