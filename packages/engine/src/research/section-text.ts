import { cellsOf } from '#language/table-row.ts'
import { type Draft, DraftParser } from '#model/draft-parser.ts'
import type { FoundHandle } from '#model/handles.ts'

/** A piece of a section as its writer laid it out. */
export type Piece =
  | { kind: 'paragraph'; drafts: Draft[] }
  | { kind: 'item'; drafts: Draft[] }
  /** The cells of a row; the first names it. */
  | { kind: 'row'; cells: Draft[] }
  | { kind: 'head'; cells: Draft[] }

const ITEM = /^(?:[-*+•–]|\d{1,2}[.)])\s+/
const RULE = /^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$/
const HEADING = /^#{1,6}\s|^\*\*[^*]{1,200}\*\*:?$/
/** Lines of a section that are read: what runs on is no section. */
const MOST_LINES = 400

/** Takes the text of a section apart. `whole` says that its writer finished it; otherwise its last sentence may be cut. */
export function piecesOf(text: string, whole: boolean): Piece[] {
  const pieces: Piece[] = []
  const lines = text.split('\n', MOST_LINES).map((line) => line.trim())
  let open: string[] = []
  const close = (isWhole: boolean) => {
    const drafts = open.length > 0 ? draftsOf(open.join(' '), isWhole) : []
    if (drafts.length > 0) pieces.push({ kind: 'paragraph', drafts })
    open = []
  }
  for (const [at, line] of lines.entries()) {
    const isWhole = whole || at < lines.length - 1
    if (line.startsWith('|')) {
      close(true)
      if (RULE.test(line)) continue
      const cells = cellsOf(line).map(asOneDraft)
      const isHead = RULE.test(lines[at + 1] ?? '')
      if (isWhole && cells.length > 1) pieces.push({ kind: isHead ? 'head' : 'row', cells })
    } else if (ITEM.test(line)) {
      close(true)
      const drafts = draftsOf(line.replace(ITEM, ''), isWhole)
      if (drafts.length > 0) pieces.push({ kind: 'item', drafts })
    } else if (line === '' || HEADING.test(line)) close(true)
    else open.push(line)
  }
  close(whole)
  return pieces
}

function draftsOf(text: string, whole: boolean): Draft[] {
  const parser = new DraftParser()
  return [...parser.push(text.replaceAll('**', '')), ...parser.end(whole)]
}

/** What stands in a cell of a table. */
function asOneDraft(cell: string): Draft {
  const whole: Draft & { handles: FoundHandle[] } = { text: '', handles: [], gap: '' }
  for (const { text, handles } of draftsOf(cell, true)) {
    const at = whole.text === '' ? 0 : whole.text.length + 1
    whole.text += whole.text === '' ? text : ` ${text}`
    whole.handles.push(...handles.map((one) => ({ ...one, at: one.at + at })))
  }
  return whole
}
