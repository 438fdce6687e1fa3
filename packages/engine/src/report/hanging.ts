import connectives from '#language/data/connectives.json' with { type: 'json' }

/** A line may end between two words. */
const spaced = (pattern: string) => pattern.replaceAll(' ', '\\s+')

const PRONOUN =
  /^["“‘'(\s]*(?:he|she|it|they|him|his|her|hers|its|their|theirs|this|these|those|such|both|neither|the\s+(?:former|latter|same)|here)\b/iu
/** "It is necessary to …" stands for what follows, "this year" for a time, "this report" for the text itself. */
const STANDS_ALONE =
  /^["“‘'(\s]*(?:it(?:['’]s|\s+(?:is|was|has been|will be|would be|should be|may be|can(?: ?not)? be|could be|might be|must be|seems|appears))\b.{0,60}?\b(?:that|to|whether|how|when|why)\b|this\s+(?:year|month|week|morning|evening|century|report|article|study|paper|book|chapter|section|page|guide)\b|both\s.{1,60}\sand\s)/isu

/** Whether a sentence opens by pointing at one before it: "He", "These", "The latter". English. */
export function pointsBack(sentence: string): boolean {
  return PRONOUN.test(sentence) && !STANDS_ALONE.test(sentence)
}

const TIE = new RegExp(
  `^(?:(?:${spaced(connectives.ties.join('|'))})[,:]\\s+|(?:and|but)\\s+(?!(?:yet|for|if|so|not|because|though|although|when|while|in|by|of|as|to|with|what|why|how)\\b)(?=\\p{L}))`,
  'iu',
)

/** How many characters at the opening of a sentence only tie it to the one before: 0 for none. English. */
export function tieLength(sentence: string): number {
  return TIE.exec(sentence)?.[0].length ?? 0
}

const HANGS = new RegExp(`^(?:${spaced(connectives.hangs.join('|'))})\\b`, 'iu')

/** Whether a sentence says nothing without what stands before it: it points back, or goes on with that. English. */
export function hangs(sentence: string): boolean {
  return pointsBack(sentence) || HANGS.test(sentence)
}

/** "outside this minimum", "the previous example": what is meant was said before. */
const MEANT_BEFORE =
  /\b(?:this|these|those|such|the\s+(?:previous|preceding|above|former|latter))\s+(?:an?\s+)?([\p{L}-]{3,})/giu
/** What "this …" stands for the time, the text itself, or what its headings name. */
const OF_ITSELF = new RegExp(`^(?:${connectives.ofItself.join('|')})s?$`, 'iu')

/** Whether a sentence speaks of something that one before it names: it hangs, or "this minimum" stands in it. English. */
export function refersBack(sentence: string): boolean {
  // "Another" adds to what stands before it, and is clear.
  if (hangs(sentence) && !/^another\b/i.test(sentence)) return true
  for (const { index, 1: noun = '' } of sentence.matchAll(MEANT_BEFORE)) {
    const stem = noun.slice(0, -1).toLowerCase()
    if (!OF_ITSELF.test(noun) && !sentence.slice(0, index).toLowerCase().includes(stem)) return true
  }
  return false
}
