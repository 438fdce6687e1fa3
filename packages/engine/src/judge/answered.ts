import { type Features, logOdds } from '#evidence/head.ts'
import type { Run } from '#evidence/run.ts'
import { isCapitalised } from '#language/entities.ts'
import type { Needs } from '#question/needs.ts'
import type { Pair } from '#question/parse-question.ts'
import type { Question, ReadingGoal } from '#question/question.ts'
import { weightOf } from '#question/weights.ts'
import { closest, nearness, type Placed } from './closest.ts'
import type { Judged } from './relevance.ts'

/** What telling whether a question is answered needs to know of it. */
export type Asked = Pick<
  Question,
  'kind' | 'terms' | 'pairs' | 'capitalised' | 'weights' | 'unseen' | 'named' | 'ofSources' | 'words'
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

/** A question's terms count for at most one and a half times themselves, however often a passage repeats them. */
const MOST = 1.5
/** The weight, in nats, of a term that is in none of seven thousand passages. */
const UNSEEN_OF_MANY = 9.5
/** How much lower that weight is for fifty passages than for seven thousand. */
const UNSEEN_FALLS = 5

/** What speaks for a question's being answered: of each sentence that may answer it. None where nothing is cited. */
export function answeredFeatures(
  { question: asked, support }: Omit<AskedRun, 'heads'>,
  all: readonly Judged[],
): Features[] {
  if (all.length === 0) return []
  const cited = foundDirectly(all)
  const { kind, terms } = asked
  const names = asked.capitalised.filter((term) => !asked.ofSources.has(term))
  const isOneThing = kind === 'definition' || terms.length === 2
  const pairs = isOneThing ? asked.pairs.filter(({ one, other }) => one !== other) : []
  const ofQuestion = {
    support: Math.min(MOST, support),
    /** How likely the likeliest document holds something that is needed. */
    probability: Math.max(0, ...cited.map(({ probability }) => probability)),
    hasNames: Number(names.length > 0),
    namesOrigin: Number(asked.named.size > 0),
    /** From 0 for seven thousand passages or more to 1 for fifty or fewer, among which a term is rare by accident. */
    fewPassages: Math.min(1, Math.max(0, (UNSEEN_OF_MANY - asked.unseen) / UNSEEN_FALLS)),
  }
  const sentences = closest(asked, cited).map((each) => sentenceFeatures(asked, { names, pairs }, each))
  return sentences.length > 0 ? sentences.map((features) => ({ ...ofQuestion, ...features })) : [ofQuestion]
}

/**
 * Those that the question itself or a part of it found, if any: among the many that are found by names in other documents
 * one seems to answer nearly every question.
 */
function foundDirectly(all: readonly Judged[]): readonly Judged[] {
  const direct = all.filter(
    ({ candidate: { signals } }) => signals.question > 0 || signals.part > 0 || signals.near > 0,
  )
  return direct.length > 0 ? direct : all
}

/** UTF-16 units of its block before and after a sentence that belong to what it says. */
const BESIDE = 300

/** Whether what stands beside a sentence in its block could hold the answer: in manuals a number stands before what it is for. */
function mayHoldBeside(
  { evidence: { block, document, start, end } }: Placed,
  { mayHold }: Pick<Needs, 'mayHold'>,
): boolean {
  if (block === undefined || block.path.length === 0) return false
  return mayHold(document.text.slice(Math.max(block.start, start - BESIDE), Math.min(block.end, end + BESIDE)))
}

function sentenceFeatures(
  { weights, unseen, goal, needs }: Asked,
  { names, pairs }: { names: readonly string[]; pairs: readonly Pair[] },
  placed: Placed,
): Features {
  const { quote, covers } = placed.evidence
  const all = goal.terms(quote)
  const written = new Set([...placed.title, ...all].flatMap(({ term, raw }) => (isCapitalised(raw) ? [term] : [])))
  const isNamed = (term: string) => written.has(term) || (placed.before.has(term) && !covers.has(term))
  // "In May" is a month, and no verb.
  const saysMore = all.some(({ term, stop, raw }, at) => (stop ? at > 0 && isCapitalised(raw) : !weights.has(term)))
  return {
    /** The weight of what it, its title and the sentence before it hold, over that of an unseen term: at most 1.5. */
    held: unseen > 0 ? Math.min(MOST, weightOf(placed.held, weights) / unseen) : 0,
    /** Share of the names of the question that it writes as names. */
    namesHeld: weightOf(names.filter(isNamed), weights) / (weightOf(names, weights) || 1),
    /** Stands under a heading, as in a manual: there are many sections near to the subject. */
    headed: Number((placed.evidence.block?.path.length ?? 0) > 0),
    otherOrigin: Number(placed.otherOrigin),
    /** Could not hold the kind of answer asked for, or holds nothing but words of the question. */
    unfit: Number(!(needs.mayHold(quote) || mayHoldBeside(placed, needs)) || !saysMore),
    /** Of "what is …" and of two terms: how far from one another those stand that are neighbours in the question. */
    apart: pairs.length > 0 ? 1 - nearness(pairs, weights, all, placed.title) : 0,
    /** Logarithm of its length in words: a long sentence holds much by chance. */
    length: Math.log(1 + all.length),
  }
}
