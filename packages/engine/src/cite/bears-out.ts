import { BORDERS, type ClaimWord, claimWords, HEDGES, type Operator } from '#language/claim-words.ts'
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

function same(claim: ClaimWord, source: ClaimWord): boolean {
  if (claim.quantity || source.quantity)
    return claim.quantity !== undefined && source.quantity !== undefined && sameQuantity(claim.quantity, source.quantity)
  return claim.key === source.key
}

/** For each word of the claim, in order, the place of its word in the source, with as little as possible left out between. */
function align(claim: readonly ClaimWord[], source: readonly ClaimWord[]): number[] | undefined {
  let paths: { at: number; cost: number; path: number[] }[] = [{ at: -1, cost: 0, path: [] }]
  for (const word of claim) {
    const next: typeof paths = []
    source.forEach((other, at) => {
      if (!same(word, other)) return
      const from = paths.filter((path) => path.at < at).map((path) => ({ path, cost: path.cost + (path.at < 0 ? 0 : at - path.at - 1) }))
      const best = from.sort((a, b) => a.cost - b.cost)[0]
      if (best) next.push({ at, cost: best.cost, path: [...best.path.path, at] })
    })
    if (next.length === 0) return undefined
    paths = next
  }
  return paths.sort((a, b) => a.cost - b.cost)[0]?.path
}

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

/** Whether what stands before a word turns and bounds it in the same way in both. */
function agree(ours: readonly Operator[], theirs: readonly Operator[], shifted: boolean): boolean {
  if (kinds(ours, 'negation') !== kinds(theirs, 'negation')) return false
  if (kinds(ours, 'modal') !== kinds(theirs, 'modal')) return false
  const past = (all: readonly Operator[]) => all.some(({ kind }) => kind === 'past')
  const present = (all: readonly Operator[]) => all.some(({ kind }) => kind === 'present')
  return shifted || !((past(ours) && present(theirs)) || (present(ours) && past(theirs)))
}

/** Whether what is left out between two words of the source takes nothing back from what stays. */
function mayBeLeftOut(source: Reading, left: readonly ClaimWord[], gap: Span): boolean {
  if (left.some(({ raw }) => HEDGES.has(raw))) return false
  const text = source.text.slice(gap.start, gap.end)
  const borders = [...text.matchAll(CLAUSE_END)]
  const last = left.at(-1)
  if (borders.length === 0 || !last) return true
  // What is cut out across a border ends at one.
  return (borders.at(-1)?.index ?? 0) + gap.start >= last.end
}

/**
 * Whether a sentence bears a claim out in its own words: every word of the claim that says something stands there, in the
 * same order, negated, bounded and dated in the same way, and nothing was left out that takes it back. English.
 */
export function bearsOut(claim: Reading, source: Reading, document: SourceDocument): boolean {
  const said = saidBy(claim.text, document)
  const ours = claimWords(claim.words.filter(({ start }) => start >= said.start), claim.quantities())
  const theirs = claimWords(source.words, source.quantities())
  const path = align(ours.content, theirs.content)
  if (!path || path.length === 0) return false
  if (!ours.pronouns.isSubsetOf(theirs.pronouns)) return false
  return path.every((at, i) => {
    const [mine, other] = [ours.content[i], theirs.content[at]]
    if (!mine || !other) return false
    const before = i === 0 ? -1 : (path[i - 1] ?? -1)
    const mineFrom = i === 0 ? said.start : (ours.content[i - 1]?.end ?? 0)
    const gapFrom = before < 0 ? clauseStart(source.text, other.start) : (theirs.content[before]?.end ?? 0)
    const left = theirs.content.slice(before + 1, at).filter(({ start }) => start >= gapFrom)
    if (left.length > 0 && !mayBeLeftOut(source, left, { start: gapFrom, end: other.start })) return false
    return agree(
      within(ours.operators, mineFrom, mine.start),
      within(theirs.operators, gapFrom, other.start),
      said.shifted,
    )
  })
}
