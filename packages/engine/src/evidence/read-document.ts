import type { Span } from '#language/span.ts'
import { contentIn } from '#language/terms.ts'
import type { ReadingGoal } from '#question/question.ts'
import { type BlockSentence, blockSentences } from '../block-sentences.ts'
import type { Block, ReadableText, SourceDocument } from '../types.ts'
import type { Features } from './head.ts'
import { type Candidate, type Evidence, evidenceOf } from './ledger.ts'
import { type ReadSentence, SentenceReader } from './score-sentences.ts'

/** What reading a document brings. */
export type DocumentReading = Pick<Candidate, 'evidence' | 'read' | 'covers'>

/** UTF-16 code units that are read whole: about what all passages of one search hold together. */
const SHORT_DOCUMENT = 6_000
/** What is longer is no sentence, but a table, or a text without stops. */
const LONGEST_SENTENCE = 700
/** What is shorter and holds nothing of the question says nothing. */
const SHORTEST_SENTENCE = 15

/** Cuts what is too long to quote at white space, so that a table or a text without stops is still quotable. */
function quotable(text: ReadableText, span: Span): Span[] {
  const parts: Span[] = []
  let { start } = span
  while (span.end - start > LONGEST_SENTENCE) {
    const window = text.slice(start, start + LONGEST_SENTENCE)
    const cut = Math.max(window.lastIndexOf('; ') + 1, window.lastIndexOf('\n'), window.lastIndexOf(' '))
    const end = cut > LONGEST_SENTENCE / 3 ? start + cut : start + window.toWellFormed().search(/\uFFFD?$/u)
    parts.push({ start, end })
    start = end
    while (start < span.end && /\s/.test(text.slice(start, start + 1))) start += 1
  }
  if (start < span.end) parts.push({ start, end: span.end })
  return parts
}

/** Whether a document is read whole, whatever was found in it. */
export function isShort({ text }: Pick<SourceDocument, 'text'>): boolean {
  return text.length <= SHORT_DOCUMENT
}

/** Whether reading a document for further passages would find nothing new. */
export function isRead(read: readonly Span[], document: SourceDocument, passages: readonly Span[]): boolean {
  return spansToRead(document, passages).every((span) =>
    read.some(({ start, end }) => start <= span.start && span.end <= end),
  )
}

/** The parts of a document to read: all of a short one, else the passages that were found. */
function spansToRead(document: SourceDocument, passages: readonly Span[]): Span[] {
  const { length } = document.text
  if (isShort(document)) return [{ start: 0, end: length }]
  const merged: Span[] = []
  for (const { start, end } of [...passages].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** UTF-16 units: of a longer block only what was read is looked at. */
export const LONGEST_BLOCK = 20_000

/** Gives what is looked at of blocks of which a span is read; of those of many sentences, the same each time. */
function partOf({ start, end }: Span): (block: Block) => Block {
  let last: { block: Block; part: Block } | undefined
  return (block) => {
    if (block.end - block.start <= LONGEST_BLOCK) return block
    if (last?.block !== block)
      last = { block, part: { ...block, start: Math.max(start, block.start), end: Math.min(end, block.end) } }
    return last.part
  }
}

/** What is looked for in documents, and how their sentences are weighed. */
export interface Looking {
  goal: ReadingGoal
  weigh: (features: Features) => number
}

/** Reads a document for a goal: every sentence of what was found becomes evidence, as `weigh` weighs its features. */
export function readDocument(
  document: SourceDocument,
  passages: readonly Span[],
  { goal, weigh }: Looking,
): DocumentReading {
  const reader = new SentenceReader(document.title, goal)
  const spans = spansToRead(document, passages)
  const terms = goal.termsOf(document)
  const read: ReadSentence[] = []
  for (const span of spans) {
    terms.between(span.start, span.end)
    const text = document.text.slice(span.start, span.end)
    let before: ReadSentence | undefined
    const shownPart = partOf(span)
    for (const sentence of sentencesOf(document, span)) {
      const block = sentence.block && shownPart(sentence.block)
      for (const { start, end } of quotable(document.text, sentence)) {
        const quote = text.slice(start - span.start, end - span.start)
        const found = reader.read(quote, terms.between(start, end), { start, end, block, before })
        if (before) before.after = found.asked
        before = found
        read.push(found)
      }
    }
  }
  const featuresOf = reader.among(read)
  const evidence: Evidence[] = []
  for (const sentence of read) {
    const { quote, start, end, block, asked: covers, terms } = sentence
    if (quote.length < SHORTEST_SENTENCE && covers.size === 0) continue
    const score = weigh(reader.features(sentence, start === 0))
    const worth = weigh(featuresOf(sentence))
    evidence.push(evidenceOf({ document, start, end, block, quote, covers, score, worth }, () => contentIn(terms)))
  }
  const covers = new Set(reader.title)
  for (const { asked } of read) for (const term of asked) covers.add(term)
  return { evidence, read: spans, covers }
}

/** Where the sentences of parts of texts are, from one question to the next: to find them takes long. */
const found = new WeakMap<object, Map<string, readonly BlockSentence[]>>()

function sentencesOf(document: SourceDocument, span: Span): readonly BlockSentence[] {
  const { text } = document
  if (typeof text === 'string') return blockSentences(document, span)
  const ofText = found.get(text) ?? new Map<string, readonly BlockSentence[]>()
  found.set(text, ofText)
  const key = `${span.start} ${span.end}`
  const sentences = ofText.get(key) ?? blockSentences(document, span)
  ofText.set(key, sentences)
  return sentences
}
