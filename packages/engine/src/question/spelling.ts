import type { Language } from '#language/language.ts'
import type { Span } from '#language/span.ts'
import { isStopWord } from '#language/stop-words.ts'
import { terms } from '#language/terms.ts'
import { words } from '#language/words.ts'
import type { TermStatistics } from '../types.ts'
import { isKnownTerm } from './known-words.ts'

/** A word that was taken for another one. */
export interface Correction {
  written: string
  meant: string
}

export interface Spelt {
  text: string
  corrections: readonly Correction[]
}

/** UTF-16 units: a longer word is no slip of a hand, and has dozens of neighbours for each of its letters. */
const LONGEST = 40
/** Words of a question for which others are looked for: a question with more slips is no question. */
const MOST_WORDS = 8
/** Letters that these have together: each has some fifty neighbours, and each of them is looked up. */
const MOST_LETTERS = 120
/** A shorter word is a letter away from too many others. */
const SHORTEST = 4
/** In a shorter one no letter is taken for another: "tiger" is no "timer". One beside it on a keyboard is, sooner. */
const SHORTEST_REPLACED = 6
const SHORTEST_BESIDE = 5
/**
 * A word that fewer passages hold is no witness of what was meant, as it may be a slip itself; in a library of fewer than three
 * hundred passages one in a hundred is enough.
 */
const FEWEST = 3
/** The regular endings of English words. */
const INFLECTED = /(?<=\p{L}{4})(?:s|ed|est|ing|ly)$/u
/** What is written in quotation marks or as code is meant so. */
const VERBATIM = /["“”«»][^"“”«»]*["“”«»]|`[^`]*`/gu
const PLAIN = /^\p{Lu}?\p{Ll}+$/u
/** What joins a word to the parts of an address, of a name, of a compound or of a contraction: "corp.example", "needn't". */
const JOINED = { before: /[\p{L}\p{N}][.'’/_@-]$/u, after: /^[.'’/_@-][\p{L}\p{N}]/u }
/** Whose something is: "Olsen's". English. */
const POSSESSIVE = /^['’]s(?![\p{L}\p{N}])/u
/** What only parts the sides of a comparison. */
const VERSUS = 'versus'
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const LATIN = /[a-z]/
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** In nats of how frequent a word is: a letter too many or too few is likelier meant than another letter. */
const COSTS = { swapped: 0, missing: 0.5, added: 0.5, beside: 1, replaced: 3.5 }

/**
 * Takes words that a library has never seen for the words that it has, one slip away: two letters swapped, one missing,
 * one too many or another one. The first letter stays. Of several words, the most frequent one is meant; one without
 * meaning where there is no other.
 */
export function correctSpelling(text: string, language: Language, library: TermStatistics): Spelt {
  if (library.passageCount === 0) return { text, corrections: [] }
  const verbatim = verbatimIn(text)
  const speller = new Speller(language, library)
  const corrections: Correction[] = []
  let corrected = ''
  let end = 0
  for (const word of words(text)) {
    if (word.text.length > LONGEST || verbatim(word) || isPart(text, word)) continue
    const meant = speller.meantBy(word.text)
    if (meant === undefined) continue
    corrected += text.slice(end, word.start) + meant
    end = word.end
    // A word without meaning is not searched for, however it is spelt.
    if (!isStopWord(meant.toLowerCase(), language)) corrections.push({ written: word.text, meant })
  }
  return { text: corrected + text.slice(end), corrections }
}

/** Tells of words of a text, which are asked for in order, whether they stand in what is meant as it is written. */
function verbatimIn(text: string): (word: Span) => boolean {
  const parts = text.matchAll(VERBATIM)[Symbol.iterator]()
  let part = parts.next().value
  return ({ start, end }) => {
    while (part !== undefined && part.index + part[0].length <= start) part = parts.next().value
    return part !== undefined && part.index < end
  }
}

function isPart(text: string, { start, end }: Span): boolean {
  if (JOINED.before.test(text.slice(Math.max(0, start - 2), start))) return true
  return JOINED.after.test(text.slice(end, end + 2)) && !POSSESSIVE.test(text.slice(end, end + 3))
}

/** Finds what the words of one question mean. */
class Speller {
  readonly #language: Language
  readonly #library: TermStatistics
  readonly #known = new Map<string, string | undefined>()
  #lettersLeft = MOST_LETTERS

  constructor(language: Language, library: TermStatistics) {
    this.#language = language
    this.#library = library
  }

  /** The word that is meant by one; undefined where it is that one, or others were looked for already for as many as may be. */
  meantBy(written: string): string | undefined {
    if (written.length < SHORTEST || !PLAIN.test(written)) return undefined
    const word = written.toLowerCase()
    const [language, library] = [this.#language, this.#library]
    if (isStopWord(word, language) || word === VERSUS || isFamiliar(word, language, library)) return undefined
    if (!this.#known.has(word) && this.#known.size < MOST_WORDS && word.length <= this.#lettersLeft) {
      this.#lettersLeft -= word.length
      this.#known.set(word, neighbourMeant(word, language, library))
    }
    const meant = this.#known.get(word)
    return meant && written.charAt(0) + meant.slice(1)
  }
}

/** The word of a library that is meant by one that it has never seen, in small letters. */
function neighbourMeant(word: string, language: Language, library: TermStatistics): string | undefined {
  const fewest = Math.min(FEWEST, library.passageCount / 100)
  const base = word.length - (INFLECTED.exec(word)?.[0].length ?? 0)
  let best: { word: string; worth: number } | undefined
  let empty: string | undefined
  for (const [slip, candidate, at] of neighbours(word)) {
    if (slip === 'replaced' && word.length < SHORTEST_REPLACED) continue
    if (slip === 'beside' && word.length < SHORTEST_BESIDE) continue
    if (slip === 'added' && candidate.length < SHORTEST) continue
    if (slip !== 'replaced' && isStopWord(candidate, language)) empty ??= candidate
    const frequency = frequencyOf(candidate, language, library)
    // What looks like a word and its ending is likelier one than a slip for a word that is rare: "survives" is no "survivejs".
    const isEnding = at >= base && base < word.length
    if (frequency === 0 || frequency < (isEnding ? FEWEST : fewest)) continue
    const worth = Math.log(frequency) - COSTS[slip]
    if (best === undefined || worth > best.worth) best = { word: candidate, worth }
  }
  return best?.word ?? (word.length >= SHORTEST_BESIDE ? empty : undefined)
}

/** Whether a word is in the library, or is a word of English that need not be there. */
function isFamiliar(word: string, language: Language, library: TermStatistics): boolean {
  const [term] = terms(word, language)
  if (term === undefined) return false
  return library.documentFrequency(term.term) > 0 || (language === 'en' && isKnownTerm(term.term))
}

/** The endings of words that end on "y" without one. */
const OF_Y = /i(?:ed|er|ers|es|est|ly|ness)$|y(?:ing)?$/

/** Whether a stem is that of a word as stemming goes alone: it takes "bootli" for a form of "boot", and "readis" for one of "ready". */
function isOnlyStemmed(word: string, term: string): boolean {
  if (/lis?$/.test(word)) return !/lis?$/.test(term)
  return (
    term.endsWith('i') && term !== word && !OF_Y.test(word) && !(word.startsWith(term) && word.length > term.length + 1)
  )
}

/** In how many passages a word stands. */
function frequencyOf(word: string, language: Language, library: TermStatistics): number {
  const [term] = terms(word, language)
  const isNone = term === undefined || isStopWord(term.term, language) || isOnlyStemmed(word, term.term)
  return isNone ? 0 : library.documentFrequency(term.term)
}

/** Whether two letters are beside each other on a keyboard. */
function areNeighbours(one: string, other: string): boolean {
  return KEYS.some(
    (row) => row.includes(one) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1 && row.includes(other),
  )
}

/** The words that are one slip away and begin the same, and where the slip is. */
function* neighbours(word: string): Generator<[keyof typeof COSTS, string, number]> {
  // No word is written in two scripts.
  const letters = LATIN.test(word) ? LETTERS : ''
  for (let at = 1; at <= word.length; at += 1) {
    const before = word.slice(0, at)
    const [one = '', two = ''] = word.slice(at, at + 2)
    const after = word.slice(at + 1)
    if (two !== '' && one !== two) yield ['swapped', before + two + one + word.slice(at + 2), at]
    if (one !== '') yield ['added', before + after, at]
    for (const letter of letters) {
      yield ['missing', before + letter + word.slice(at), at]
      if (one !== '' && letter !== one)
        yield [areNeighbours(one, letter) ? 'beside' : 'replaced', before + letter + after, at]
    }
  }
}
