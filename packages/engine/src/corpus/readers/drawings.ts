import { BETWEEN_CELLS } from '#language/table-row.ts'
import type { Block } from '../types.ts'

/** What joins the boxes of a drawing, alone in a cell: heads with dashes beside them, and signs. */
const ARROW = /^(?:(?:-+[<>]|[<>]+-)[-<>]*(?![-<>])|[|^v\\/←→↑↓])+$/
const SIDEWAYS = /-[<>]|[<>]-|[←→]/
/** A row with such a cell. */
const POINTED = /(?:^|\| )[-<>←→\s`]+(?:$| \|)/
/** Fewer arrows may stand in a table of signs. */
const LEAST_ARROWS = 2
/** Of the cells of a drawing so many are arrows, at least. */
const ARROWS = 0.15

/** What ends a sentence, or leads to what follows. */
const STOP = /[.!?:]/
/** UTF-16 code units: a box that stands alone in its row says no more. */
const LONGEST_BOX = 40

/** The rows of tables that are drawings: boxes, with arrows between them; one by itself need not be a row. */
export function drawnRows(blocks: readonly Block[], text: string): number[] {
  const found: number[] = []
  let table: number[] = []
  const end = () => {
    const rows = table.map((at) => text.slice(blocks[at]?.start, blocks[at]?.end))
    // Most tables have none.
    const cells = rows.some((row) => POINTED.test(row)) ? rows.flatMap(cellsOf) : []
    const arrows = cells.filter((cell) => ARROW.test(cell))
    const isDrawn = arrows.length >= LEAST_ARROWS && arrows.length >= ARROWS * cells.length
    if (isDrawn && arrows.some((cell) => SIDEWAYS.test(cell))) found.push(...table)
    table = []
  }
  const isBox = ({ kind, start, end: last }: Block) =>
    kind === 'paragraph' && last - start <= LONGEST_BOX && !STOP.test(text.slice(Math.max(start, last - 1), last))
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'row' || isBox(block)) table.push(at)
    else if (table.length > 0) end()
  }
  end()
  return found
}

function cellsOf(row: string): string[] {
  const cells = row.split(BETWEEN_CELLS).map((cell) => cell.replace(/[`\s]/g, ''))
  return cells.filter((cell) => cell !== '')
}

/** The edge of a box. */
const BOX = /\+[-=]{2,}\+|[┌╭╔][─═━]|^\s*[|│]\s.*\s[|│]\s*$/
/** What leads from one box to another; upright, where nothing else stands in its line. */
const ARROWS_IN = /(?:--|==)>|<(?:--|==)|[▶►◀▲▼→←↑↓]/u
/** The edge of each box holds one of these. */
const EDGES = ['+', '|', '┌', '╭', '╔', '│']
const UPRIGHT = /[|^]/
const ELSE = /[^\s|^vV\\/]/
const DRAWN = /[-=+|<>^_\\/─-╿▶►◀▲▼→←↑↓]/gu
/** Of the signs of a drawing so many are lines. */
const SHARE = 0.35
/** UTF-16 code units of a drawing, at most; what is longer is a program. */
const LONGEST = 10_000

/** Whether lines that are shown as they stand are a drawing of boxes that arrows join. */
export function isDrawing(code: string): boolean {
  if (code.length > LONGEST || !EDGES.some((edge) => code.includes(edge))) return false
  const lines = code.split('\n').filter((line) => line.trim() !== '')
  const isArrow = (line: string) => ARROWS_IN.test(line) || (UPRIGHT.test(line) && !ELSE.test(line))
  if (!lines.some((line) => BOX.test(line)) || !lines.some(isArrow)) return false
  const drawn = code.match(DRAWN)?.length ?? 0
  return drawn >= SHARE * code.replace(/\s/g, '').length
}
