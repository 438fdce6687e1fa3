import type { Numbered, Piece } from './references.ts'
import { withReferences } from './references.ts'

// Noncharacters: no text that is exchanged may hold them, so that they mark places while Markdown is rendered.
const BEGIN = '\ufdd0'
const REFERENCES = '\ufdd1'
const END = '\ufdd2'
const ANY = /[\ufdd0-\ufdd2]/g
const MARK = /[\ufdd0\ufdd1]\d+\ufdd2/g
/** The parts of a rendered text: tags, where it has any, marks, and what is between them. */
const PARTS = /[\ufdd0\ufdd1]\d+\ufdd2|[^\ufdd0\ufdd1]+/g
const PARTS_OF_HTML = /<[^>]*>|[\ufdd0\ufdd1]\d+\ufdd2|[^<\ufdd0\ufdd1]+|</g

/** What makes lines blank, a heading, an item, a quote, a row, a rule or a fence; a mark before it would unmake them. */
const LINE_BEGIN =
  /^(?:[ \t]*\n)*(?: {0,3}(?:```|~~~)[^\n]*(?:\n|$)|[ \t]*[-*_|: \t]{3,}(?:\n|$)|(?:[ \t]*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]+|[ \t]*\|[ \t]*)+)?/

/** The answer's Markdown with a mark where each piece begins, and one where its references belong. */
export function markPieces({ pieces }: Numbered): string {
  let marked = ''
  let isLineBegin = true
  for (const [index, piece] of pieces.entries()) {
    const text = piece.text.replace(ANY, '')
    const ahead = isLineBegin ? (LINE_BEGIN.exec(text)?.[0].length ?? 0) : 0
    const own = text.slice(ahead)
    const rest = withReferences({ ...piece, text: own, references: piece.references.slice(0, 1) }, () => {
      return `${REFERENCES}${index}${END}`
    })
    // Where nothing is to be seen, a mark would only be in the way of what begins the next line.
    marked += text.slice(0, ahead) + (own.trim() === '' ? '' : `${BEGIN}${index}${END}`) + rest
    isLineBegin = text === '' ? isLineBegin : text.endsWith('\n')
  }
  return marked
}

/** What becomes of the parts of a rendered text. */
export interface PlaceWriter {
  /** Text of a piece. */
  text(text: string, piece: Piece | undefined): string
  /** The references of a piece. */
  references(piece: Piece): string
}

/** Puts claims and references in the places of their marks. The tags of HTML are parts of their own. */
export function placePieces(rendered: string, { pieces }: Numbered, writer: PlaceWriter, isHtml: boolean): string {
  let written = ''
  let current: Piece | undefined
  for (const [part] of rendered.matchAll(isHtml ? PARTS_OF_HTML : PARTS)) {
    const piece = pieces[Number.parseInt(part.slice(1), 10)]
    if (part.startsWith(BEGIN)) current = piece
    else if (!part.startsWith(REFERENCES)) written += writer.text(part, current)
    else if (piece) written += writer.references(piece)
  }
  return written
}

/** A text without its marks. */
export function unmarked(text: string): string {
  return text.replace(MARK, '')
}
