import { type Features, logOdds } from '#evidence/head.ts'
import type { Run } from '#evidence/run.ts'
import type { Needs } from '#question/needs.ts'
import type { Question, ReadingGoal } from '#question/question.ts'
import { weightOf } from '#question/weights.ts'
import { closest, nearness, type Pair, type Placed, pairsIn } from './closest.ts'
import type { Judged } from './relevance.ts'

/** What telling whether a question is answered needs to know of it. */
export type Asked = Pick<
  Question,
  'text' | 'kind' | 'terms' | 'phrases' | 'weights' | 'unseen' | 'named' | 'originNames'
> & { goal: Pick<ReadingGoal, 'terms'>; needs: Pick<Needs, 'mayHold'> }

/** A run as far as telling whether its question is answered needs to know of it. */
export type AskedRun = Pick<Run, 'support' | 'heads'> & { question: Asked }

/**
 * Whether what was found answers a question, judged by the passage and by the one sentence that speak of most of it.
 * What is not answered is shown as close, and left unverified.
 */
export function isAnswered(run: AskedRun, cited: readonly Judged[]): boolean {
  return answeredFeatures(run, cited).some((features) => logOdds(run.heads.answered, features) >= 0)
}

/** What is said again and again speaks no more for an answer than what is said one and a half times. */
const MOST = 1.5
/** What a word weighs that a collection of seven thousand passages has never seen, in nats. */
const UNSEEN_OF_MANY = 9.5
/** So much less it weighs in a collection of fifty. */
const UNSEEN_FALLS = 5

/** What speaks for a question's being answered: of each sentence that may answer it. None where nothing is cited. */
export function answeredFeatures({ question: asked, support }: Omit<AskedRun, 'heads'>, cited: readonly Judged[]) {
  if (cited.length === 0) return []
  const { kind, terms, text } = asked
  const names = namesIn(asked)
  const isOneThing = kind === 'definition' || terms.length === 2
  const pairs = isOneThing ? pairsIn(asked.goal.terms(text), asked.weights) : []
  const ofQuestion = {
    support: Math.min(MOST, support),
    /** How likely the likeliest document holds something that is needed. */
    probability: Math.max(0, ...cited.map(({ probability }) => probability)),
    phrasesMissing: phrasesMissing(asked, cited),
    hasNames: Number(names.length > 0),
    namesOrigin: Number(asked.named.size > 0),
    /** 0 for a collection of seven thousand passages or more, 1 for one of fifty or fewer: in a small one a word is rare by accident. */
    fewPassages: Math.min(1, Math.max(0, (UNSEEN_OF_MANY - asked.unseen) / UNSEEN_FALLS)),
  }
  const sentences = closest(asked, cited).map((each) => sentenceFeatures(asked, { names, pairs }, each))
  return sentences.length > 0 ? sentences.map((features) => ({ ...ofQuestion, ...features })) : [ofQuestion]
}

const CAPITAL = /^\p{Lu}/u
const SMALL = /^\p{Ll}/u
const SMALL_IN_TITLES = /^(?:an?|and|as|at|but|by|for|from|in|nor|of|on|or|the|to|with)$/

/** Terms that a question writes as names, with a capital although no sentence begins there; none of a source's name. */
function namesIn({ text, weights, originNames, goal }: Asked): string[] {
  const all = goal.terms(text)
  const ofOrigins = wordsOfOrigins(originNames)
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
function phrasesMissing({ terms: asked, phrases: all, originNames, goal }: Asked, cited: readonly Judged[]): number {
  const ofOrigins = wordsOfOrigins(originNames)
  const phrases = all.filter((phrase) => phrase.split(' ').some((term) => asked.includes(term) && !ofOrigins.has(term)))
  if (phrases.length === 0) return 0
  const missing = phrases.filter((phrase) => {
    const holds = (text: string) => {
      const terms = goal.terms(text).map(({ term }) => term)
      return ` ${terms.join(' ')} `.includes(` ${phrase} `)
    }
    const needed = phrase.split(' ').filter((term) => asked.includes(term))
    return !cited.some(
      ({ candidate: { document, evidence } }) =>
        holds(document.title) ||
        evidence.some(({ quote, covers }) => needed.every((term) => covers.has(term)) && holds(quote)),
    )
  })
  return missing.length / phrases.length
}

function sentenceFeatures(
  { weights, unseen, goal, needs }: Asked,
  { names, pairs }: { names: readonly string[]; pairs: readonly Pair[] },
  placed: Placed,
): Features {
  const { quote, covers } = placed.evidence
  const all = goal.terms(quote)
  const written = new Set([...placed.title, ...all].flatMap(({ term, raw }) => (CAPITAL.test(raw) ? [term] : [])))
  const isNamed = (term: string) => written.has(term) || (placed.before.has(term) && !covers.has(term))
  return {
    /** What it holds in its place: how unlikely that is by chance, in terms that are nowhere else, one and a half at most. */
    held: unseen > 0 ? Math.min(MOST, weightOf(placed.held, weights) / unseen) : 0,
    /** Share of the names of the question that it writes as names. */
    namesHeld: weightOf(names.filter(isNamed), weights) / (weightOf(names, weights) || 1),
    /** Stands under a heading, as in a manual: there are many sections near to the subject. */
    headed: Number((placed.evidence.block?.path.length ?? 0) > 0),
    otherOrigin: Number(placed.otherOrigin),
    /** Could not hold the kind of answer asked for. */
    unfit: Number(!needs.mayHold(quote)),
    /** Of "what is …" and of two terms: how far from one another those stand that are neighbours in the question. */
    apart: pairs.length > 0 ? 1 - nearness(pairs, all, placed.title) : 0,
    /** Logarithm of its length in words: a long sentence holds much by chance. */
    length: Math.log(1 + all.length),
  }
}
