/** The marks of a text with tags, as Vim's help has them: each rule sees one line. */

/** Columns between the stops of a tab. */
const TAB = 8
/** UTF-16 code units: in a longer line no marks are looked for. */
const LONGEST_LINE = 1_000

/** A place that others lead to: "*11.1*", "*:write*". */
const TAG = /(?<![^\s])\*[^\s*|]{1,80}\*(?![^\s])/g
const OPENING_TAG = /^\*([^\s*|]{1,80})\*(?:\s+|$)/
const TAGS_ONLY = /^\s*(?:\*[^\s*|]{1,80}\*\s*)+$/
const CLOSING_TAGS = /(?:\s+\*[^\s*|]{1,80}\*)+$/
/** What leads to such a place: "|11.1|", "|:write|". */
const LINK = /(?<![^\s(["'])\|([^\s|]{1,80})\|(?![\p{L}\p{N}|])/gu
/** A link and the title of what it leads to, or the other way round, with a number: an entry of a table of contents. */
const CONTENTS =
  /^\s*(?:\|(?:\d{1,3}(?:\.\d{1,3})+|[\w-]+\.txt)\|\s+\S|\d{1,3}(?:\.\d{1,3})*\.?\s.*\s\|[^\s|]+\|(?:\s+\*[^\s*|]+\*)*$)/
/** "Next chapter: |usr_12.txt|  Clever tricks" */
const LEADING_ON = /^\s*\p{Lu}[\p{L} ]{1,30}:\s+(?:see )?\|[^\s|]+\|(?:\s{2,}\S|\s*$)/u
/** The settings of an editor in the last line. */
const SETTINGS = /(?:^|\s)(?:vim?|ex): ?(?:set? )?[\w:= ]+:?$/
const OPENS_CODE = /(?:^|\s)>[a-z]{0,12}$/
const RULER = /^(={10,}|-{10,})$/
const SHOWN = / ~$/
const NUMBER = /^\d{1,3}(?:\.\d{1,3})*$/

/** A line with spaces for its tabs, and nothing behind its words. */
export function withoutTabs(line: string): string {
  if (line.length > LONGEST_LINE || !line.includes('\t')) return line.trimEnd()
  let out = ''
  for (const part of line.split(/(\t)/)) out += part === '\t' ? ' '.repeat(TAB - (out.length % TAB)) : part
  return out.trimEnd()
}

const isLooked = (line: string): boolean => line.length <= LONGEST_LINE

export const isRuler = (line: string): boolean => RULER.test(line)
export const opensCode = (line: string): boolean => isLooked(line) && OPENS_CODE.test(line)
export const withoutOpening = (line: string): string => line.replace(OPENS_CODE, '')
/** Whether a line is shown as it stands, or heads some that are. */
export const isShown = (line: string): boolean => isLooked(line) && SHOWN.test(line)
export const withoutShown = (line: string): string => line.replace(SHOWN, '')
export const isTagLine = (line: string): boolean => isLooked(line) && TAGS_ONLY.test(line)
/** Whether tags stand at either end of a line with words. */
export const isTagged = (line: string): boolean =>
  isLooked(line) && !isTagLine(line) && (CLOSING_TAGS.test(line) || OPENING_TAG.test(line))
export const isContents = (line: string): boolean => isLooked(line) && CONTENTS.test(line)
export const leadsOn = (line: string): boolean => isLooked(line) && (LEADING_ON.test(line) || SETTINGS.test(line))

/** The words of a line, without the marks of its tags and links. */
export const plainWords = (line: string): string =>
  isLooked(line) ? line.replace(TAG, '').replace(LINK, '$1').trimEnd() : line

/** A title without its tags; a number that is the tag of its section stands before it. */
export function plainTitle(line: string): string {
  const title = withoutShown(line.trim()).replace(CLOSING_TAGS, '')
  const opening = OPENING_TAG.exec(title)
  const number = opening?.[1] ?? ''
  const words = title.slice(opening?.[0].length ?? 0).trim()
  return plainWords(NUMBER.test(number) ? `${number} ${words}` : words)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Fewer lines with marks are of another text that happens to have some. */
const LEAST_MARKS = 3
/** So many lines tell whether a text has tags. */
const LINES_LOOKED_AT = 4_000

/**
 * Whether a text has tags as Vim's help has them: it opens with the tag of its own name, or tags stand behind words and alone,
 * and links lead to them or the marks of code are there.
 */
export function hasTags(text: string): boolean {
  if (!/^\*\S|\s\*\S+\*[^\S\n]*$/m.test(text)) return false
  const lines = text.split('\n', LINES_LOOKED_AT).filter(isLooked)
  const opensWithName = OPENING_TAG.test(lines.find((line) => line.trim() !== '') ?? '')
  const count = (has: (line: string) => boolean) => lines.filter(has).length
  const tags = count((line) => isTagLine(line) || CLOSING_TAGS.test(line) || OPENING_TAG.test(line))
  const marks = count((line) => opensCode(line) || isShown(line) || /(?:^|\s)\|[^\s|]+\|(?=[\s.,)]|$)/.test(line))
  return marks >= LEAST_MARKS && (tags >= LEAST_MARKS || (opensWithName && count(isRuler) > 0))
}
