import { cut } from './cut.ts'

/** Control characters but tab, line feed and the return before one, and separators of lines that our own texts do not use. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029]/g
/** Characters without width, fillers, direction marks and tag characters. A single variation selector makes an emoji. */
const INVISIBLE =
  /\u034F|[\u180B-\u180F]|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]|[\uFE00-\uFE0F]{2,}/gu
/** Joiners form letters and emoji in some scripts. After these characters they form nothing and only split a word. */
const IDLE_JOINER = /(?<=^|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\s])[\u200C\u200D]+/gu

/** All of these, returns, and halves of pairs: most texts hold none, and this looks through them once and quickly. */
const SUSPICIOUS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for.
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself.
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uD800-\uDFFF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]/

/** Removes invisible characters, in which instructions are hidden and with which words are split. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').replace(IDLE_JOINER, '')
}

/** A text as it may be shown: well-formed, with nothing invisible and a space for each control character. */
export function visible(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  return withoutInvisible(printable(text.replaceAll('\r\n', '\n')))
}

/** The same, but that lines end as they did. */
export function visibleLines(text: string): string {
  return SUSPICIOUS.test(text) ? withoutInvisible(printable(text)) : text
}

/** A text as it may be shown in as many UTF-16 units, for a text into which offsets of its owner's point: what is invisible is a space. */
export function visibleInPlace(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  const blank = (found: string) => ' '.repeat(found.length)
  return printable(text).replace(INVISIBLE, blank).replace(IDLE_JOINER, blank)
}

/** A text without control characters; its lines end as they did. */
function printable(text: string): string {
  const formed = text.toWellFormed()
  const lines = formed.includes('\r') ? formed.replace(/\r(?!\n)/g, '\n') : formed
  return lines.replace(CONTROL, ' ')
}

/** UTF-16 units. What is longer than these is no title, name or publisher, but text that wants to be read. */
export const LONGEST_TITLE = 300
export const LONGEST_NAME = 200
/** Papers with more authors are cited by the first few in any case. */
export const MOST_AUTHORS = 20

/** A short text such as a title or a name: visible, on one line, and cut to so many UTF-16 units. */
export function visibleLine(text: string, longest: number): string {
  // Only the beginning is cleaned: a stranger's title may be megabytes long.
  return cut(
    visible(cut(text, 4 * longest))
      .replace(/\s+/g, ' ')
      .trim(),
    longest,
  ).trimEnd()
}
