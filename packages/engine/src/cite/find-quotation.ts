import { fold, type NormalisedText, normaliseWithMap } from '#language/normalise.ts'
import type { Span } from '#language/sentences.ts'
import type { SourceDocument } from '../types.ts'

const normalised = new WeakMap<SourceDocument, NormalisedText>()

function normalisedOf(document: SourceDocument): NormalisedText {
  const known = normalised.get(document) ?? normaliseWithMap(document.text)
  normalised.set(document, known)
  return known
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
  const exact = indexOfWords(document.text, trimmed)
  if (exact !== -1) return { start: exact, end: exact + trimmed.length }
  const { text, starts, ends } = normalisedOf(document)
  const wanted = normaliseWithMap(quote).text.trim()
  for (const form of new Set([wanted, wanted.replace(WRAPPING, '')])) {
    const at = indexOfWords(text, form)
    if (at !== -1) return { start: starts[at] ?? 0, end: ends[at + form.length - 1] ?? 0 }
  }
  return undefined
}

const WORDS_MEET = /^[\p{L}\p{N}][\p{L}\p{N}]$/u
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Where words stand in a text as whole words; -1 where they do not. */
export function indexOfWords(text: string, words: string): number {
  const inside = (at: number) => {
    const pair = text.slice(at - 1, at + 1)
    return at > 0 && WORDS_MEET.test(pair) && !UNSPACED.test(pair)
  }
  let at = text.indexOf(words)
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

/** Whether every quotation in a claim stands word for word in one of the documents, or in the question. */
export function quotesAreReal(claim: string, documents: Iterable<SourceDocument>, question: string): boolean {
  const all = [...documents]
  return [...normaliseWithMap(claim).text.matchAll(QUOTED)].every((match) => {
    const quote = match[1] ?? match[2] ?? ''
    if ((quote.match(WORDS)?.length ?? 0) < FEWEST_WORDS || fold(question).includes(fold(quote))) return true
    return all.some((document) => findQuotation(quote, document) !== undefined)
  })
}
