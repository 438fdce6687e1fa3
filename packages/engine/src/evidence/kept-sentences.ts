import { KeptOfTexts } from '#language/kept-of-texts.ts'
import type { Span } from '#language/sentences.ts'
import { type BlockSentence, blockSentences, firstEndingAfter } from '../block-sentences.ts'
import type { SourceDocument } from '../types.ts'

/** Numbers that are kept, at 4 bytes each: three of a sentence, which has some hundred characters. */
const KEPT = 400_000
/** Stands for no block. */
const NONE = -1

/** Finds the sentences of parts of documents, and keeps where they are: to find them takes long. */
export class KeptSentences {
  /** Where each sentence begins and ends, and the index of its block. */
  readonly #kept = new KeptOfTexts<Int32Array>(KEPT, ({ length }) => length)

  /** As `blockSentences` gives them. */
  readonly of = (document: SourceDocument, span: Span): BlockSentence[] => {
    const { text, blocks } = document
    let found: BlockSentence[] | undefined
    const places = this.#kept.get(text, `${span.start} ${span.end}`, () => {
      found = blockSentences(document, span)
      return Int32Array.from(found.flatMap(({ start, end, block }) => [start, end, indexOf(document, block)]))
    })
    if (found) return found
    return Array.from({ length: places.length / 3 }, (_, at) => {
      const [start = 0, end = 0, index = NONE] = places.subarray(3 * at, 3 * at + 3)
      const block = index === NONE ? undefined : blocks?.at(index)
      return block ? { start, end, block } : { start, end }
    })
  }
}

function indexOf({ blocks }: SourceDocument, block: BlockSentence['block']): number {
  return blocks && block ? firstEndingAfter(blocks, block.start) : NONE
}
