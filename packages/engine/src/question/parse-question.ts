import opening from '#language/data/opening.json' with { type: 'json' }
import { isCapitalised } from '#language/entities.ts'
import { detectLanguage, type Language } from '#language/language.ts'
import { LONGEST_NAME } from '#language/name-dictionary.ts'
import { fold } from '#language/normalise.ts'
import { type Term, terms } from '#language/terms.ts'
import { wordList } from '#language/word-list.ts'
import { words } from '#language/words.ts'
import { askedAs, OPENING, type QuestionKind } from './kinds.ts'
import type { NeedsOf } from './needs.ts'

/** What the words of a question say. */
export interface ParsedQuestion {
  text: string
  kind: QuestionKind
  /** What a sentence must hold to answer it. */
  needsOf: NeedsOf
  /** In which it is asked, and in which texts are compared with it; English where that is unsure. */
  language: Language
  /** Distinct terms that carry meaning, in order of appearance. */
  terms: readonly string[]
  /** The same as the question writes them. */
  words: ReadonlyMap<string, string>
  /** Its neighbouring terms. */
  pairs: readonly Pair[]
  /** Terms that it writes with a capital although no sentence begins there; none where all words have one, as in a title. */
  capitalised: readonly string[]
  /** Names in the question: runs of capitalised words, and what stands in quotation marks. */
  names: readonly string[]
  /** The two sides of a comparison, as text; empty where none are told apart. */
  sides: readonly string[]
  /** Asks for several things to be told, whatever else it is. */
  several: boolean
}

/** Two terms of a question with none between them that carries meaning. */
export interface Pair {
  one: string
  other: string
  /** By how many words: 1 side by side. */
  apart: number
}

/** An apostrophe within a word quotes nothing: "the town's and the lake's". */
const QUOTED = /(?<![\p{L}\p{N}])["“”']([^"“”']{2,80})["“”'](?!\p{L})/gu
const NAME =
  /\p{Lu}[\p{L}\p{M}\p{N}.'’-]*(?:\/\d[\d.]*\b)?(?:\s+(?:(?:of|the|de|del|der|den|di|da|du|la|le|ten|ter|van|von|bin|and|for|in|on|&)\s+){0,2}\p{Lu}[\p{L}\p{M}\p{N}.'’-]*)*/gu
const OPENERS = wordList(opening.words)

function namesOf(text: string): string[] {
  const found = new Map<string, string>()
  const keep = (name: string) => {
    const key = fold(name)
    if (key.length > 1 && !found.has(key) && words(name).length <= LONGEST_NAME) found.set(key, name)
  }
  for (const match of text.matchAll(QUOTED)) if (match[1] !== undefined) keep(match[1].trim())
  for (const match of text.matchAll(NAME)) {
    const [first, ...rest] = match[0].split(/\s+/)
    const name = first !== undefined && OPENERS.has(first.toLowerCase()) ? rest.join(' ') : match[0]
    if (name !== '') keep(name.replace(/['’]s$|[.,'’-]+$/u, ''))
  }
  return [...found.values()]
}

/** Neighbours that are looked for in each sentence: a question of more words is a text that somebody pasted. */
const MOST_PAIRS = 1_000

/** Where each term stands among all of them. */
type Places = ReadonlyMap<Term, number>

function pairsOf(content: readonly Term[], places: Places): Pair[] {
  const placeOf = (term: Term) => places.get(term) ?? -1
  return content.slice(1, 1 + MOST_PAIRS).map((second, i) => {
    const first = content[i] ?? second
    return { one: first.term, other: second.term, apart: placeOf(second) - placeOf(first) }
  })
}

const SMALL = /^\p{Ll}/u
const SMALL_IN_TITLES = /^(?:an?|and|as|at|but|by|for|from|in|nor|of|on|or|the|to|with)$/

function capitalisedOf(content: readonly Term[], all: readonly Term[]): string[] {
  if (!all.some(({ raw }) => SMALL.test(raw) && !SMALL_IN_TITLES.test(raw))) return []
  const names = content.filter((term) => term !== all[0] && isCapitalised(term.raw))
  return [...new Set(names.map(({ term }) => term))]
}

const SIDE = '(?:the |an? )?(.{1,60}?)'
/** "a.b" is one name. */
const SIDES_END = '(?=[.?,;](?:\\s|$)|$| (?:on|in|about|over|by|for|as) )'
/** What both sides belong to, behind them: "get or set of a cache: …". */
const OF_BOTH = '(?:\\s+(?:in|of|for|on|with|to|when|if)\\s[^,:?]{1,60})?'
const SIDES = [
  ...[
    `\\b(?:compare|contrast)\\s+${SIDE}\\s+(?:and|with|to|versus|vs\\.?)\\s+${SIDE}`,
    `\\bdifferences? between\\s+${SIDE}\\s+and\\s+${SIDE}`,
    `^(?:how (?:do|does|did) )?${SIDE}\\s+(?:versus|vs\\.?|differ from|differs from)\\s+${SIDE}`,
  ].map((sides) => sides + SIDES_END),
  `^${SIDE}\\s+or\\s+${SIDE}(?=${OF_BOTH}[:,]\\s)`,
  `^(?:should|shall)\\s+(?:i|we|you|one)\\s+\\p{L}+\\s+${SIDE}\\s+or\\s+${SIDE}(?=${OF_BOTH}\\s*(?:[?:,]|$))`,
  `^how (?:do|does|did)\\s+${SIDE}\\s+and\\s+${SIDE}\\s+differ\\b`,
].map((sides) => new RegExp(sides, 'iu'))

const FURTHER_SIDE = /\s+(?:versus|vs\.?)\s+/i

function sidesOf(text: string): string[] {
  for (const pattern of SIDES) {
    const [, one, other] = pattern.exec(text.slice(0, OPENING)) ?? []
    if (one !== undefined && other !== undefined) return [one, ...other.split(FURTHER_SIDE)].map((side) => side.trim())
  }
  return []
}

/** Distinct terms that are looked for: more than any text of 10,000 characters has that says something. */
const MOST_TERMS = 2_000

const VERSUS = /^(?:versus|vs)$/i
/** What a question tells to do is no part of its subject. */
const COMMAND = new RegExp(`^\\s*(?:please )?(?:${opening.commands.join('|')})\\b`, 'i')
/** "Which levels", and neither "what does" nor "which option sets the limit". */
const PLURAL =
  /^\s*(?:what|who) (?:are|were)\b|^\s*(?:which|what) (?:(?!does\b|has\b|was\b)[\p{L}-]+ ){0,2}?(?!(?:does|this|happens|makes|causes|means|comes|goes|works)\b)\p{L}{3,}(?<!s|\bstatu|\bviru)s\b(?! (?:the|an?|all|its?|each|every|no|any|how|if|me|that|to|us|when|whether|you)\b| \p{L}+(?<!s) (?:can|could|do|does|did|has|is|may|must|should|was|will)\b)/iu

/** A compound is asked for as it is written. */
export function withoutParts(all: readonly Term[]): Term[] {
  let end = 0
  return all.filter((term) => {
    const isPart = term.start < end && term.end <= end
    end = Math.max(end, term.end)
    return !isPart
  })
}

/** Takes a question apart. Pure: the same question gives the same parts. */
export function parseQuestion(text: string): ParsedQuestion {
  const language = detectLanguage(text) ?? 'en'
  const opener = COMMAND.exec(text)?.[0].length ?? 0
  const { kind, needs } = askedAs(text, language)
  const sides = kind === 'comparison' ? sidesOf(text) : []
  const compares = (raw: string) => sides.length > 0 && VERSUS.test(raw)
  const all = withoutParts(terms(text, language))
  const places = new Map(all.map((term, at) => [term, at]))
  const content = all.filter(({ stop, start, raw }) => !stop && start >= opener && !compares(raw))
  const names = namesOf(text)
  return {
    text,
    kind,
    needsOf: needs,
    language,
    terms: [...new Set(content.map(({ term }) => term))].slice(0, MOST_TERMS),
    words: new Map(content.map(({ term, raw }) => [term, raw] as const)),
    pairs: pairsOf(content, places),
    capitalised: capitalisedOf(content, all),
    names,
    sides,
    several: kind === 'list' || PLURAL.test(text),
  }
}
