import type { Numbered, Piece } from './references.ts'
import { withReferences } from './references.ts'

// These noncharacters never occur in exchanged text, so they can mark places while Markdown is rendered.
const BEGIN = '\ufdd0'
const REFERENCES = '\ufdd1'
const END = '\ufdd2'
const ANY = /[\ufdd0-\ufdd2]/g
const MARK = /[\ufdd0\ufdd1]\d+\ufdd2/g
/** The parts of a rendered text: tags (in HTML), marks, and everything between them. */
const PARTS = /[\ufdd0\ufdd1]\d+\ufdd2|[^\ufdd0\ufdd1]+/g
const PARTS_OF_HTML = /<[^>]*>|[\ufdd0\ufdd1]\d+\ufdd2|[^<\ufdd0\ufdd1]+|</g

/**
 * What makes a line blank, a heading, an item, a quote, a row, a rule or a fence. A mark before it would destroy that.
 */
const LINE_BEGIN =
  /^(?:[ \t]*\n)*(?: {0,3}(?:```|~~~)[^\n]*(?:\n|$)|[-*_|: \t]{3,}(?:\n|$)|[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]+|\|[ \t]*)+)?/

/** The answer's Markdown with a mark where each piece begins and another where its references belong. */
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
    // Invisible text gets no mark, which could get in the way of the next line's beginning.
    marked += text.slice(0, ahead) + (own.trim() === '' ? '' : `${BEGIN}${index}${END}`) + rest
    isLineBegin = text === '' ? isLineBegin : text.endsWith('\n')
  }
  return marked
}

/** Writes the parts of a rendered text. */
export interface PlaceWriter {
  /** Writes text of a piece. */
  text(text: string, piece: Piece | undefined): string
  /** Writes the references of a piece. */
  references(piece: Piece): string
}

/** Replaces the marks with claims and references. In HTML, tags are parts of their own. */
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

/** Removes the marks from a text. */
export function unmarked(text: string): string {
  return text.replace(MARK, '')
}
