import { raisedText } from '../readers/raised-text.ts'

/** A run of text on a page, as PDF.js gives it. */
export interface TextRun {
  str: string
  transform: number[]
  width: number
  height: number
  fontName: string
  hasEOL: boolean
}

/** A stretch of a line with a wide space on either side: a cell, if lines beside it have the same. */
export interface Stretch {
  text: string
  left: number
  right: number
}

/** A run of text with its place along the line and across it, in points. */
export interface PlacedRun extends TextRun {
  along: number
  across: number
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const LEFT_TO_RIGHT = /[\p{L}\p{N}]/u

/** Whether most letters of a line are written from right to left. */
export function isRightToLeft(text: string): boolean {
  const turned = text.match(RIGHT_TO_LEFT)?.length ?? 0
  return turned > 0 && 2 * turned > (text.match(/\p{L}/gu)?.length ?? 0)
}

/** The runs of a line in the order in which they are read. Within each, PDF.js has put its letters in order. */
export function inReadingOrder(runs: readonly PlacedRun[], isTurned: boolean): PlacedRun[] {
  if (!isTurned) return inOrder(runs)
  const sorted = runs.map(withEnd).sort((a, b) => b.along - a.along)
  const ordered: PlacedRun[] = []
  for (let at = 0; at < sorted.length; at += 1) {
    // Numbers and words of other scripts stand from left to right.
    let end = at
    let last = at - 1
    for (; end < sorted.length && !isTurnedRun(sorted[end]); end += 1)
      if (LEFT_TO_RIGHT.test(sorted[end]?.str ?? '')) last = end
    if (last >= at) {
      ordered.push(...sorted.slice(at, last + 1).reverse())
      at = last
    } else if (sorted[at]) ordered.push(sorted[at] as PlacedRun)
  }
  return ordered
}

/** What ends a sentence stands on the left of the words before it, also of those of other scripts. */
function withEnd(run: PlacedRun): PlacedRun {
  const end = isTurnedRun(run) ? '' : (/^[.,:;!?]{1,3}(?=[\p{L}\p{N}])/u.exec(run.str)?.[0] ?? '')
  return end === '' ? run : { ...run, str: run.str.slice(end.length) + end }
}

const isTurnedRun = (run: PlacedRun | undefined) => run !== undefined && run.str.search(RIGHT_TO_LEFT) >= 0

/** Runs that were not written from left to right are sorted; the others stay as they are. */
function inOrder(runs: readonly PlacedRun[]): PlacedRun[] {
  const seen = runs.filter(({ str }) => str.trim() !== '')
  const isBehind = seen.some((run, at) => run.along < (seen[at - 1]?.along ?? run.along) - run.height)
  return isBehind ? seen.toSorted((a, b) => a.along - b.along) : [...runs]
}

/** What parts words, and what parts cells of a table, in heights of letters. */
const SPACE = 0.15
const WIDE_SPACE = 0.5
/** Letters this much lower than the others are raised or lowered, where they stand this much above or below them. */
const SMALLER = 0.85
const RAISED = 0.2
const LOWERED = 0.08

/** The text of a line, in stretches with wide spaces between them. `line`: the height and place of most of its letters. */
export function joinedRuns(runs: readonly PlacedRun[], line: { height: number; level: number }): Stretch[] {
  const stretches: Stretch[] = []
  let open: Stretch | undefined
  let last: PlacedRun | undefined
  for (const run of runs) {
    const text = shifted(run, line)
    if (run.str.trim() === '') {
      if (open && run.str !== '') open.text += ' '
      continue
    }
    const [left, right] = [run.along, run.along + run.width]
    const space = last === undefined ? 0 : Math.max(left - (last.along + last.width), last.along - right)
    if (open === undefined || space > WIDE_SPACE * line.height) {
      open = { text, left, right }
      stretches.push(open)
    } else {
      const isApart = space > SPACE * line.height && !/\s$/.test(open.text) && !/^\s/.test(text)
      open.text += isApart ? ` ${text}` : text
      open.left = Math.min(open.left, left)
      open.right = Math.max(open.right, right)
    }
    last = run
  }
  for (const stretch of stretches) stretch.text = stretch.text.replace(/\s+/g, ' ').trim()
  return stretches.filter(({ text }) => text !== '')
}

/** A run with its digits raised or lowered as they stand: "10⁶" is another number than "106". */
function shifted({ str, height, across }: PlacedRun, line: { height: number; level: number }): string {
  if (height <= 0 || height > SMALLER * line.height || !/^[\d+\-−=()n\s]+$/.test(str) || !/\d/.test(str)) return str
  const up = (across - line.level) / line.height
  if (up < RAISED && up > -LOWERED) return str
  return str.replace(/\S+/g, (signs) => raisedText(signs, up <= 0))
}

/** Letters that are written as they are joined on the page, and ligatures. */
const FORMS = /[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]+/g

/** A text with the letters themselves in place of their forms. */
export function plainForms(text: string): string {
  return text.replace(FORMS, (forms) => forms.normalize('NFKC'))
}
