import words from '#language/data/unfinished.json' with { type: 'json' }
import type { Draft } from './draft-parser.ts'

/** Looked for where a word begins alone: from each of its letters it would be read to its end again. */
const LAST_WORD = /(?<![\p{L}’'])(\p{L}+(?:[’']+\p{L}+)*)(?![\p{L}\p{N}’'])[^\p{L}\p{N}]*$/u
const UNFINISHED: ReadonlySet<string> = new Set(words.en)
/** A stop behind a quotation that has one of its own. */
const SECOND_STOP = /([.!?…]["”’»)\]]+)\.$/u

/** Whether a sentence stops before its last words, as one does that was cut: nothing ends with "of the". English. */
export function breaksOff(text: string): boolean {
  return UNFINISHED.has(LAST_WORD.exec(text)?.[1]?.toLowerCase() ?? '')
}

/** A sentence with one stop at its end. */
export function withOneStop(draft: Draft): Draft {
  const text = draft.text.replace(SECOND_STOP, '$1')
  return { ...draft, text, handles: draft.handles.map(({ handle, at }) => ({ handle, at: Math.min(at, text.length) })) }
}

const POINTS_BACK =
  /^["“‘'(\s]*(?:he|she|it|they|him|his|her|its|their|this|these|those|that|such|both|neither|the\s+(?:former|latter|same))\b/iu

/** Whether a sentence opens by pointing at one before it: "He", "These", "The latter". English. */
export function pointsBack(sentence: string): boolean {
  return POINTS_BACK.test(sentence)
}
