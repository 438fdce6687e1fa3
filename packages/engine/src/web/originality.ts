import { fold } from '#language/normalise.ts'
import { WordScanner } from '#language/words.ts'
import type { SourceDocument } from '../types.ts'

/** Words in a row that two texts do not share by chance. */
const RUN = 5
/** A copy keeps nearly all: a syndicated article loses or gains a paragraph at most. */
const COPY = 0.8

/** UTF-16 units of a text that are compared: a copy is one from its beginning on. */
const COMPARED = 20_000

const runsByDocument = new WeakMap<SourceDocument, Int32Array>()

/** An odd number that spreads what is multiplied by it over the numbers of 32 bits. */
const SPREAD = 0x9e3779b1

function hashOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, SPREAD) + word.charCodeAt(at)) | 0
  return hash
}

/** Hashes of every five words in a row of the beginning of a document, each once and ascending; of all its words where there are fewer. */
function runsOf(document: SourceDocument): Int32Array {
  const known = runsByDocument.get(document)
  if (known) return known
  const all: number[] = []
  for (const scanner = new WordScanner(fold(document.text.slice(0, COMPARED))); scanner.next(); )
    all.push(hashOf(scanner.word))
  const runs = new Int32Array(all.length === 0 ? 0 : Math.max(1, all.length - RUN + 1))
  for (let first = 0; first < runs.length; first += 1) {
    let run = 0
    for (let at = first; at < Math.min(first + RUN, all.length); at += 1) run = Math.imul(run ^ (all[at] ?? 0), SPREAD)
    runs[first] = run
  }
  const distinct = eachOnce(runs.sort())
  runsByDocument.set(document, distinct)
  return distinct
}

/** Ascending numbers, each once. */
function eachOnce(ascending: Int32Array): Int32Array {
  let count = 0
  for (const number of ascending) {
    if (count > 0 && ascending[count - 1] === number) continue
    ascending[count] = number
    count += 1
  }
  return ascending.slice(0, count)
}

/**
 * How much two documents have in common: the share of their runs of five words that both hold, 0 to 1; 0 also where it is
 * less than `least`, which shows before all runs are looked at.
 */
export function similarity(a: SourceDocument, b: SourceDocument, least = 0): number {
  const [one, other] = [runsOf(a), runsOf(b)]
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  const shareOf = (shared: number) => shared / (fewer.length + more.length - shared)
  let may = fewer.length
  let place = 0
  for (const run of fewer) {
    while (place < more.length && (more[place] ?? 0) < run) place += 1
    if (more[place] === run) continue
    may -= 1
    if (shareOf(may) < least) return 0
  }
  return may === 0 ? 0 : shareOf(may)
}

/** Whether two documents say the same in nearly the same words. */
export function isCopy(a: SourceDocument, b: SourceDocument): boolean {
  const [shorter, longer] = a.text.length < b.text.length ? [a, b] : [b, a]
  // Texts of lengths far apart cannot share enough, and most pairs end here.
  return shorter.text.length >= (COPY / 2) * longer.text.length && similarity(a, b, COPY) >= COPY
}

/** A date to sort by: what is known to the year only comes after what is known to the day in that year. */
function dateOf({ date, year }: SourceDocument): string {
  if (date !== undefined && /^\d{4}/.test(date)) return date.length > 4 ? date : `${date}-99`
  return year === undefined ? '9999-99' : `${String(year).padStart(4, '0')}-99`
}

/** The earlier of two documents, else the one with the shorter URL. */
export function moreOriginal(a: SourceDocument, b: SourceDocument): SourceDocument {
  const [one, other] = [dateOf(a), dateOf(b)]
  if (one !== other) return one < other ? a : b
  if (a.url.length !== b.url.length) return a.url.length < b.url.length ? a : b
  return a.url <= b.url ? a : b
}
