import lists from './data/stop-words.json' with { type: 'json' }
import { wordList } from './word-list.ts'

/** A language whose words are stemmed and whose stop words are known. */
export type Language = keyof typeof lists

export const LANGUAGES = Object.keys(lists) as Language[]

const byLanguage = new Map(
  LANGUAGES.map((language) => {
    const { words, asking } = lists[language]
    return [language, { all: wordList([...words, ...asking]), asking: wordList(asking) }]
  }),
)

/** The words of a language that carry no meaning of their own, and those of them that ask. */
export function stopWordsOf(language: Language): { all: ReadonlySet<string>; asking: ReadonlySet<string> } {
  return byLanguage.get(language) ?? { all: new Set(), asking: new Set() }
}

/** Whether a word in lower case carries no meaning of its own in a search. */
export function isStopWord(word: string, language: Language = 'en'): boolean {
  return stopWordsOf(language).all.has(word)
}
