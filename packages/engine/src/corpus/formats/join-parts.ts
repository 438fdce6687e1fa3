import type { DocumentParts } from '../readers/metadata.ts'
import type { Block } from '../types.ts'

const BETWEEN = '\n\n'

/** What is read of a part of a document, and the titles that it stands below, the outermost first. */
export interface Part extends Pick<DocumentParts, 'text' | 'blocks'> {
  path?: readonly string[]
}

/** Joins parts of a document, a blank line apart. */
export function joinParts(parts: readonly Part[]): { text: string; blocks: Block[] } {
  const texts: string[] = []
  const blocks: Block[] = []
  let length = 0
  for (const { text: whole, blocks: own = [], path: above = [] } of parts) {
    const text = whole.trimEnd()
    if (text === '') continue
    const from = length === 0 ? 0 : length + BETWEEN.length
    texts.push(text)
    length = from + text.length
    for (const block of own)
      blocks.push({ ...block, start: from + block.start, end: from + block.end, path: [...above, ...block.path] })
  }
  return { text: texts.join(BETWEEN), blocks }
}

/** A part that is a heading. */
export function headingPart(title: string, level: number, path: readonly string[] = []): Part {
  return { text: title, blocks: [{ start: 0, end: title.length, kind: 'heading', level, path: [] }], path }
}

/** A part that is one block. */
export function plainPart(text: string, kind: Block['kind'] = 'paragraph'): Part {
  return { text, blocks: text.trim() === '' ? [] : [{ start: 0, end: text.length, kind, path: [] }] }
}
