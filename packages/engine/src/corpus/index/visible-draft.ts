import { LONGEST_TITLE, visible, visibleLine } from '#language/visible.ts'
import { changeBlocks } from '../../change-blocks.ts'
import type { DocumentDraft } from '../types.ts'

/**
 * A document as readers see it: without invisible characters, in which instructions are hidden. It is made so before it
 * is indexed, so that a quotation is exactly what stands at its offsets.
 */
export function visibleDraft(draft: DocumentDraft): DocumentDraft {
  const title = visibleLine(draft.title, LONGEST_TITLE)
  const text = visible(draft.text)
  if (text === draft.text) return title === draft.title ? draft : { ...draft, title }
  const blocks = draft.blocks?.map((block) => ({ ...block, path: block.path.map(visible) }))
  return { ...draft, title, ...(blocks ? changeBlocks({ text: draft.text, blocks }, visible) : { text }) }
}
