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
const CODE = /[{}();=<>$|\\]|^\s*[\w.-]+:\s|^\s*(?:#|\/\/|--)/

/** The term that an item explains, where it begins with one in bold or code. */
export function leadingTerm(item: string): string | undefined {
  const found = TERM.exec(item)
  return (found?.[1] ?? found?.[2])?.replace(/(?<!\s)\s*:$/, '').trim() || undefined
}

/** The line between a table's header and its rows: "|---|:--:|", "|---+---|". */
const TABLE_RULE = /^\|?[\s:]*-[\s:-]*[|+][\s:|+-]*$/
/** Of what a command takes one or the other: "[--soft | --hard]", "{ <name> | any }", "<number> | all". */
const ALTERNATIVES = /[[{(<](?:[^\])}>|<]|<(?:[^<>\s]*>)?)*\s\|\s|[>\]})] \| /

/** A longer line is a part of running text. */
const LONGEST_HEADING = 100
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
/** Whether the first cell is empty: the row goes on with the one above. */
export const isContinuedRow = (line: string): boolean => /^\|\s*\|/.test(line)
export const isCode = (line: string): boolean => CODE.test(line) && !isProse(line)

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

/** Whether a line holds one of the words that only sentences have. */
export const hasSmallWord = (line: string): boolean => SMALL_WORD.test(line)

/** Whether a line is a part of running text, with parentheses or without. */
export function isProse(line: string): boolean {
  const words = line.match(WORD) ?? []
  if (words.length < LEAST_WORDS || COLUMNS.test(line) || (!SMALL_WORD.test(line) && SIGNS.test(line))) return false
  return (line.match(/[\p{L}\s]/gu)?.length ?? 0) >= LETTERS * line.length
}

/** What stands before what is typed: "$", "ann@host ~ $", "mysql>". */
const PROMPT = /^(?:[$#%]|[\w.-]{1,30}@[\w.-]{1,40}[ :][^\s$#%>]{0,30} ?[$#%>]|[a-z][\w-]{1,20}>) \S/

/** A command as it is typed behind a prompt. */
export const isTyped = (line: string): boolean => PROMPT.test(line)

/** Whether a line begins as comments in settings do, and what the superuser types: "# mkdir work", "#port 22". */
export const isComment = (line: string): boolean => /^#{1,2}(?!#)/.test(line)

/** Whether a line below a title shows how a command is called. */
export const isSynopsis = (title: string | undefined, line: string): boolean =>
  /^(?:synopsis|usage)$/i.test(title ?? '') && !isProse(line)

/** Whether a number in parentheses belongs to the word before it, at the end of another line: "mount\n(8)", "axes\n(p. 12)". */
export const isReference = (line: string, before: string): boolean =>
  /^\((?:p\. ?)?\d/.test(line) && /[\p{L}\p{N}]/u.test(before)

/** "TAR(1)   GNU TAR Manual   TAR(1)", at the top and the bottom of a page. */
const RUNNING_HEAD = /^\s*(?:\S+\s{1,2}(?!\s))*\S+\s{3,}(?:\S+\s{1,2}(?!\s))*\S+\s{3,}\S|^(\S+)\s{3,}\1$/
/** Two texts side by side: a key, and what it does. */
const TWO_COLUMNS = /\S\s{3,}\S/

/** Whether a line that stands out is too long for a heading, in columns, or goes on with a sentence. */
export function isNoHeading(line: string): boolean {
  const isInColumns = TWO_COLUMNS.test(line) && !RUNNING_HEAD.test(line)
  const goesOn = /^\p{Ll}/u.test(line) && SMALL_WORD.test(line) && isProse(line)
  return line.length >= LONGEST_HEADING || isInColumns || goesOn
}

const NUMBERED = /^(?:(?:\d{1,3}|[A-Z])\.)+(?=\d|\s)/
/** Levels that numbered headings can have. */
const DEEPEST_NUMBERED = 5

/** Whether a line is numbered as sections are, or in capitals. */
export const isHeadingLike = (line: string): boolean => NUMBERED.test(line) || isInCapitals(line)

/** The level of a line that stands out to the left of running text, or none where it leads through the pages. */
export function outdentedLevel(line: string, isOutermost: boolean): number | undefined {
  if (RUNNING_HEAD.test(line)) return undefined
  const number = NUMBERED.exec(line)?.[0]
  if (number !== undefined) return Math.min(DEEPEST_NUMBERED, number.match(/[^.]+/g)?.length ?? 1)
  return isOutermost ? 2 : 3
}

const TERM_AND_TEXT = /^(\S+(?: \S+){0,3}?)\s{2,}(?=\S)/
/** A name that fills the column before its explanation, so that a single space parts them. */
const FULL_COLUMN = /^\S+(?: \S+)?(?<!,) $/

/**
 * The term that is explained behind it in the same line, as in lists of options, and where the explanation begins. `column`:
 * where the lines below it begin.
 */
export function termBefore(line: string, column: number): { name: string; text: number } | undefined {
  // What begins where the lines below it do is the explanation, whatever stands in columns before it.
  const columns = column < LONGEST_TERM ? line.slice(0, column).trim() : ''
  if (/^ {2}\S/.test(line.slice(column - 2, column + 1)) && isTerm(columns) && !isProse(columns))
    return { name: columns, text: column }
  const found = TERM_AND_TEXT.exec(line)
  if (found?.[1] !== undefined) {
    const text = found[0].length
    // What is parted from its option and stands elsewhere is the option's value.
    return text === column || isProse(line.slice(text)) ? { name: found[1], text } : undefined
  }
  const before = line.slice(0, column)
  const isFull =
    FULL_COLUMN.test(before) && (isOption(line) ? /^\p{L}/u : /^\p{Lu}/u).test(line.slice(column, column + 2))
  return isFull ? { name: before.trim(), text: column } : undefined
}

const ARGUMENT = /^\S+(?: \S+){0,3}?\s{2,}[<[{]/

/** Whether something stands apart behind the first words of a line, other than what a keyword takes. */
export const hasText = (line: string): boolean => TERM_AND_TEXT.test(line) && !ARGUMENT.test(line)

/**
 * The same where nothing but its place tells it: the explanation begins in the very column where the lines below it do, as a
 * sentence does.
 */
export function termInColumns(line: string, column: number): { name: string; text: number } | undefined {
  const name = column < LONGEST_TERM ? line.slice(0, column).trim() : ''
  const isApart = /^ {2}\S/.test(line.slice(column - 2, column + 1))
  return isApart && isTerm(name) && !isProse(name) && beginsSentence(line.slice(column))
    ? { name, text: column }
    : undefined
}

const SENTENCE = /^(?:\p{Lu}|\p{Lu}\p{L}*\p{Ll}) \p{Ll}/u

/** Whether a line begins as a sentence does: "Sets the", "Returns a". */
export const beginsSentence = (line: string): boolean => SENTENCE.test(line)

const CAPITAL = /^["'“(]?\p{Lu}.*\s\S/u

/** Whether a line may begin a sentence: one that goes on with another has no capital, as a rule. */
export const beginsAnew = (line: string): boolean => CAPITAL.test(line)

/** What a keyword takes: "<number>", "[ header <name> ]", "{ on | off }"; a name that only programs have; the type of what it gives. */
const SYNTAX = /<\p{L}[^>]{0,40}>|[[{][^\]}]*[\]}]|^[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)+(?: : |$)|^[\p{L}\p{N}_.-]+\(/u

/** "Note : if the …", "See also : …". */
const REMARK = /^\p{Lu}[\p{L} ]{1,30}:\s+\S/u

/** Whether a line begins with what its text is to be read as, set apart by a colon. */
export const isRemark = (line: string): boolean => REMARK.test(line)

const BEFORE_COLON = /^(--?[\p{L}\p{N}].{0,40}?|[\p{L}\p{N}_.-]{1,30}) :\s+(?=\S)/u

/** The option or other name that is explained behind a colon: "-D : starts as a daemon". */
export function termBeforeColon(line: string): { name: string; text: number } | undefined {
  const [before = '', name = ''] = REMARK.test(line) ? [] : (BEFORE_COLON.exec(line) ?? [])
  return name !== '' && isProse(line.slice(before.length)) ? { name, text: before.length } : undefined
}

/** Whether a line names what the lines below explain: a keyword as it is written, with what it takes, or another name. */
export const isName = (line: string): boolean =>
  isTerm(line) &&
  /^[^>$#%|]/.test(line) &&
  !beginsSentence(line) &&
  !REMARK.test(line) &&
  (!isProse(line) || SYNTAX.test(line))

/** UTF-16 units: a longer line is a sentence. */
const LONGEST_TERM = 90

/** Whether a line ends as a sentence does. */
export const isEnded = (line: string): boolean => /[\p{L})][.!?:]$/u.test(line)

const NOTE = /^\^?\[\d{1,3}\]\s/

/** Whether a line begins a note at the foot of a page, "[7] It is believed …" or "^[7] …", which goes on set apart, as an item does. */
export const isNote = (line: string): boolean => NOTE.test(line)

/** Whether a line begins such a note as some programs write it, set apart as running text is: "^[7] It is believed …". */
export const isRaisedNote = (line: string): boolean => line.startsWith('^') && NOTE.test(line)

/** Whether a line above others that are set apart is a term that these explain. */
export const isTerm = (line: string): boolean =>
  line.length <= LONGEST_TERM &&
  !NOTE.test(line) &&
  !/(?<!\.\.)[.:;!?\\]$/.test(line) &&
  (isOption(line) || !line.endsWith(','))

/** Whether a line begins as an option of a command: "-a", "--all". */
export const isOption = (line: string): boolean => /^--?[\p{L}\p{N}@]/u.test(line)

/** What an item consists of that is nothing but a name: "--raw / -r:". */
export function labelOf(item: string): string | undefined {
  const label = item.replace(/:$/, '')
  return isTerm(label) && !isProse(label) && (label !== item || label.startsWith('-')) ? label : undefined
}

const LABEL = /^([\p{L}\p{N}_%/.-]{1,30}):\s+\S/u

/** The label that a line begins with: "us" of "us: Time spent running non-kernel code". */
export const labelBefore = (line: string): string | undefined => LABEL.exec(line)?.[1]

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

export const isNumber = (line: string): boolean => /^\d+$/.test(line)

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
