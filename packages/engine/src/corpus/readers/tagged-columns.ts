import { isCode, isEnded, isProse } from './line-rules.ts'
import { CODE_SHARE } from './open-block.ts'
import { isShown, isTagged, plainWords } from './tagged-lines.ts'

/** A name, and what stands beside it in the next column. */
export interface Entry {
  label: string
  words: string
}

const COLUMNS = /^(\s*\S+(?: \S+){0,5}?)\s{2,}(?=\S)/
/** A line of so many columns is full: its sentence goes on in the next. */
const FULL_LINE = 62

/** An arrow, or the side of a box. */
const DRAWN = /<--|-->|-{5}|^\s*\|.*\|$/

/** The column where the text beside a name begins, or undefined in a line of one column. */
export function textColumn(line: string): number | undefined {
  return COLUMNS.exec(line)?.[0].length
}

/** The entries of lines in two columns: names, and in one and the same column what is said of them. Undefined for others. */
export function entriesOf(lines: readonly string[]): Entry[] | undefined {
  const column = textColumn(lines[0] ?? '')
  if (column === undefined) return undefined
  const entries: Entry[] = []
  for (const line of lines) {
    const isLong = textColumn(line) === undefined && /^\s*\S/.test(line.slice(0, column))
    const label = isLong ? line.trim() : line.slice(0, column).trim()
    const words = isLong ? '' : line.slice(column).trim()
    const last = entries.at(-1)
    // What reaches over the column is no name.
    if (!isLong && label !== '' && !/\s{2}$/.test(line.slice(0, column).padEnd(column))) return undefined
    if (label !== '') entries.push({ label: label.replace(/(?<=.):$/, ''), words })
    else if (last) last.words += `${last.words === '' ? '' : ' '}${words}`
  }
  return entries.length > 1 && entries.every(({ words }) => words !== '') ? entries : undefined
}

/** Whether each line is something by itself: none is so full that the next would go on with it. */
export function isListing(lines: readonly string[]): boolean {
  return lines.length > 1 && lines.every((line) => line.length < FULL_LINE && /^\s*[\p{L}\p{N}"'<:]/u.test(line))
}

/** Behind a name: another one follows. */
const OR = /(?:^|\s)or$/
/** An entry has no more names than this, each in a line of its own. */
const MOST_NAMES = 5

/**
 * The names of an entry that begins in a line at the margin, and what stands behind them: the next line holds another name
 * after "or", or where what is said goes on beside it. `end`: the line behind; `column`: where what is said begins, or 0.
 */
export function namesIn(
  lines: readonly string[],
  at: number,
): { names: string[]; words: string; end: number; column: number } {
  const names: string[] = []
  let words = ''
  let column = 0
  let end = at
  for (; end < lines.length && names.length < MOST_NAMES; end += 1) {
    const line = plainWords(lines[end] ?? '')
    const found = textColumn(line)
    const name = line.slice(0, found).trim()
    const said = found === undefined ? '' : line.slice(found)
    const another = OR.test(said) || OR.test(name)
    const isBeside =
      found !== undefined && (column === 0 || (found === column && /^\p{Ll}/u.test(said) && !isEnded(words)))
    const goesOn = end > at && isBeside && !isTagged(lines[end] ?? '')
    if (end > at && !OR.test(plainWords(lines[end - 1] ?? '')) && !goesOn) break
    if (/^\s|^$/.test(line)) break
    names.push(name.replace(OR, '').trim().replace(/\s+/g, ' '))
    if (another) continue
    words += `${words === '' ? '' : ' '}${said}`
    column ||= found ?? 0
  }
  return { names, words, end: Math.max(end, at + 1), column }
}

export const indentOf = (line: string): number => line.search(/\S|$/)

/** Whether a line belongs to a drawing. */
export const isDrawn = (line: string): boolean => DRAWN.test(line)

/** Whether lines that are set apart are shown as they stand. */
export function isCodeLike(group: readonly string[]): boolean {
  if (group.some(isShown) || group.some((line) => isDrawn(line))) return true
  if (group.some(isProse)) return false
  return group.filter((line) => isCode(line.trim())).length >= CODE_SHARE * group.length
}

/** Lines without the white space that all of them begin with. */
export function dedented(lines: readonly string[]): string {
  const set = Math.min(...lines.filter((line) => line !== '').map(indentOf))
  return lines.map((line) => line.slice(Number.isFinite(set) ? set : 0)).join('\n')
}
