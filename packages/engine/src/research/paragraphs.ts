import { type Evidence, evidenceOf } from '#evidence/ledger.ts'
import { isShort } from '#evidence/read-document.ts'
import type { Span } from '#language/span.ts'
import { contentTerms } from '#language/terms.ts'
import { type BlockSentence, blockSentences, firstEndingAfter } from '../block-sentences.ts'
import type { SourceDocument } from '../types.ts'

/** A paragraph of a source, or some short ones below one heading: what a model is shown by one handle. */
export interface Paragraph extends Span {
  document: SourceDocument
  /** The headings above it. */
  path: readonly string[]
  sentences: readonly Evidence[]
  /** As a model is shown it. */
  text: string
}

/** UTF-16 units: a shorter one is joined to the next below the same heading, and a longer one is parted. */
const SHORT_PARAGRAPH = 350
const LONG_PARAGRAPH = 900
/** A paragraph is shown whole where a passage of it was found, if it begins or ends no farther away. */
const NEAR = 1_500

/** What is read of a document where a passage of it was found: all of a short one, else the paragraphs of the passage. */
export function spanToShow(document: SourceDocument, { start, end }: Span, room: number): Span {
  if (isShort(document) && document.text.length <= room) return { start: 0, end: document.text.length }
  const { blocks } = document
  const [first, last] = [start, end - 1].map((place) => blocks?.at(firstEndingAfter(blocks, place)))
  return {
    start: first && first.start < start && start - first.start <= NEAR ? first.start : start,
    end: last && last.end > end && last.start < end && last.end - end <= NEAR ? last.end : end,
  }
}

/** The paragraphs of a part of a document without those sentences that were shown before. */
export function paragraphsIn(document: SourceDocument, span: Span, isShown: (start: number) => boolean): Paragraph[] {
  const groups: BlockSentence[][] = []
  let last: BlockSentence | undefined
  for (const sentence of blockSentences(document, span)) {
    const isNew = !isShown(sentence.start)
    const open = groups.at(-1)
    if (isNew && last && open && goesOn(open, last, sentence)) open.push(sentence)
    else if (isNew) groups.push([sentence])
    last = isNew ? sentence : undefined
  }
  return groups.map((group) => paragraphOf(document, group))
}

function goesOn(open: readonly BlockSentence[], last: BlockSentence, next: BlockSentence): boolean {
  const [first = last] = open
  const length = last.end - first.start
  if (next.end - first.start > LONG_PARAGRAPH) return false
  const isSameBlock = last.block === next.block
  const isBelowSame = last.block?.path.join('\n') === next.block?.path.join('\n')
  return isSameBlock || (isBelowSame && length < SHORT_PARAGRAPH)
}

function paragraphOf(document: SourceDocument, group: readonly BlockSentence[]): Paragraph {
  const sentences = group.map((sentence) => anySentence(document, sentence))
  const [first, last] = [group[0], group.at(-1)]
  return {
    document,
    start: first?.start ?? 0,
    end: last?.end ?? 0,
    path: first?.block?.path.filter((title) => title !== document.title) ?? [],
    sentences,
    text: sentences.map(({ quote }) => quote.replace(/\s+/g, ' ')).join(' '),
  }
}

const NONE: ReadonlySet<string> = new Set()

/** A sentence of a document, whatever it holds of a question. */
export function anySentence(document: SourceDocument, { start, end, block }: BlockSentence): Evidence {
  const quote = document.text.slice(start, end)
  return evidenceOf({ document, start, end, block, quote, covers: NONE, score: 0, worth: 0 }, () => contentTerms(quote))
}
