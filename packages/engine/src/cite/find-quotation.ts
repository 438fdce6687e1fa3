import { fold, type NormalisedText, normaliseWithMap } from '#language/normalise.ts'
import type { Span } from '#language/span.ts'
import type { SourceDocument } from '../types.ts'
import { PlaceCache } from './place-cache.ts'

/** UTF-16 units of a text that are looked through at a time, and how far a quotation may reach beyond these. */
const PIECE = 64 * 1024
const REACH = 4 * 1024

/** A piece of a text; what comes before `first` is there to see whether a word begins there. */
interface Piece {
  start: number
  text: string
  first: number
}

function* piecesOf({ text }: SourceDocument): Generator<Piece> {
  for (let at = 0; at < text.length; at += PIECE) {
    const start = Math.max(0, at - 1)
    yield { start, text: text.slice(start, at + PIECE + REACH), first: at - start }
  }
}

/** UTF-16 units of pieces that are kept normalised, in some 20 MB. */
const KEPT = 1_000_000
const normalised = new PlaceCache<NormalisedText>(KEPT)

function normalisedOf(document: SourceDocument, { start, text }: Piece): NormalisedText {
  return normalised.get(document, { start, end: start + text.length }, () => normaliseWithMap(text))
}

/** Quotation marks around a quotation, and the dots where it was cut off. */
const WRAPPING = /^["'.\s]+|["'.\s]+$/g

/**
 * Finds where a document says a quotation word for word: character for character, else but for case, white space and
 * typography. UTF-16 code units of the document's text, the end exclusive; undefined where it is not there.
 */
export function findQuotation(quote: string, document: SourceDocument): Span | undefined {
  const trimmed = quote.trim()
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return undefined
  for (const { start, text, first } of piecesOf(document)) {
    const at = indexOfWords(text, trimmed, first)
    if (at !== -1) return { start: start + at, end: start + at + trimmed.length }
  }
  const wanted = normaliseWithMap(quote).text.trim()
  const forms = [...new Set([wanted, wanted.replace(WRAPPING, '')])]
  const telling = tellingWords(wanted)
  for (const piece of piecesOf(document)) {
    const found = mayHold(piece, telling) ? findNormalised(forms, piece, normalisedOf(document, piece)) : undefined
    if (found) return found
  }
  return undefined
}

function findNormalised(forms: readonly string[], { start, first }: Piece, { text, starts, ends }: NormalisedText) {
  for (const form of forms) {
    const at = indexOfWords(text, form, first)
    if (at !== -1) return { start: start + (starts[at] ?? 0), end: start + (ends[at + form.length - 1] ?? 0) }
  }
  return undefined
}

/** Words that every way of writing a quotation holds. */
function tellingWords(normalisedQuote: string): string[] {
  return normalisedQuote.match(/(?<![\p{L}\p{N}])[a-z]{4,}(?![\p{L}\p{N}])/gu) ?? []
}

/** What may stand inside of a word and is not seen, or is one letter that reads as several. */
const UNSEEN_IN_WORDS = /[\u00AD\u200B-\u200D\u2060\uFEFF`\u017F\uFB00-\uFB06\uFF21-\uFF5A]/u

/** Whether it is worth the time to normalise a piece. */
function mayHold({ text }: Piece, words: readonly string[]): boolean {
  if (text.length < PIECE || UNSEEN_IN_WORDS.test(text)) return true
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}

const WORDS_MEET = /^[\p{L}\p{N}][\p{L}\p{N}]$/u
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Where words stand in a text as whole words, from a place on; -1 where they do not. */
export function indexOfWords(text: string, words: string, from = 0): number {
  const inside = (at: number) => {
    const pair = text.slice(at - 1, at + 1)
    return WORDS_MEET.test(pair) && !UNSPACED.test(pair)
  }
  let at = text.indexOf(words, from)
  while (at !== -1 && (inside(at) || inside(at + words.length))) at = text.indexOf(words, at + 1)
  return at
}

/**
 * What stands between quotation marks, made alike before; an apostrophe inside a word is none. The bound keeps an
 * unclosed mark from taking in a whole answer.
 */
const QUOTED =
  /"([^"\n]{2,1500})"|(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}])){2,1500})'(?![\p{L}\p{N}])/gu
/** Words; of scripts without spaces, pairs of characters. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[\p{L}\p{N}]+/gu
/** Fewer words in quotation marks are a name, a title or a turn of phrase. */
const FEWEST_WORDS = 4

/**
 * Whether every quotation in a claim stands word for word in one of the documents, or in the question. `cited`: passages of
 * these documents, in which it likely stands, as a whole document takes long to look through.
 */
export function quotesAreReal(
  claim: string,
  documents: Iterable<SourceDocument>,
  { question, cited = [] }: { question: string; cited?: readonly string[] },
): boolean {
  const all = [...documents]
  const isCited = (quote: string) => cited.some((text) => indexOfWords(normaliseWithMap(text).text, quote) !== -1)
  return [...normaliseWithMap(claim).text.matchAll(QUOTED)].every((match) => {
    const quote = match[1] ?? match[2] ?? ''
    if ((quote.match(WORDS)?.length ?? 0) < FEWEST_WORDS || fold(question).includes(fold(quote))) return true
    return isCited(quote.trim()) || all.some((document) => findQuotation(quote, document) !== undefined)
  })
}
