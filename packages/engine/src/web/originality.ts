import { fold } from '#language/normalise.ts'
import { WordScanner } from '#language/words.ts'
import type { SourceDocument } from '../types.ts'

/** Words in a row that two texts do not share by chance. */
const RUN = 5
/** A copy keeps nearly all: a syndicated article loses or gains a paragraph at most. */
const COPY = 0.8

/** UTF-16 units of a text that are compared: a copy is one from its beginning on. */
const COMPARED = 20_000

const runsByDocument = new WeakMap<SourceDocument, ReadonlySet<string>>()

/** Every five words in a row of the beginning of a document; all its words where there are fewer. */
function runsOf(document: SourceDocument): ReadonlySet<string> {
  const known = runsByDocument.get(document)
  if (known) return known
  const words: string[] = []
  for (const scanner = new WordScanner(fold(document.text.slice(0, COMPARED))); scanner.next(); )
    words.push(scanner.word)
  const count = words.length === 0 ? 0 : Math.max(1, words.length - RUN + 1)
  const runs = new Set(Array.from({ length: count }, (_, at) => words.slice(at, at + RUN).join(' ')))
  runsByDocument.set(document, runs)
  return runs
}

/** Whether two documents say the same in nearly the same words: both hold most of the runs of five words of either. */
export function isCopy(a: SourceDocument, b: SourceDocument): boolean {
  const [shorter, longer] = a.text.length < b.text.length ? [a, b] : [b, a]
  // Texts of lengths far apart cannot share enough, and most pairs end here.
  if (shorter.text.length < (COPY / 2) * longer.text.length) return false
  const [runs, others] = [runsOf(shorter), runsOf(longer)]
  let shared = runs.size
  for (const run of runs) {
    if (!others.has(run)) shared -= 1
    if (shared < COPY * (runs.size + others.size - shared)) return false
  }
  return shared > 0
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
