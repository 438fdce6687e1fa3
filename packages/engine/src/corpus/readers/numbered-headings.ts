import { isFurniture, isUnderline } from './line-rules.ts'
import { keyOf } from './text-contents.ts'
import { bodyIndent, type KnownLines, lineAt, linesOf, type TextLine } from './text-lines.ts'

/** "Chapter 5. Booting", "6.3.4. Partitions", "B.2 Use" */
const NUMBERED =
  /^((?:chapter|appendix|part|section)\s+)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)(?:\.|(?<=\d)(?=\s)|:)\s+(?=(\S))/iu
/** What ends as a sentence or an introduction does is an item, or text. */
const ENDED = /(?<!\.\.)[.;:,]$/
/** A longer line is a part of running text. */
const LONGEST = 100
/** A heading takes no more lines than this. */
const MOST_LINES = 3
/** Headings have no more levels than this. */
const DEEPEST = 6
/** With fewer subsections, numbers may be those of something else. */
const LEAST_SUBSECTIONS = 3
/** Sections that may be missing between two. */
const MOST_MISSING = 2

interface Numbered {
  lines: readonly TextLine[]
  number: readonly number[]
  /** "Chapter" or the like stands before the number. */
  isNamed: boolean
  /** It stands in a table of contents too. */
  isListed: boolean
  /** It begins with a capital, or is a name that programs have. */
  isCapital: boolean
}

/**
 * The headings of a text whose sections are numbered, each alone between empty lines at the margin: those that a table of
 * contents lists, and those whose number follows on from the one before. `known`: the lines of tables of contents.
 */
export function numberedHeadings(text: string, known: KnownLines): KnownLines {
  const found = new Map<number, { kind: 'heading'; level: number }>()
  const candidates = standingAlone(text, known)
  if (candidates.filter(isSubsection).length < LEAST_SUBSECTIONS || bodyIndent(text) > 0) return found
  const accepted: Numbered[] = []
  for (const [at, each] of candidates.entries()) {
    const before = accepted.at(-1)
    const follows = each.isCapital && (before === undefined ? each.number.at(-1) === 1 : succeeds(before, each))
    const isSection = isSubsection(each) || each.isNamed || hasSubsection(each, candidates[at + 1])
    if (each.isListed || (isSection && follows)) accepted.push(each)
  }
  if (accepted.filter(isSubsection).length < LEAST_SUBSECTIONS) return found
  for (const { lines, number } of accepted)
    for (const { from } of lines) found.set(from, { kind: 'heading', level: Math.min(DEEPEST, number.length) })
  return found
}

/** The numbered lines that nothing but empty lines stands beside. */
function standingAlone(text: string, known: KnownLines): Numbered[] {
  const listed = new Set<string>()
  const found: Numbered[] = []
  let paragraph: TextLine[] = []
  const end = () => {
    const numbered = numberOf(paragraph, listed)
    if (numbered) found.push(numbered)
    paragraph = []
  }
  for (const { from, to } of linesOf(text)) {
    const line = lineAt(text, from, to)
    if (line === undefined) end()
    else if (known.has(from)) listed.add(keyOf(line.head))
    // What underlines a heading is no part of it.
    else if (paragraph.length <= MOST_LINES && !isUnderline(line.head)) paragraph.push(line)
  }
  end()
  return found
}

function numberOf(lines: readonly TextLine[], listed: ReadonlySet<string>): Numbered | undefined {
  const [first] = lines
  const isShort =
    lines.length <= MOST_LINES && lines.every(({ head, indent }) => indent === 0 && head.length <= LONGEST)
  if (first === undefined || !isShort || isFurniture(first.head)) return undefined
  const match = NUMBERED.exec(first.head)
  const [, name, digits = '', initial = ''] = match ?? []
  if (match === null || ENDED.test(lines.at(-1)?.head ?? '')) return undefined
  // Letters count on behind all numbers, as appendices do.
  const number = digits.split('.').map((part) => (/\d/.test(part) ? Number(part) : LETTERS + part.charCodeAt(0)))
  return {
    lines,
    number,
    isNamed: name !== undefined,
    isListed: listed.has(keyOf(first.head)),
    isCapital: !/\p{Ll}/u.test(initial) || (number.length > 1 && isName(first.head.slice(match[0].length))),
  }
}

/** "5.2. mail_check", "5.3. $sort": settings are called as they are typed. */
const isName = (title: string): boolean => /^[$\p{Ll}][\p{L}\p{N}_$.:-]*$/u.test(title)

/** More than any number has: three digits. */
const LETTERS = 1_000

const isSubsection = ({ number }: Numbered): boolean => number.length > 1

const hasSubsection = ({ number: [section] }: Numbered, next: Numbered | undefined): boolean =>
  next !== undefined && next.number.length === 2 && next.number[0] === section

/** Whether a section can come after another: as its first subsection, or as the next one of its own level or above. */
function succeeds({ number: before }: Numbered, { number }: Numbered): boolean {
  const shared = number.findIndex((part, at) => part !== before[at])
  if (shared === -1 || shared < number.length - 1) return false
  const last = number[shared] ?? 0
  const from = before[shared] ?? 0
  const isAppendix = shared === 0 && last === LETTERS + 'A'.charCodeAt(0) && from < LETTERS
  return isAppendix || (last > from && last <= from + 1 + MOST_MISSING)
}
