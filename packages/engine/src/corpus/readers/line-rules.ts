/** What tells a line of plain text from running text. Each rule sees the beginning of a line alone, so that none costs more than the line. */

/** Enough of a line to see what it is. */
export const LINE_HEAD = 400

const TERM = /^(?:\*\*([^*]{1,80})\*\*|`([^`]{1,80})`)/
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|\*{3,}|#{3,}|_{3,}|"{3,}|─{3,}|═{3,}|\+[-=+]{2,}\+)$/
const ATX = /^(#{1,6})\s+(\S.*?)(?:\s+#+)?$/
const FENCE = /^(?:`{3,}(?!`)(?!.*`)|~{3,})/
/** "Installation ........ 12" */
const DOT_LEADER = /(?:\.{4,}|(?:\. ){4,}|…{2,})\s*(?:\d{1,4}|[ivxlc]{1,7})$/
const PAGE_NUMBER = /^(?:[-–—]\s*)?(?:page\s+)?\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?(?:\s*[-–—])?$/i
const CAPITALS = /^[\p{Lu}\p{N}][\p{Lu}\p{N} '’&(),/-]*[\p{Lu}\p{N})]$/u
const SPEAKER =
  /^(?:\[?[\d/.,:\s-]{4,24}(?:[ap]m)?\]?\s*(?:-\s*)?)?([\p{L}][\p{L}\p{M}\p{N}._'’-]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}._'’-]*){0,3}):\s+\S/iu
const TIME = /^(?:time|date)\s*:\s*(\S.*\d.*)$/i

/** The term that an item explains, where it begins with one in bold or code. */
export function leadingTerm(item: string): string | undefined {
  const found = TERM.exec(item)
  return (found?.[1] ?? found?.[2])?.replace(/(?<!\s)\s*:$/, '').trim() || undefined
}

/** The line between a table's header and its rows: "|---|:--:|", "|---+---|". */
const TABLE_RULE = /^\|?[\s:]*-[\s:-]*[|+][\s:|+-]*$/
/** Of what a command takes one or the other: "[--soft | --hard]", "{ <name> | any }", "<number> | all". */
const ALTERNATIVES = /[[{(<](?:[^\])}>|<]|<(?:[^<>\s]*>)?)*\s\|\s|[>\]})] \| /
/** A longer line that is underlined is a paragraph above a rule. */
const LONGEST_UNDERLINED = 120

/** Whether a line of so many UTF-16 code units is underlined by the next one. */
export const isUnderlineOf = (length: number, line: string): boolean =>
  length <= LONGEST_UNDERLINED && line.length >= length / 2

export const isTableRule = (line: string): boolean => TABLE_RULE.test(line)
export const isUnderline = (line: string): boolean => UNDERLINE.test(line)

export const isRow = (line: string): boolean =>
  line.startsWith('|')
    ? /^\|(?!\|)/.test(line) && /[^|\s]/.test(line) && line.includes('|', 1)
    : line.includes(' | ') && !ALTERNATIVES.test(line)

const WORD = /\p{L}[\p{L}'’-]+/gu
const SMALL_WORD = /\b(?:the|an?|of|to|is|are|and|in|for|be|that|this|with|if|or|by|it|as|on|not|from)\b/i
/** Words that stand in columns. */
const COLUMNS = /\S\s{4,}\S/
/** Signs that are seldom in a sentence. */
const SIGNS = /[{}=<>$|\\;]/
/** Fewer words are no part of a sentence. */
const LEAST_WORDS = 4
/** The share of a line of running text that is letters and white space. */
const LETTERS = 0.8

/** Whether a line is a part of running text, with parentheses or without. */
export function isProse(line: string): boolean {
  const words = line.match(WORD) ?? []
  if (words.length < LEAST_WORDS || COLUMNS.test(line) || (!SMALL_WORD.test(line) && SIGNS.test(line))) return false
  return (line.match(/[\p{L}\s]/gu)?.length ?? 0) >= LETTERS * line.length
}

/** The fence that opens code, and the language named behind it. */
export function fenceOf(line: string): { fence: string; language?: string } | undefined {
  const found = FENCE.exec(line)
  if (found === null) return undefined
  const [language = ''] = line
    .slice(found[0].length)
    .trim()
    .split(/[\s{,]/, 1)
  return { fence: found[0], ...(language === '' ? {} : { language: language.toLowerCase() }) }
}

/** Lines that lead the reader through a document: an entry of a table of contents, a page's number. */
export function isFurniture(line: string): boolean {
  return DOT_LEADER.test(line) || PAGE_NUMBER.test(line)
}

/** The heading of a line such as "## Options". */
export function markedHeading(line: string): { level: number; title: string } | undefined {
  const found = ATX.exec(line)
  return found === null ? undefined : { level: found[1]?.length ?? 1, title: found[2] ?? '' }
}

/** Fewer letters than this, all of them capitals, are an abbreviation. */
const LEAST_CAPITALS = 4
/** UTF-16 units: a longer line in capitals is a notice, and no heading. */
const MOST_CAPITALS = 80

/** Whether a line that stands alone is a heading in capitals. */
export function isInCapitals(line: string): boolean {
  return line.length >= LEAST_CAPITALS && line.length <= MOST_CAPITALS && CAPITALS.test(line) && /\p{Lu}{3}/u.test(line)
}

export const speakerOf = (line: string): string | undefined =>
  line.includes(':') ? SPEAKER.exec(line)?.[1] : undefined
export const timeOf = (line: string): string | undefined => TIME.exec(line)?.[1]

/** So many lines tell whether a text is a conversation. */
const LINES_LOOKED_AT = 200

/** Whether a text consists of what several people say in turn: most lines name who speaks, and the names come again. */
export function isConversation(text: string): boolean {
  const speakers = new Set<string>()
  let lines = 0
  let turns = 0
  let timed = false
  for (let at = 0; at < text.length && lines < LINES_LOOKED_AT; ) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    const line = text.slice(at, Math.min(end, at + LINE_HEAD)).trim()
    at = end + 1
    if (line === '') continue
    if (timeOf(line) !== undefined) {
      timed = true
      continue
    }
    lines += 1
    const speaker = speakerOf(line)
    if (speaker === undefined) continue
    turns += 1
    speakers.add(speaker)
  }
  if (turns === 0 || turns < lines / 2) return false
  return timed || (speakers.size > 1 && turns >= 2 * speakers.size)
}
