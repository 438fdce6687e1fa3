import { fold } from '#language/normalise.ts'
import { words } from '#language/words.ts'
import type { SourceDocument } from '../types.ts'

/** Documents that say the same in nearly the same words. */
export interface OriginGroup {
  /** The one to cite: the earliest, then the one with the shortest URL. */
  canonical: SourceDocument
  /** The others, in the order given. */
  copies: SourceDocument[]
}

const SHINGLE = 5
const SKETCH = 1024
const COPY = 0.8
// What has four in five runs in common is not of lengths as far apart as this; most pairs need no closer look.
const AS_LONG = 0.6

/** The smallest hashes of a document's runs of five words, ascending: all of them where there are no more. */
type Sketch = Uint32Array

const sketches = new WeakMap<SourceDocument, Sketch>()

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

function hashOf(word: string): number {
  let hash = FNV_START
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME)
  return hash
}

/** Spreads the bits, so that the smallest hashes are a fair sample. */
function spread(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** The first of some numbers in order, none twice. */
function smallest(sorted: Uint32Array): Sketch {
  const found = new Uint32Array(SKETCH)
  let count = 0
  for (let at = 0; at < sorted.length && count < SKETCH; at += 1) {
    const value = sorted[at] ?? 0
    if (at > 0 && value === sorted[at - 1]) continue
    found[count] = value
    count += 1
  }
  return found.slice(0, count)
}

function sketchOf(document: SourceDocument): Sketch {
  const known = sketches.get(document)
  if (known) return known
  const all = Int32Array.from(words(document.text), ({ text }) => hashOf(fold(text)))
  const runs = new Uint32Array(all.length === 0 ? 0 : Math.max(1, all.length - SHINGLE + 1))
  for (let at = 0; at < runs.length; at += 1) {
    let hash = FNV_START
    for (let i = at; i < Math.min(at + SHINGLE, all.length); i += 1) hash = Math.imul(hash ^ (all[i] ?? 0), FNV_PRIME)
    runs[at] = spread(hash)
  }
  const sketch = smallest(runs.sort())
  sketches.set(document, sketch)
  return sketch
}

/**
 * How much two documents have in common, 0 to 1: the share of their runs of five words that both hold, exact for
 * short documents and estimated from a sample (bottom-k MinHash) for long ones.
 */
export function similarity(a: SourceDocument, b: SourceDocument): number {
  const [left, right] = [sketchOf(a), sketchOf(b)]
  let i = 0
  let j = 0
  let shared = 0
  let seen = 0
  while (seen < SKETCH && (i < left.length || j < right.length)) {
    const [one = Number.POSITIVE_INFINITY, other = Number.POSITIVE_INFINITY] = [left[i], right[j]]
    if (one === other) shared += 1
    if (one <= other) i += 1
    if (other <= one) j += 1
    seen += 1
  }
  return seen > 0 ? shared / seen : 0
}

/** Whether one document says the same as another: never where it is much shorter. */
function isCopy(a: SourceDocument, b: SourceDocument): boolean {
  const [shorter, longer] = a.text.length < b.text.length ? [a, b] : [b, a]
  return shorter.text.length >= AS_LONG * longer.text.length && similarity(a, b) >= COPY
}

/** A date to sort by: what is known to the year only comes after what is known to the day in that year. */
function dateOf({ date, year }: SourceDocument): string {
  if (date !== undefined && /^\d{4}/.test(date)) return date.length > 4 ? date : `${date}-99`
  return year === undefined ? '9999-99' : `${String(year).padStart(4, '0')}-99`
}

function byOriginality(a: SourceDocument, b: SourceDocument): number {
  const [one, other] = [dateOf(a), dateOf(b)]
  if (one !== other) return one < other ? -1 : 1
  return a.url.length - b.url.length || (a.url < b.url ? -1 : Number(a.url > b.url))
}

/**
 * Groups documents that are copies of one another, directly or through a third, and names which of each group to
 * cite. Meant for the few documents of one answer: it compares each with each. Groups stand in order of first
 * appearance; a document without a copy is a group of its own.
 */
export function groupCopies(documents: readonly SourceDocument[]): OriginGroup[] {
  let groups: SourceDocument[][] = []
  for (const document of documents) {
    const joined = groups.filter((group) => group.some((other) => isCopy(document, other)))
    const [first] = joined
    if (!first) {
      groups.push([document])
      continue
    }
    first.push(...joined.slice(1).flat(), document)
    groups = groups.filter((group) => group === first || !joined.includes(group))
  }
  return groups.flatMap((group) => {
    const [canonical] = [...group].sort(byOriginality)
    if (!canonical) return []
    return [{ canonical, copies: documents.filter((each) => each !== canonical && group.includes(each)) }]
  })
}
