import cues from './data/cues.json' with { type: 'json' }

/** What a word does to the sentence that it stands in. */
export type CueKind = 'negation' | 'hedge' | 'condition' | 'quantifier'

/** A word or a phrase that turns, weakens or bounds what is said. */
export interface CueWord {
  kind: CueKind
  /** The group of words that mean the same: a quantifier is kept by any word of its group. */
  sense: string
  /** All of its words, lower case. */
  words: readonly string[]
}

const all = cues.flatMap(({ kind, sense, phrases }) =>
  phrases.map((phrase): CueWord => ({ kind: kind as CueKind, sense, words: phrase.split(' ') })),
)
// The longest phrase is tried first: "not only" is no "not".
all.sort((a, b) => b.words.length - a.words.length)
const byFirstWord = Map.groupBy(all, ({ words }) => words[0])

/** The cues that begin with a word, given in lower case. */
export function cuesFrom(word: string): readonly CueWord[] {
  return byFirstWord.get(word) ?? []
}
