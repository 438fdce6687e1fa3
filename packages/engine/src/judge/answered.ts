import type { Term } from '#language/terms.ts'
import type { Run } from '../run.ts'
import { closest, nearness, type Pair, type Placed, pairsIn } from './closest.ts'
import type { Judged } from './relevance.ts'

/** What telling whether a question is answered needs to know of it. */
export interface Asked {
  question: { text: string; kind: string; terms: readonly string[]; phrases: readonly string[] }
  weights: ReadonlyMap<string, number>
  /** What a term weighs that the library has never seen. */
  unseen: number
  /** Documents of the origins that the question names; empty where it names none. */
  named: ReadonlySet<string>
  /** Names of sources that the question holds: terms joined by a space. */
  origins: ReadonlySet<string>
  /** How much of the question the best passage found speaks of. */
  support: number
  goal: { terms: (text: string) => readonly Term[] }
  /** Whether a sentence could hold the kind of answer asked for. */
  mayAnswer: (sentence: string) => boolean
}

/** What telling whether the question of a run is answered needs to know of it. */
export function askedIn({ question, support }: Run): Asked {
  const { originNames, needs } = question
  return { ...question, question, origins: originNames, support, mayAnswer: needs.mayHold }
}

/**
 * A logistic regression over the question and the sentence that speaks best of it, fitted on the dev part of sets of
 * questions with and without an answer: the six of `pnpm evaluate`, two of them asked once more of half of their
 * documents, one of collections of a few documents each, several of a collection on something else, and questions
 * written for the demo corpus. Each has the same say, but that what can be answered counts two or three times as much
 * where the sets have questions without an answer that were written to look as if they had one. The bias keeps as many
 * of the answerable questions answered as a rule on `support` alone did. On the part held out it tells the two apart as well.
 */
const QUESTION = {
  support: 4,
  /** How likely the likeliest document holds something that is needed. */
  probability: 1.9,
  /** Share of its names of several words that stand nowhere in what is cited. */
  phrasesMissing: -1.5,
  hasNames: -0.5,
  namesOrigin: 0.9,
  /** 1 for a collection of fifty passages or fewer, 0 for seven thousand or more: in a small one a word is rare by accident. */
  fewPassages: 1.3,
} as const
const SENTENCE = {
  /** What it holds in its place: how unlikely that is by chance, in terms that are nowhere else, one and a half at most. */
  held: 1.85,
  /** Share of the names of the question that it writes as names. */
  namesHeld: 1.25,
  otherOrigin: -2.1,
  /** Could not hold the kind of answer asked for. */
  unfit: -1.1,
  /** Of "what is …" and of two terms: how far from one another those stand that are neighbours in the question. */
  apart: -0.5,
  /** Logarithm of its length in words: a long sentence holds much by chance. */
  length: -0.5,
} as const
const BIAS = -4.05

type QuestionMeasures = Record<keyof typeof QUESTION, number>
type SentenceMeasures = Record<keyof typeof SENTENCE, number>

/**
 * Whether what was found answers a question, judged by the passage and by the one sentence that speak of most of it.
 * What is not answered is shown as close, and left unverified.
 */
export function isAnswered(asked: Asked, cited: readonly Judged[]): boolean {
  if (cited.length === 0) return false
  const { question, sentences } = measuresOf(asked, cited)
  const best = Math.max(...sentences.map((each) => dot(SENTENCE, each)))
  return BIAS + dot(QUESTION, question) + best >= 0
}

function dot<Name extends string>(weights: Readonly<Record<Name, number>>, values: Record<Name, number>): number {
  let sum = 0
  for (const name in weights) sum += weights[name] * values[name]
  return sum
}

const MOST_SUPPORT = 1.5
const UNSEEN_OF_MANY = 9.5
const UNSEEN_FALLS = 5

function measuresOf(
  asked: Asked,
  cited: readonly Judged[],
): { question: QuestionMeasures; sentences: SentenceMeasures[] } {
  const { kind, terms, text } = asked.question
  const names = namesIn(asked)
  const isOneThing = kind === 'definition' || terms.length === 2
  const pairs = isOneThing ? pairsIn(asked.goal.terms(text), asked.weights) : []
  const question = {
    support: Math.min(MOST_SUPPORT, asked.support),
    probability: Math.max(0, ...cited.map(({ probability }) => probability)),
    phrasesMissing: phrasesMissing(asked, cited),
    hasNames: Number(names.length > 0),
    namesOrigin: Number(asked.named.size > 0),
    fewPassages: Math.min(1, Math.max(0, (UNSEEN_OF_MANY - asked.unseen) / UNSEEN_FALLS)),
  }
  const sentences = closest(asked, cited).map((each) => measuresOfSentence(asked, { names, pairs }, each))
  return { question, sentences: sentences.length > 0 ? sentences : [NOTHING] }
}

const NOTHING: SentenceMeasures = {
  held: 0,
  namesHeld: 0,
  otherOrigin: 0,
  unfit: 0,
  apart: 0,
  length: 0,
}

const CAPITAL = /^\p{Lu}/u
const SMALL = /^\p{Ll}/u
const SMALL_IN_TITLES = /^(?:an?|and|as|at|but|by|for|from|in|nor|of|on|or|the|to|with)$/

/** Terms that a question writes as names, with a capital although no sentence begins there; none of a source's name. */
function namesIn({ question, weights, origins, goal }: Asked): string[] {
  const all = goal.terms(question.text)
  const ofOrigins = wordsOfOrigins(origins)
  // Where every word has a capital, as in a title, it tells nothing.
  if (!all.some(({ raw }) => SMALL.test(raw) && !SMALL_IN_TITLES.test(raw))) return []
  const names = all.slice(1).filter(({ raw, stop, term }) => {
    return !stop && CAPITAL.test(raw) && weights.has(term) && !ofOrigins.has(term)
  })
  return [...new Set(names.map(({ term }) => term))]
}

function wordsOfOrigins(origins: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...origins].flatMap((name) => name.split(' ')))
}

/** The share of the names of several words, that are no sources', which stand nowhere in what is cited. */
function phrasesMissing({ question, origins, goal }: Asked, cited: readonly Judged[]): number {
  const ofOrigins = wordsOfOrigins(origins)
  const phrases = question.phrases.filter((phrase) =>
    phrase.split(' ').some((term) => question.terms.includes(term) && !ofOrigins.has(term)),
  )
  if (phrases.length === 0) return 0
  const missing = phrases.filter((phrase) => {
    const holds = (text: string) => {
      const terms = goal.terms(text).map(({ term }) => term)
      return ` ${terms.join(' ')} `.includes(` ${phrase} `)
    }
    const needed = phrase.split(' ').filter((term) => question.terms.includes(term))
    return !cited.some(
      ({ candidate: { document, evidence } }) =>
        holds(document.title) ||
        evidence.some(({ quote, covers }) => needed.every((term) => covers.has(term)) && holds(quote)),
    )
  })
  return missing.length / phrases.length
}

const MOST_HELD = 1.5

function measuresOfSentence(
  { weights, unseen, goal, mayAnswer }: Asked,
  { names, pairs }: { names: readonly string[]; pairs: readonly Pair[] },
  placed: Placed,
): SentenceMeasures {
  const { quote, covers } = placed.evidence
  const all = goal.terms(quote)
  const written = new Set([...placed.title, ...all].flatMap(({ term, raw }) => (CAPITAL.test(raw) ? [term] : [])))
  const isNamed = (term: string) => written.has(term) || (placed.before.has(term) && !covers.has(term))
  const weigh = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
  return {
    held: unseen > 0 ? Math.min(MOST_HELD, weigh(placed.held) / unseen) : 0,
    namesHeld: names.length > 0 ? weigh(names.filter(isNamed)) / (weigh(names) || 1) : 0,
    otherOrigin: Number(placed.otherOrigin),
    unfit: Number(!mayAnswer(quote)),
    apart: pairs.length > 0 ? 1 - nearness(pairs, all, placed.title) : 0,
    length: Math.log(1 + all.length),
  }
}
