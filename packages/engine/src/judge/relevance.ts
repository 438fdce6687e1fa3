import type { Candidate } from '#evidence/ledger.ts'
import type { Term } from '#language/terms.ts'
import { coverage } from '#question/coverage.ts'

/** A candidate, and how likely it holds something that the answer needs. */
export interface Judged {
  candidate: Candidate
  /** 0 to 1, calibrated: of a hundred candidates at 0.3 about thirty do. */
  probability: number
}

/** What judging needs to know of the question. */
export interface Standards {
  weights: ReadonlyMap<string, number>
  /** Documents of whom or when the question is about; empty where it names neither. */
  named: ReadonlySet<string>
  /** The documents of each origin that the question names. */
  sources: readonly ReadonlySet<string>[]
  /** The documents of the times that it names. */
  dated: ReadonlySet<string>
  goal: { terms: (text: string) => readonly Term[] }
}

interface Features {
  question: number
  part: number
  lead: number
  link: number
  residual: number
  support: number
  bestSupport: number
  coverage: number
  title: number
  titleIsAsked: number
  sentence: number
  terms: number
  bestTerms: number
  bestScore: number
  bestScoreCubed: number
  /** How far the best sentence is ahead of that of any other candidate; below 0 where it is behind. */
  ahead: number
  /** What it holds of the question that the strongest lacks: the share of the question. */
  fills: number
  worth: number
  bestWorth: number
  foundByQuestion: number
  foundByPart: number
  origin: number
  ofNamedOrigin: number
  ofNamedDate: number
  ofAnotherDate: number
  firstOfOrigin: number
}

type Regression = Partial<Features> & { bias: number }

/**
 * Logistic regressions over how a document was found, fitted on the two thirds of each set of questions that are the
 * `dev` part of `pnpm evaluate`; on the third held out they rank as well. `best…` is a candidate's value over the best
 * of all candidates of its question; 0 is what a regression does without.
 *
 * Of questions that name no origin five kinds at once (single facts, several hops, long-form, science), small sets
 * nearly with the same say as large ones.
 */
const PLAIN: Regression = {
  question: 3.17,
  part: 0.6,
  lead: -0.4,
  link: 1.62,
  residual: 1.92,
  support: -1.16,
  bestSupport: 1.77,
  coverage: 1.68,
  title: 0.57,
  titleIsAsked: 1.11,
  sentence: 0.35,
  terms: 0.27,
  bestTerms: -0.69,
  bestScore: 0.92,
  bestScoreCubed: 3.38,
  worth: -0.35,
  bestWorth: 1.67,
  foundByQuestion: -3.68,
  foundByPart: 0.23,
  bias: -6.37,
}

/** Of questions that name origins or dates: inferences, comparisons and orders in time, over news. Calibrated on both parts. */
const WITH_ORIGINS: Regression = {
  question: -1.2,
  part: 1.3,
  residual: 0.9,
  bestSupport: 1.6,
  coverage: 1.6,
  bestTerms: 0.8,
  ahead: 1.6,
  fills: 2.1,
  bestWorth: 2.3,
  foundByQuestion: 0.7,
  foundByPart: -1.3,
  origin: 1.4,
  ofNamedOrigin: 1.6,
  ofNamedDate: 1.4,
  ofAnotherDate: -0.5,
  firstOfOrigin: 1.1,
  bias: -7.6,
}

/** What is compared between the candidates of a question. */
interface Measures {
  support: number
  score: number
  worth: number
  /** Share of the question's terms that one sentence holds, each the same. */
  terms: number
}

interface Raw extends Measures {
  candidate: Candidate
  coverage: number
  sentence: number
  title: ReadonlySet<string>
}

function measure(candidate: Candidate, { weights, goal }: Standards): Raw {
  const { document, covers, evidence, signals } = candidate
  const most = (value: (item: Candidate['evidence'][number]) => number) =>
    evidence.reduce((best, item) => Math.max(best, value(item)), 0)
  return {
    candidate,
    support: signals.support,
    score: most(({ score }) => score),
    worth: most(({ worth }) => worth),
    terms: most((item) => item.covers.size) / (weights.size || 1),
    coverage: coverage(covers, weights),
    sentence: most((item) => coverage(item.covers, weights)),
    title: new Set(goal.terms(document.title).flatMap(({ term, stop }) => (stop ? [] : [term]))),
  }
}

/** What the candidates of a question are held against. */
interface Field {
  best: Measures
  /** The two best scores of sentences, each of another candidate; alike where there is but one. */
  scores: readonly [number, number]
  /** Terms of the question that the strongest lacks. */
  lacking: ReadonlySet<string>
  /** The strongest of each origin that the question names. */
  firsts: ReadonlySet<Raw>
}

function fieldOf(all: readonly Raw[], { sources, weights }: Standards): Field {
  const most = (value: (raw: Raw) => number) => Math.max(0, ...all.map(value)) || 1
  const best = {
    support: most(({ support }) => support),
    score: most(({ score }) => score),
    worth: most(({ worth }) => worth),
    terms: most(({ terms }) => terms),
  }
  const strength = ({ score, coverage: covered, sentence, candidate: { signals } }: Raw) =>
    score / best.score + covered + sentence + signals.question
  const strongest = (some: readonly Raw[], value: (raw: Raw) => number) =>
    some.reduce<Raw | undefined>((first, raw) => (first && value(first) >= value(raw) ? first : raw), undefined)
  const firsts = sources.map((source) => {
    const own = all.filter(({ candidate }) => source.has(candidate.document.id))
    return strongest(own, (raw) => strength(raw) + raw.candidate.signals.origin)
  })
  const top = strongest(all, strength)
  const [first = 0, second = first] = all.map(({ score }) => score).sort((a, b) => b - a)
  return {
    best,
    scores: [first, second],
    lacking: new Set([...weights.keys()].filter((term) => !top?.candidate.covers.has(term))),
    firsts: new Set(firsts.filter((raw) => raw !== undefined)),
  }
}

function featuresOf(raw: Raw, field: Field, { weights, named, dated }: Standards): Features {
  const { best, scores, lacking, firsts } = field
  const { candidate, title, coverage: covered, sentence, score, support, terms, worth } = raw
  const { question, part, lead, link, residual, origin } = candidate.signals
  const { id } = candidate.document
  const [first, second] = scores
  return {
    question,
    part,
    lead,
    link,
    residual,
    support,
    bestSupport: support / best.support,
    coverage: covered,
    title: coverage(title, weights),
    titleIsAsked: Number(title.size > 0 && [...title].every((term) => weights.has(term))),
    sentence,
    terms,
    bestTerms: terms / best.terms,
    bestScore: score / best.score,
    bestScoreCubed: (score / best.score) ** 3,
    ahead: (score - (score < first ? first : second)) / best.score,
    fills: coverage(
      [...candidate.covers].filter((term) => lacking.has(term)),
      weights,
    ),
    worth,
    bestWorth: worth / best.worth,
    foundByQuestion: Number(question > 0),
    foundByPart: Number(part > 0),
    origin,
    ofNamedOrigin: Number(named.has(id)),
    ofNamedDate: Number(dated.has(id)),
    ofAnotherDate: Number(dated.size > 0 && !dated.has(id)),
    firstOfOrigin: Number(firsts.has(raw)),
  }
}

/** Judges candidates beside each other; the likeliest first. */
export function judge(candidates: readonly Candidate[], standards: Standards): Judged[] {
  const all = candidates.map((candidate) => measure(candidate, standards))
  const field = fieldOf(all, standards)
  const { bias, ...weights } = standards.sources.length > 0 || standards.dated.size > 0 ? WITH_ORIGINS : PLAIN
  const known = Object.entries(weights) as [keyof Features, number][]
  const judged = all.map((raw) => {
    const features = featuresOf(raw, field, standards)
    const sum = known.reduce((total, [name, weight]) => total + weight * features[name], bias)
    return { candidate: raw.candidate, probability: 1 / (1 + Math.exp(-sum)) }
  })
  return judged.sort(
    (a, b) => b.probability - a.probability || (a.candidate.document.id < b.candidate.document.id ? -1 : 1),
  )
}

/**
 * How many of judged candidates to cite: as many as make the expected F-measure greatest, which weighs finding all that
 * is needed `recallWeight` times as much as citing nothing else. At least 1, at most `most`.
 */
export function worthCiting(judged: readonly Judged[], recallWeight: number, most: number): Judged[] {
  const needed = Math.max(
    1,
    judged.reduce((sum, { probability }) => sum + probability, 0),
  )
  const square = recallWeight ** 2
  let best = { count: 1, value: 0 }
  let expected = 0
  judged.slice(0, most).forEach(({ probability }, i) => {
    expected += probability
    const value = ((1 + square) * expected) / (i + 1 + square * needed)
    if (value > best.value) best = { count: i + 1, value }
  })
  return judged.slice(0, best.count)
}

// What is still lacking must be a good part of the question, and the document that brings it no mere accident.
const ADDS = 0.2
const PLAUSIBLE = 0.05

/** Those to cite, and of the rest what covers a good part of the question that they leave uncovered. */
export function withMissing(
  cited: readonly Judged[],
  judged: readonly Judged[],
  weights: ReadonlyMap<string, number>,
  most: number,
): Judged[] {
  const chosen = [...cited]
  const lacking = new Map(weights)
  for (const { candidate } of chosen) for (const term of candidate.covers) lacking.delete(term)
  const share = coverage(lacking.keys(), weights)
  const adds = ({ candidate }: Judged) => share * coverage(candidate.covers, lacking)
  while (chosen.length < most) {
    const rest = judged.filter((each) => !chosen.includes(each) && each.probability >= PLAUSIBLE && adds(each) >= ADDS)
    const next = rest.sort((a, b) => adds(b) * b.probability - adds(a) * a.probability)[0]
    if (!next) break
    chosen.push(next)
    for (const term of next.candidate.covers) lacking.delete(term)
  }
  return chosen
}
