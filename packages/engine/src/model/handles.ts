import { randomInt } from 'node:crypto'

const LETTERS = 'abcdfghjkmnpqrstvwxyz'
const DIGITS = '23456789'

const system = (bound: number) => randomInt(bound)

/** Makes a handle of `e`, a digit, and two letters that form no word, so that nobody can guess one that exists. */
function mint(random: typeof system): string {
  const letter = () => LETTERS[random(LETTERS.length)] ?? 'x'
  return `e${DIGITS[random(DIGITS.length)]}${letter()}${letter()}`
}

/** Gives each item a handle of its own. */
export function withHandles<Item>(items: readonly Item[], random = system): Map<string, Item> {
  const byHandle = new Map<string, Item>()
  for (const item of items) {
    let handle = mint(random)
    while (byHandle.has(handle)) handle = mint(random)
    byHandle.set(handle, item)
  }
  return byHandle
}

/** A handle in a text, and where. */
export interface FoundHandle {
  /** As it was written, in lower case; it may name nothing. */
  handle: string
  /** Where it stood, as an offset of the text without handles. */
  at: number
}

/** No handle goes on in another line. */
const SP = String.raw`[^\S\n]{0,3}`
const ID = String.raw`\^?${SP}[eE][0-9a-zA-Z]{1,7}`
const LIST = `${ID}(?:${SP}[,;&]${SP}${ID}){0,30}`
/** In double or lenticular brackets anything of the kind is meant as a handle; in single ones only with a digit in it. */
const SURE = String.raw`\[\[${SP}(${LIST})${SP}\]\]|【${SP}(${LIST})${SP}】|\[\[[^[\]()【】\n]{0,40}\]\]|【[^[\]()【】\n]{0,40}】`
const DIGIT_ID = String.raw`\^?${SP}[eE][0-9][0-9a-zA-Z]{0,6}`
const LIKELY = String.raw`[[(]${SP}(${DIGIT_ID}(?:${SP}[,;&]${SP}${DIGIT_ID}){0,30})${SP}[\])]|\[${SP}\^?\d{1,3}(?:${SP}[,;–-]${SP}\d{1,3})*${SP}\]`
const HANDLES = new RegExp(`${SURE}|${LIKELY}`, 'g')
const ONE = /[eE][0-9a-zA-Z]{1,7}/g

/** Takes the handles out of a text, in all the forms that models write them in, and whatever else looks like one. */
export function takeHandles(text: string): { text: string; handles: FoundHandle[] } {
  const handles: FoundHandle[] = []
  let clean = ''
  let last = 0
  for (const match of text.matchAll(HANDLES)) {
    // White space before a handle goes with it.
    clean += text.slice(last, match.index).replace(/(?<![^\S\n])[^\S\n]+$/, '')
    const ids = match[1] ?? match[2] ?? match[3] ?? ''
    for (const [id] of ids.matchAll(ONE)) handles.push({ handle: id.toLowerCase(), at: clean.length })
    last = match.index + match[0].length
  }
  clean += text.slice(last)
  return { text: clean, handles }
}

/** A handle that the end of a text cuts off. */
const CUT = /(?:(?:\[\[|【)[^[\]()【】\n]{0,40}\]?|\[(?:[eE][0-9][0-9a-zA-Z]{0,6})?)$/

/** The end of a text without a handle that it cuts off. */
export function withoutCutHandle(end: string): string {
  return end.replace(CUT, '')
}
