import type { AnswerPart } from '#cite/assemble.ts'
import { visibleLine } from '#language/visible.ts'
import { wordsIn } from '#language/words-in.ts'
import { withHandles } from '#model/handles.ts'
import { type CheckParts, SentenceCheck } from '#model/sentence-check.ts'
import { type CellSource, COMPARING, type ComparisonTable } from './comparison.ts'

/** A cell as it is told, and whether it says the whole of its note. */
interface Cell {
  parts: AnswerPart[]
  isWhole: boolean
}

/** UTF-16 units of a thing's name at the top of its column. */
const LONGEST_NAME = 60
/** A cell of so many of its note's words says the note: the rest is its opening words or its stop. */
const WHOLE = 0.8
const NOTHING = 'nothing found'
const RULES = COMPARING.split(/\n|(?<=[.:]) /)

const text = (words: string): AnswerPart => ({ kind: 'text', text: words })
/** A bar or a line break would end the cell. */
const inCell = (words: string) => words.replaceAll('|', '/').replace(/\s+/g, ' ').trim()

/**
 * Checks the cells of a table as sentences are checked: what a model says of a note stands where the note bears it out,
 * else the note's own words do. Gives the lines of a Markdown table, each with what it quotes whole; none where fewer
 * than two things have a cell.
 */
export async function comparisonLines(
  { things, rows }: ComparisonTable,
  parts: CheckParts,
): Promise<{ parts: AnswerPart[]; whole: AnswerPart[] }[]> {
  const filled = things.filter((_, i) => rows.some(({ cells }) => cells[i] !== undefined))
  if (filled.length < 2) return []
  const evidence = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.note.evidence ?? []))
  const check = new SentenceCheck(parts, { evidence, answered: true, rules: RULES })
  const checked = await Promise.all(
    rows.map(async ({ aspect, cells }) => ({
      aspect,
      cells: await Promise.all(cells.map((cell) => cell && checkedCell(cell, check, parts))),
    })),
  )
  const names = things.map((name) => inCell(visibleLine(name, LONGEST_NAME)))
  const head = text(`|  | ${names.join(' | ')} |\n|${' --- |'.repeat(things.length + 1)}`)
  const lines = checked.map(({ aspect, cells }) => ({
    parts: [
      text(`\n| ${inCell(aspect)} |`),
      ...cells.flatMap((cell) => [text(' '), ...(cell?.parts ?? [text(NOTHING)]), text(' |')]),
    ],
    whole: cells.flatMap((cell) => (cell?.isWhole ? cell.parts : [])),
  }))
  return [{ parts: [head], whole: [] }, ...lines]
}

/** Whether a text is the words of a quotation up to the middle of a clause. */
function isCut(told: string, quote: string): boolean {
  const words = inCell(quote)
  const at = words.indexOf(told)
  return at >= 0 && /^\s*[\p{L}\p{N}]/u.test(words.slice(at + told.length))
}

async function checkedCell({ note, says }: CellSource, check: SentenceCheck, { use }: CheckParts): Promise<Cell> {
  const { document, start, end, quote } = note.evidence
  const said = inCell(says).replace(/[.;,]+$/, '')
  if (said !== '') {
    const byHandle = withHandles([note.evidence], use.models.random)
    const handles = [...byHandle.keys()].map((handle) => ({ handle, at: said.length }))
    const found = await check.check({ text: said, gap: '', handles }, byHandle)
    const told = found?.parts.map((part) => part.text).join('') ?? ''
    // A sentence that was written once more beside its note is mostly the note.
    if (found?.borneOut && !/[|\n]/.test(told) && !isCut(told, quote))
      return { parts: found.parts, isWhole: wordsIn(told) >= WHOLE * wordsIn(quote) }
  }
  return { parts: [{ kind: 'claim', text: inCell(quote), document, start, end, answers: true }], isWhole: true }
}
