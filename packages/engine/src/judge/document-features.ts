import type { Features } from '#evidence/head.ts'
import type { Candidate, Evidence } from '#evidence/ledger.ts'
import { contentIn } from '#language/terms.ts'
import { agreement, contentReader, headingFit } from '#question/agreement.ts'
import type { Question, ReadingGoal } from '#question/question.ts'
import { coverage } from '#question/weights.ts'

/** What judging documents needs to know of the question. */
export type Standards = Pick<Question, 'weights' | 'named' | 'sources' | 'dated'> & { goal: Pick<ReadingGoal, 'terms'> }

/** What is known of one candidate by itself. */
interface Measured {
  candidate: Candidate
  support: number
  /** Of its best sentences: the most that one scores, and is worth; at least 0. */
  score: number
  worth: number
  /** Share of the question's terms that one sentence holds, each the same. */
  terms: number
  /** Share of the question, by weight, that it holds; that one sentence of it holds. */
  coverage: number
  sentence: number
  title: ReadonlySet<string>
  /** How well the best of the headings and terms directly above its sentences is what is asked for. */
  heading: number
}

function measure(
  candidate: Candidate,
  { weights, goal }: Standards,
  contentOf: (text: string) => ReadonlySet<string>,
): Measured {
  const { document, covers, evidence, signals } = candidate
  const most = (value: (item: Evidence) => number) => evidence.reduce((best, item) => Math.max(best, value(item)), 0)
  return {
    candidate,
    support: signals.support,
    score: most(({ score }) => score),
    worth: most(({ worth }) => worth),
    terms: most((item) => item.covers.size) / (weights.size || 1),
    coverage: coverage(covers, weights),
    sentence: most((item) => coverage(item.covers, weights)),
    heading: most(({ block }) =>
      headingFit(block?.path.slice(-1) ?? [], (heading) => agreement(contentOf(heading), weights)),
    ),
    title: contentIn(goal.terms(document.title)),
  }
}

/** What the candidates of a question are held against. */
interface Field {
  best: Pick<Measured, 'support' | 'score' | 'worth' | 'terms'>
  /** The two best scores, each of another candidate; alike where there is but one. */
  scores: readonly [number, number]
  /** Terms of the question that the strongest lacks. */
  lacking: ReadonlySet<string>
  /** The strongest of each origin that the question names. */
  firsts: ReadonlySet<Measured>
}

function fieldOf(all: readonly Measured[], { sources, weights }: Standards): Field {
  const most = (value: (measured: Measured) => number) => Math.max(0, ...all.map(value)) || 1
  const best = {
    support: most(({ support }) => support),
    score: most(({ score }) => score),
    worth: most(({ worth }) => worth),
    terms: most(({ terms }) => terms),
  }
  const strength = ({ score, coverage: covered, sentence, candidate: { signals } }: Measured) =>
    score / best.score + covered + sentence + signals.question
  const firsts = sources.map((source) => {
    const own = all.filter(({ candidate }) => source.has(candidate.document.id))
    return strongest(own, (measured) => strength(measured) + measured.candidate.signals.origin)
  })
  const top = strongest(all, strength)
  const [first = 0, second = first] = all.map(({ score }) => score).sort((a, b) => b - a)
  return {
    best,
    scores: [first, second],
    lacking: new Set([...weights.keys()].filter((term) => !top?.candidate.covers.has(term))),
    firsts: new Set(firsts.filter((measured) => measured !== undefined)),
  }
}

function strongest(some: readonly Measured[], value: (measured: Measured) => number): Measured | undefined {
  return some.toSorted((a, b) => value(b) - value(a))[0]
}

/**
 * Measures the candidates of a question beside each other, in their order. `best…` is a value over the best of all
 * candidates. Where the question names origins or times a feature says something else, and has another name.
 */
export function documentFeatures(candidates: readonly Candidate[], standards: Standards): Features[] {
  const contentOf = contentReader(standards.goal)
  const all = candidates.map((candidate) => measure(candidate, standards, contentOf))
  const field = fieldOf(all, standards)
  const namesOrigin = standards.sources.length > 0 || standards.dated.size > 0
  return all.map((measured) => {
    const features = featuresOf(measured, field, standards)
    return namesOrigin ? whereNamed(features) : features
  })
}

function whereNamed(features: Features): Features {
  const named = Object.entries(features).map(([name, value]) => [`${name} (named)`, value])
  return { ...Object.fromEntries(named), 'bias (named)': 1 }
}

function featuresOf(measured: Measured, field: Field, { weights, named, dated }: Standards): Features {
  const { best, scores, lacking, firsts } = field
  const { candidate, title, score, support, worth, terms } = measured
  const { question, part, expansion, link, residual, origin, near } = candidate.signals
  const { id } = candidate.document
  const [first, second] = scores
  return {
    question,
    part,
    expansion,
    link,
    residual,
    near,
    support,
    bestSupport: support / best.support,
    coverage: measured.coverage,
    title: coverage(title, weights),
    titleIsAsked: Number(title.size > 0 && [...title].every((term) => weights.has(term))),
    sentence: measured.sentence,
    terms,
    bestTerms: terms / best.terms,
    bestScore: score / best.score,
    // Near the best counts for much more than half as good.
    bestScoreCubed: (score / best.score) ** 3,
    /** How far its best sentence is ahead of that of any other candidate; below 0 where it is behind. */
    ahead: (score - (score < first ? first : second)) / best.score,
    /** What it holds of the question that the strongest lacks: the share of the question. */
    fills: coverage(lacking.intersection(candidate.covers), weights),
    /** Has a section, an entry or a question whose heading is what is asked for. */
    heading: measured.heading,
    worth,
    bestWorth: worth / best.worth,
    foundByQuestion: Number(question > 0),
    foundByPart: Number(part > 0),
    origin,
    ofNamedOrigin: Number(named.has(id)),
    ofNamedDate: Number(dated.has(id)),
    ofAnotherDate: Number(dated.size > 0 && !dated.has(id)),
    firstOfOrigin: Number(firsts.has(measured)),
  }
}
