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

const PHRASES: readonly [kind: CueKind, sense: string, phrases: string][] = [
  [
    'negation',
    'negation',
    `not|no|never|nor|neither|nobody|nothing|nowhere|none|without|cannot|hardly|scarcely|barely|seldom|rarely|few|
    fail to|fails to|failed to|failing to|refuse to|refuses to|refused to|refusing to|unable to|deny|denies|denied|
    denying|lack|lacks|lacked|lacking|false|falsely|untrue|myth|hoax|doubt|doubts|doubted|doubtful|
    nicht|kein|keine|keinen|keinem|keiner|keines|niemals|ohne|jamais|aucun|aucune|nunca|jamás|ningún|ninguna|
    não|nenhum|не|нет|никогда|без`,
  ],
  [
    'hedge',
    'hedge',
    `may|might|could|possibly|perhaps|probably|likely|reportedly|allegedly|supposedly|purportedly|apparently|
    presumably|suggest|suggests|suggested|suggesting|appear to|appears to|appeared to|seem|seems|seemed|seemingly|
    thought to|believed to|said to|alleged to|rumoured to|rumored to|assumed to|claim that|claims that|claimed that|
    claim to|claims to|claimed to|rumour|rumor|rumours|rumors|unclear|unproven|disputed|potentially`,
  ],
  ['condition', 'condition', 'if|unless|whether|provided that|in case'],
  ['quantifier', 'all', 'all|every|each|entire|entirely|whole|everyone|everything|everybody'],
  ['quantifier', 'only', 'only|sole|solely|exclusive|exclusively|merely'],
  ['quantifier', 'more than only', 'not only|not just|not merely|not solely|not simply'],
  ['quantifier', 'always', 'always|invariably'],
  ['quantifier', 'most', 'most|majority|mostly'],
  ['quantifier', 'half', 'half of'],
  ['quantifier', 'best', 'best'],
  ['quantifier', 'worst', 'worst'],
  ['quantifier', 'largest', 'largest|biggest|greatest|highest|tallest|longest'],
  ['quantifier', 'smallest', 'smallest|lowest|shortest|least'],
  ['quantifier', 'oldest', 'oldest|earliest'],
  ['quantifier', 'newest', 'newest|latest|youngest'],
  [
    'quantifier',
    'certain',
    'guarantee|guarantees|guaranteed|certainly|definitely|undoubtedly|prove|proves|proved|proven',
  ],
]

const byFirstWord = new Map<string, CueWord[]>()
for (const [kind, sense, phrases] of PHRASES) {
  for (const phrase of phrases.split('|')) {
    const words = phrase.trim().split(' ')
    const first = words[0] ?? ''
    const known = byFirstWord.get(first) ?? []
    // The longest phrase is tried first: "not only" is no "not".
    byFirstWord.set(
      first,
      [...known, { kind, sense, words }].sort((a, b) => b.words.length - a.words.length),
    )
  }
}

/** The cues that begin with a word, given in lower case. */
export function cuesFrom(word: string): readonly CueWord[] {
  return byFirstWord.get(word) ?? []
}

const SUPERLATIVE = /^\p{L}{4,}est$/u
const NO_SUPERLATIVE: ReadonlySet<string> = new Set(
  (
    'forest west midwest northwest southwest rest test request protest harvest honest modest guest invest suggest ' +
    'arrest conquest contest digest east priest quest chest nest breast manifest interest attest tempest behest ' +
    'bequest reinvest ingest infest detest molest crest unrest budapest everest ernest dishonest southeast northeast ' +
    'reforest deforest disinterest inquest bucharest pretest retest divest congest rainforest'
  ).split(' '),
)

/** Whether a lower-case word is an English superlative by its ending. */
export function isSuperlative(word: string): boolean {
  return word.endsWith('est') && SUPERLATIVE.test(word) && !NO_SUPERLATIVE.has(word)
}
