import lists from './data/abbreviations.json' with { type: 'json' }
import { wordList } from './word-list.ts'

// Words that keep their full stop inside a sentence, in lower case and without the last full stop. ICU breaks after
// most of them when a capital or a number follows.

/** The sentence always goes on: a title before a name, or a word that introduces what it stands for. */
export const ALWAYS_CONTINUES = wordList(lists.alwaysContinues)
/** The sentence goes on where a number follows: "No. 3", "Jan. 5", "p. 12". */
export const CONTINUES_BEFORE_NUMBER = wordList(lists.continuesBeforeNumber)
/** The sentence may go on or end: decided by the word that follows. */
export const MAY_END = wordList(lists.mayEnd)
/** Capitalised words that nearly always begin a sentence. */
export const SENTENCE_STARTERS = wordList(lists.sentenceStarters)
