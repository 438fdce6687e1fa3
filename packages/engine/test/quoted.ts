import { quotationOf } from '../src/answer/blocks.ts'
import type { DocumentParts } from '../src/corpus/readers/metadata.ts'
import type { Quotation } from '../src/evidence/ledger.ts'
import type { Block, SourceDocument } from '../src/types.ts'

/** A document with what a reader made of a file, with its blocks in memory. */
export interface ReadDocument extends SourceDocument {
  text: string
  blocks: readonly Block[]
}

export function documentOf(title: string, { text, blocks = [] }: Pick<DocumentParts, 'text' | 'blocks'>): ReadDocument {
  return { id: title, url: `urn:${title}`, title, text, blocks, sourceType: 'document' }
}

/** Words of a document where they first stand in it. */
export function quoted(document: ReadDocument, words: string): Quotation & { block: Block } {
  const start = document.text.indexOf(words)
  const block = document.blocks.find((each) => each.start <= start && start < each.end)
  if (block === undefined) throw new Error(`no block holds "${words}"`)
  return { ...quotationOf(document, { start, end: start + words.length }, block), block }
}
