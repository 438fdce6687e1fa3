import connectives from '#language/data/connectives.json' with { type: 'json' }
import { wordsIn } from '#language/words-in.ts'
import { hangs, tieLength } from './hanging.ts'

/** A sentence of fewer words says little where a text begins. */
const SHORTEST = 9

/** "To secure these results": it points at what stands before it, though not with its first word. */
const POINTS_BACK = /^\W*(?:[\p{L}’']+ ){1,5}(?:this|these|those|such)\b(?! (?:country|year|nation|week|month))/iu

/** "That cooperation has aimed at": which one was said before, and so was what "That speaks a lot to" means. "That freedom is worth having" says it itself. */
const THAT = /^\W*that (?:\p{Ll}+s an? |\p{Ll}+ (?!(?:he|she|it|they|we|i|you|the|a|an)\b))/iu

/** "The company is offering", "In response, the agency accused": which one stands before it. */
const WHICH_ONE = new RegExp(
  `^\\W*(?:[Tt]he|\\p{Lu}[^,]{1,40}, the) (?:${connectives.saidBefore.join('|')})\\b(?! (?:of|that|which|who|for|by|between|against|to)\\b)`,
  'u',
)

/** What stands in brackets is said beside something. */
const ASIDE = /^\s*[([]/u

/** "The end of this defeat": what is meant stands before it, but for the time and the place of whoever speaks. */
const MEANT_BEFORE = /\b(?:this|these) (?:same )?([\p{L}-]{3,})/giu
const OF_THE_SPEAKER = new RegExp(`^(?:${connectives.ofTheSpeaker.join('|')})s?$`, 'iu')

/** "So it is not these alone": it goes on with what was said. */
const GOES_ON =
  /^\W*(?:not to mention\b|plus,|(?:allusion|reference|mention) (?:has|have|was|is)\b|(?:so|sure|then|yes|well)\b(?:,| (?!far|long|many|much|called)\p{L})|no,)/iu

/** "Sixth, schools": one of a list. */
const OF_LIST = /^\W*(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+)(?:ly)?[,.:)]/iu

/** "Around the same time", "today", "without them": it tells by what was said before. */
const BY_WHAT_WAS_SAID =
  /^\W*(?:(?:at|around|about|by) (?:the same|that) time|(?:today|earlier|later),|meanwhile|elsewhere|in our (?:last|previous)|as (?:i|we) (?:said|noted|mentioned)|(?:with|without|for|of|to|by|through|under|from) (?:them|it|him|her|its|his|their)\b|in (?:the )?(?:latter|former|that|this|either|both|such)(?: case)?\b(?! (?:country|year|nation|week|month)))/iu

/** It tells a reader what to do or to look at. */
const CALLS = /^\W*(?:loading|witness|watch|listen|read|imagine|remember|look|see)\b/iu

/** Marks that open and close what somebody said, in turn; a straight mark does both. */
const QUOTATION_MARKS = /[“”"]/gu

/** Whether what somebody said begins or ends in it, and not both: the rest stands in another sentence. */
export function isCutOff(quote: string): boolean {
  const marks = quote.match(QUOTATION_MARKS) ?? []
  const straight = marks.filter((mark) => mark === '"').length
  return (
    straight % 2 === 1 || marks.filter((mark) => mark === '“').length !== marks.filter((mark) => mark === '”').length
  )
}

/** "We saw it," he said: who speaks was named before. */
const SOMEBODY_SAID =
  /[”"’'][,.]? (?:(?:he|she|they) (?:said|says|adds?|added|told|wrote|writes|continued)|(?:said|says) (?:he|she))\b/iu

const BOUND = [SOMEBODY_SAID, POINTS_BACK, THAT, WHICH_ONE, ASIDE, GOES_ON, OF_LIST, BY_WHAT_WAS_SAID, CALLS]

/** "What he suggested": a name, or a word that tells who is meant, stands before it; what begins a sentence may be no name. */
const WHO = /(?<![\p{L}’'])(?:he|she|his|him)(?![\p{L}’'])/iu
const SOMEBODY = /(?<=\s)\p{Lu}\p{L}|\b(?:man|woman|men|person|people|one|president|\p{L}+(?:er|or|ist|man))\b/u

/** Whether whoever a sentence calls "he" or "she" is named in it before. English. */
export function namesWhomItMeans(sentence: string): boolean {
  const at = sentence.search(WHO)
  return at < 0 || SOMEBODY.test(sentence.slice(0, at))
}

/** "As follows: 1.": the list that it leads to is cut off. */
const LEADS_ON = /[:;,]\s*\(?\p{N}+[.)]*$/u

/** "This ban", "the discovery of these deposits": what points at something, with the words round it. */
const POINTING = /((?:[\p{L}’'-]+ ){0,3})\b(this|these|those|such|that)\b(?=((?: [\p{L}’'-]+){1,3}))/giu

/**
 * A sentence as somebody reads it who knows the question: "this ban" is the ban that was asked about. `isAsked`: whether a
 * word stands in the question. English.
 */
export function asAnswer(sentence: string, isAsked: (word: string) => boolean): string {
  const isKnown = (words: string) => words.split(' ').some((word) => word !== '' && isAsked(word))
  const ahead = sentence.replace(POINTS_AHEAD, 'What')
  return ahead.replace(POINTING, (whole, before: string, pointing: string, after: string) =>
    isKnown(before) || isKnown(after) ? `${before}${/^\p{Lu}/u.test(pointing) ? 'The' : 'the'}` : whole,
  )
}

/** "It is known that", "those who": the first word points at what follows. */
const POINTS_AHEAD = /^(?:it (?:is|was|has been) (?:[\p{L}-]+ ){1,4}?that\b|th(?:os|es)e (?:who|which)\b)/iu

/** "On a canal from the lake to the river.": an entry of a list, which says nothing of its thing. */
const ENTRY = /^(?:on|of) (?:an?|the|\p{Ll}+ of)\b[^,;:]*$/iu
const HAS_VERB =
  /\b(?:am|is|are|was|were|be|been|has|have|had|do|does|did|will|would|shall|should|can|could|may|might|must|\p{Ll}{2,}ed)\b/u

/** Whether a text tells nothing by itself, as it has no verb. English. */
export function isFragment(text: string): boolean {
  return ENTRY.test(text.trim()) && !HAS_VERB.test(text)
}

/** Whether a text can be understood where it begins. English. */
export function needsNothingBefore(text: string): boolean {
  return !hangs(text) && tieLength(text) === 0 && !BOUND.some((pattern) => pattern.test(text))
}

/** Whether all that a sentence points at stands in it, or is of the time and place of whoever speaks. English. */
export function namesWhatItMeans(sentence: string): boolean {
  return [...sentence.matchAll(MEANT_BEFORE)].every(({ index, 1: noun = '' }) => {
    const stem = noun.slice(0, -1).toLowerCase()
    return OF_THE_SPEAKER.test(noun) || sentence.slice(0, index).toLowerCase().includes(stem)
  })
}

/** Whether a sentence can be understood where it opens a text, and tells something: a question does not. English. */
export function standsAlone(quote: string): boolean {
  const line = quote.trim()
  const isEnded = /(?<!\.\.)[.!。！]["'”’»)\]]*$/u.test(line) && !LEADS_ON.test(line)
  return isEnded && wordsIn(line) >= SHORTEST && needsNothingBefore(line) && !isCutOff(line)
}
