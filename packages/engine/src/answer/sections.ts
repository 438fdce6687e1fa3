import type { Quotation } from '#evidence/ledger.ts'
import type { Block, SourceDocument } from '../types.ts'

/** Blocks at the beginning of a document among which its first section begins. */
const FIRST_BLOCKS = 400

/** What stands in manuals, a page of which is a section by itself. */
const MANUAL = new Set<Block['kind']>(['code', 'row'])

/** A page that is called so is a section of a manual: "2.5. Moorings" */
const NUMBERED = /^(?:chapter|appendix)\s+[\p{L}\p{N}]{1,4}\b|^[\p{Lu}\p{N}]{1,2}(?:\.\p{N}+)+\.?\s/iu

const known = new WeakMap<SourceDocument, boolean>()

/** Whether a sentence stands under a heading of its own, and not under the title of its document alone. */
export function isUnderHeading({ block, document }: Quotation): boolean {
  return block !== undefined && block.kind !== 'turn' && isSectionOf(block.path, document)
}

/** Whether a sentence stands in a document that is divided into sections, each of which says by itself what it is about, or is one of a manual. */
export function isOfSection({ block, document }: Quotation): boolean {
  if (block === undefined || block.kind === 'turn') return false
  return isSectionOf(block.path, document) || (block.path.length > 0 && hasSections(document))
}

const isSectionOf = (path: readonly string[], { title }: SourceDocument) => path.some((heading) => heading !== title)

function hasSections(document: SourceDocument): boolean {
  const found = known.get(document)
  if (found !== undefined) return found
  const { blocks = [] } = document
  let has = NUMBERED.test(document.title)
  for (let at = 0; at < Math.min(blocks.length, FIRST_BLOCKS) && !has; at += 1) {
    const block = blocks.at(at)
    has = block !== undefined && block.kind !== 'turn' && (MANUAL.has(block.kind) || isSectionOf(block.path, document))
  }
  known.set(document, has)
  return has
}

/** Whether a passage stands under the title of its document alone, as a summary does, of which a section is shown. */
export function isSummary(passage: readonly Quotation[], shown: readonly Quotation[]): boolean {
  const id = passage[0]?.document.id
  return !passage.some(isUnderHeading) && shown.some((each) => each.document.id === id && isUnderHeading(each))
}
