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
      return placesOf(document, found)
    })
    if (found) return found
    const kept: BlockSentence[] = []
    let index = NONE
    let block: BlockSentence['block']
    for (let at = 0; at < places.length; at += 3) {
      const [start, end] = [places[at] as number, places[at + 1] as number]
      if (places[at + 2] !== index) {
        index = places[at + 2] as number
        block = index === NONE ? undefined : blocks?.at(index)
      }
      kept.push(block ? { start, end, block } : { start, end })
    }
    return kept
  }
}

function placesOf(document: SourceDocument, sentences: readonly BlockSentence[]): Int32Array {
  const places = new Int32Array(3 * sentences.length)
  let last: BlockSentence['block']
  let index = NONE
  for (const [at, { start, end, block }] of sentences.entries()) {
    if (block !== last) {
      index = indexOf(document, block)
      last = block
    }
    places[3 * at] = start
    places[3 * at + 1] = end
    places[3 * at + 2] = index
  }
  return places
}

function indexOf({ blocks }: SourceDocument, block: BlockSentence['block']): number {
  return blocks && block ? firstEndingAfter(blocks, block.start) : NONE
}
