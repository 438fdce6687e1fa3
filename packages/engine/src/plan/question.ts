import { detectLanguage, type Language } from '#text/language.ts'
import { fold } from '#text/normalise.ts'
import { terms } from '#text/terms.ts'
import { words } from '#text/words.ts'

/** What kind of answer a question asks for. */
export type QuestionKind =
  | 'person'
  | 'date'
  | 'number'
  | 'place'
  | 'definition'
  | 'why'
  | 'how'
  | 'yes-no'
  | 'comparison'
  | 'list'
  | 'topic'

/** A question as the loop sees it. */
export interface Question {
  text: string
  kind: QuestionKind
  /** In which it is asked, and in which texts are compared with it; English where that is unsure. */
  language: Language
  /** Distinct terms that carry meaning, in order of appearance. */
  terms: readonly string[]
  /** The same as the question writes them. */
  words: readonly { term: string; raw: string }[]
  /** Pairs of neighbouring terms, joined by a space. */
  bigrams: ReadonlySet<string>
  /** Names in the question: runs of capitalised words, and what stands in quotation marks. */
  names: readonly string[]
  /** Names of several words, as the index holds them: terms joined by a space. */
  phrases: readonly string[]
  /** The two sides of a comparison, as text; empty where none are told apart. */
  sides: readonly string[]
  /** Parts that need evidence of their own, as text; the whole question where it has no parts. */
  facets: readonly string[]
}

const KINDS: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    'comparison',
    /\b(compare|compared|versus|vs\.?|differences? between|differs?|in contrast (?:to|with)|contrast|both .{1,80} and )\b|\b(older|younger|larger|longer|earlier|more|first|better),? .{1,80} or .{1,80}\?/i,
  ],
  ['definition', /^\s*(what (is|are|was|were) (an? |the )?[\p{L}\p{N}' -]{1,60}\??$|define |definition of )/iu],
  [
    'list',
    /^\s*(list|name|enumerate|which of)\b|\bwhat (are|were) (the|some)\b|^\s*(which|what) (?!(is|was|does|has)\b)(\p{L}+ )?\p{L}{3,}(?<!s)s\b/iu,
  ],
  ['why', /^\s*why\b|\b(for what reason|reasons? (for|why)|cause[sd]? of|justif(y|ied|ication)|rationale)\b/i],
  [
    'number',
    /\bhow (many|much|long|old|far|tall|large|big|often|high)\b|\bwhat (number|percentage|share|age|population)\b/i,
  ],
  ['how', /^\s*how\b|\bin what way\b/i],
  ['date', /^\s*(when|since when)\b|\b(what|which) (year|date|day|month|century|decade)\b/i],
  ['place', /^\s*where\b|\b(what|which) (city|country|state|place|location|town|river|region|county|continent)\b/i],
  [
    'person',
    /^\s*who(m|se)?\b|\b(what|which) (person|man|woman|author|president|actor|actress|singer|director|player|individual|king|queen)\b/i,
  ],

  ['yes-no', /^\s*(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b/i],
]

// A question says early what it wants; the bound keeps the patterns fast on the longest one.
const KIND_WINDOW = 600

/** Which kind of answer a question asks for, by rules for English; `topic` where none fits. */
export function kindOf(text: string): QuestionKind {
  const opening = text.slice(0, KIND_WINDOW)
  for (const [kind, pattern] of KINDS) if (pattern.test(opening)) return kind
  return 'topic'
}

const QUOTED = /["“”']([^"“”']{2,80})["“”']/gu
const NAME =
  /\p{Lu}[\p{L}\p{M}\p{N}.'’-]*(?:\s+(?:(?:of|the|de|la|van|von|and|for|in|on|&)\s+){0,2}\p{Lu}[\p{L}\p{M}\p{N}.'’-]*)*/gu
const OPENERS =
  /^(who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|in|on|at|the|a|an|if|for|can|could|will|would|should|name|list|to|compare|contrast|define|describe|explain|discuss)$/i

function namesOf(text: string): string[] {
  const found = new Map<string, string>()
  const keep = (name: string) => {
    const key = fold(name)
    if (key.length > 1 && !found.has(key)) found.set(key, name)
  }
  for (const match of text.matchAll(QUOTED)) if (match[1] !== undefined) keep(match[1].trim())
  for (const match of text.matchAll(NAME)) {
    const [first, ...rest] = match[0].split(/\s+/)
    const name = first !== undefined && OPENERS.test(first) ? rest.join(' ') : match[0]
    if (name !== '') keep(name.replace(/['’]s$|[.,'’-]+$/u, ''))
  }
  return [...found.values()]
}

// A clause is worth a search of its own when it says something: three words that carry meaning.
const CLAUSE = /[,;?!]\s+|\s+(?:while|whereas|although|but|and also|as well as|compared (?:to|with))\s+/iu
const LEAST_TERMS = 3

function clausesOf(text: string): string[] {
  const clauses: string[] = []
  let pending = ''
  for (const part of text.split(CLAUSE)) {
    pending = pending === '' ? part : `${pending}, ${part}`
    if (terms(pending).filter(({ stop }) => !stop).length < LEAST_TERMS) continue
    clauses.push(pending.trim())
    pending = ''
  }
  if (pending !== '' && clauses.length > 0) clauses[clauses.length - 1] += `, ${pending.trim()}`
  return clauses
}

const LONGEST_PHRASE = 6

function phrasesOf(names: readonly string[], language: Language): string[] {
  const phrases = names
    .map((name) => terms(name, language))
    .filter(({ length }) => length > 1 && length <= LONGEST_PHRASE)
  return [...new Set(phrases.map((phrase) => phrase.map(({ term }) => term).join(' ')))]
}

const SIDE = '(?:the |an? )?(.{2,60}?)'
const SIDES = [
  new RegExp(
    `\\b(?:compare|contrast)\\s+${SIDE}\\s+(?:and|with|to|versus|vs\\.?)\\s+${SIDE}(?=[.?,;]|$| (?:on|in|about|over|by|for|as) )`,
    'iu',
  ),
  new RegExp(`\\bdifferences? between\\s+${SIDE}\\s+and\\s+${SIDE}(?=[.?,;]|$| (?:on|in|about|over|by|for|as) )`, 'iu'),
  new RegExp(
    `^(?:how (?:do|does|did) )?${SIDE}\\s+(?:versus|vs\\.?|differ from|differs from)\\s+${SIDE}(?=[.?,;]|$| (?:on|in|about|over|by|for|as) )`,
    'iu',
  ),
]

function sidesOf(text: string): string[] {
  for (const pattern of SIDES) {
    const [, one, other] = pattern.exec(text.slice(0, KIND_WINDOW)) ?? []
    if (one !== undefined && other !== undefined) return [one.trim(), other.trim()]
  }
  return []
}

const MOST_FACETS = 6

/** The parts of a question that need evidence of their own: what is compared, else its clauses. */
function facetsOf(text: string, kind: QuestionKind, names: readonly string[]): string[] {
  const compared = kind === 'comparison' || kind === 'yes-no' ? names.filter((name) => words(name).length <= 6) : []
  const facets = compared.length >= 2 ? [...compared, ...clausesOf(text)] : clausesOf(text)
  const distinct = [...new Set(facets)].slice(0, MOST_FACETS)
  return distinct.length > 1 ? distinct : [text]
}

/** What a question tells to do is no part of its subject. */
const COMMAND =
  /^\s*(?:please )?(?:list|name|enumerate|compare|contrast|define|describe|explain|discuss|outline|summari[sz]e|show|find|tell me(?: about)?|give me(?: an overview of)?)\b/i

/** Takes a question apart. Pure: the same question gives the same parts. */
export function analyseQuestion(text: string): Question {
  const language = detectLanguage(text) ?? 'en'
  const opener = COMMAND.exec(text)?.[0].length ?? 0
  const content = terms(text, language).filter(({ stop, start }) => !stop && start >= opener)
  const bigrams = new Set<string>()
  content.forEach(({ term }, i) => {
    const next = content[i + 1]
    if (next) bigrams.add(`${term} ${next.term}`)
  })
  const kind = kindOf(text)
  const names = namesOf(text)
  return {
    text,
    kind,
    language,
    terms: [...new Set(content.map(({ term }) => term))],
    words: content.map(({ term, raw }) => ({ term, raw })),
    bigrams,
    names,
    phrases: phrasesOf(names, language),
    sides: kind === 'comparison' ? sidesOf(text) : [],
    facets: facetsOf(text, kind, names),
  }
}
