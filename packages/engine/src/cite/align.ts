import { fold, type NormalisedText, normaliseWithMap } from '#language/normalise.ts'
import { type Span, sentences } from '#language/sentences.ts'
import { type Term, terms } from '#language/terms.ts'
import type { SourceDocument } from '../types.ts'
import { indexOfWords } from './verify.ts'

/** Where a document says something. Offsets are UTF-16 code units of its text, the end exclusive. */
export interface Alignment extends Span {
  /** From the first to the last sentence that the place touches. */
  sentence: Span
  /** Character for character; but for case, white space and typography; or word by word with differences. */
  method: 'exact' | 'normalised' | 'aligned'
  /** 0 to 1: 1 unless aligned; then (matches − mismatches − gaps) ÷ words, brought to that range. */
  score: number
}

/** A sentence of a document, its words as they are compared. */
interface Sentence extends Span {
  words: readonly Term[]
  keys: readonly string[]
  held: ReadonlySet<string>
  stems: ReadonlySet<string>
}

/** What is made of a document once, when the first quotation is looked for in it. */
interface Prepared {
  spans: readonly Span[]
  normalised?: NormalisedText
  sentences?: readonly Sentence[]
}

const prepared = new WeakMap<SourceDocument, Prepared>()

function prepare(document: SourceDocument): Prepared {
  const known = prepared.get(document)
  if (known) return known
  const made: Prepared = { spans: sentences(document.text) }
  prepared.set(document, made)
  return made
}

const ACCEPTED = 0.85
const WRAPPING = /^["'.\s]+|["'\s]+$|(?<=\.{2})\.+$/g

/**
 * Finds where a document says a quotation: character for character, else but for case, white space and typography,
 * else word by word. Undefined where nothing is near enough. `accept`: the least score; default 0.85.
 */
export function align(quote: string, document: SourceDocument, accept: number = ACCEPTED): Alignment | undefined {
  const trimmed = quote.trim()
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return undefined
  const at = indexOfWords(document.text, trimmed)
  if (at !== -1) return snapped(document, { start: at, end: at + trimmed.length }, 'exact', 1)
  return alignNormalised(trimmed, document) ?? alignWords(trimmed, document, accept)
}

function alignNormalised(quote: string, document: SourceDocument): Alignment | undefined {
  const known = prepare(document)
  known.normalised ??= normaliseWithMap(document.text)
  const { text, starts, ends } = known.normalised
  const wanted = normaliseWithMap(quote).text.trim()
  for (const form of new Set([
    wanted,
    wanted
      .replace(WRAPPING, '')
      .replace(/\.{3}$/, '')
      .trim(),
  ])) {
    const at = form === '' ? -1 : indexOfWords(text, form)
    const span = { start: starts[at] ?? 0, end: ends[at + form.length - 1] ?? 0 }
    if (at !== -1) return snapped(document, span, 'normalised', 1)
  }
  return undefined
}

function snapped(
  document: SourceDocument,
  { start, end }: Span,
  method: Alignment['method'],
  score: number,
): Alignment {
  const touched = prepare(document).spans.filter((span) => span.end > start && span.start < end)
  return {
    start,
    end,
    sentence: { start: touched[0]?.start ?? start, end: touched.at(-1)?.end ?? end },
    method,
    score,
  }
}

function keysOf(words: readonly Term[]): string[] {
  // Scripts without spaces come as pairs of characters, which are terms as they are.
  return words.map(({ raw, term }) => (/^[\p{Script=Latin}\p{N}]/u.test(raw) ? fold(raw) : term))
}

function sentencesOf(document: SourceDocument): readonly Sentence[] {
  const known = prepare(document)
  known.sentences ??= known.spans.map(({ start, end }) => {
    const words = terms(document.text.slice(start, end)).map((word) => ({
      ...word,
      start: word.start + start,
      end: word.end + start,
    }))
    const keys = keysOf(words)
    const stems = new Set(words.filter(({ stop }) => !stop).map(({ term }) => term))
    return { start, end, words, keys, held: new Set(keys), stems }
  })
  return known.sentences
}

const CANDIDATES = 4

function alignWords(quote: string, document: SourceDocument, accept: number): Alignment | undefined {
  const keys = keysOf(terms(quote))
  const all = sentencesOf(document)
  if (keys.length === 0) return undefined
  let best: Alignment | undefined
  for (const at of likely(
    new Set(keys),
    all.map(({ held }) => held),
  )) {
    const region = regionFrom(all, at, keys.length)
    const found = semiGlobal(
      keys,
      region.flatMap((sentence) => sentence.keys),
    )
    const score = (found.score / keys.length + 1) / 2
    const words = region.flatMap((sentence) => sentence.words)
    const [first, last] = [words[found.from], words[found.to - 1]]
    if (first && last && score >= accept && score > (best?.score ?? 0)) {
      best = snapped(document, { start: first.start, end: last.end }, 'aligned', score)
    }
  }
  return best
}

/** The sentences that hold most of some words, rare ones counting more; best first. */
function likely(wanted: ReadonlySet<string>, all: readonly ReadonlySet<string>[]): number[] {
  const rarity = new Map<string, number>()
  for (const key of wanted) {
    const count = all.filter((held) => held.has(key)).length
    if (count > 0) rarity.set(key, Math.log(1 + all.length / count))
  }
  const scored = all.map((held, at) => {
    let score = 0
    for (const [key, weight] of rarity) if (held.has(key)) score += weight
    return { at, score }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, CANDIDATES)
    .map(({ at }) => at)
}

const MOST_SENTENCES = 5

/** The sentences from one on that are long enough for a quotation, and the one before it, where it may begin. */
function regionFrom(all: readonly Sentence[], at: number, length: number): Sentence[] {
  const region = all.slice(Math.max(0, at - 1), at + 1)
  let words = all[at]?.words.length ?? 0
  for (let next = at + 1; words < length + 2 && region.length < MOST_SENTENCES && next < all.length; next += 1) {
    const sentence = all[next]
    if (!sentence) break
    region.push(sentence)
    words += sentence.words.length
  }
  return region
}

/** Aligns all of `wanted` with the best run of `source`: +1 a match, −1 a mismatch or a gap. */
function semiGlobal(wanted: readonly string[], source: readonly string[]): { score: number; from: number; to: number } {
  let scores = new Array<number>(source.length + 1).fill(0)
  let origins = scores.map((_, j) => j)
  wanted.forEach((word, i) => {
    const nextScores = [-(i + 1)]
    const nextOrigins = [0]
    for (let j = 1; j <= source.length; j += 1) {
      const through = (scores[j - 1] ?? 0) + (source[j - 1] === word ? 1 : -1)
      const skipWord = (scores[j] ?? 0) - 1
      const skipSource = (nextScores[j - 1] ?? 0) - 1
      const top = Math.max(through, skipWord, skipSource)
      nextScores.push(top)
      nextOrigins.push((top === through ? origins[j - 1] : top === skipWord ? origins[j] : nextOrigins[j - 1]) ?? 0)
    }
    scores = nextScores
    origins = nextOrigins
  })
  const score = Math.max(...scores)
  const to = scores.indexOf(score)
  return { score, from: origins[to] ?? 0, to }
}

/** The sentences of a document nearest to a claim by the rarity of the words they share; best first. */
export function nearestSentences(claim: string, document: SourceDocument, limit: number = CANDIDATES): Span[] {
  const wanted = new Set(terms(claim).flatMap(({ term, stop }) => (stop ? [] : [term])))
  const all = sentencesOf(document)
  return likely(
    wanted,
    all.map(({ stems }) => stems),
  )
    .slice(0, limit)
    .flatMap((at) => {
      const sentence = all[at]
      return sentence ? [{ start: sentence.start, end: sentence.end }] : []
    })
}
