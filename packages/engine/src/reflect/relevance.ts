import type { Term } from '#text/terms.ts'
import type { Candidate } from '../ledger.ts'
import { coverage } from './coverage.ts'

/** A candidate, and how likely it holds something that the answer needs. */
export interface Judged {
  candidate: Candidate
  /** 0 to 1, calibrated: of a hundred candidates at 0.3 about thirty do. */
  probability: number
}

/** What judging needs to know of the question. */
export interface Standards {
  weights: ReadonlyMap<string, number>
  /** Documents of the origins that the question names; empty where it names none. */
  named: ReadonlySet<string>
  goal: { terms: (text: string) => readonly Term[] }
}

/**
 * A logistic regression over how a document was found, fitted on questions of six kinds at once (single facts, several
 * hops, comparisons of news, long-form, science), each kind with the same say, two thirds of each (the `dev` part of
 * `pnpm evaluate`); on the third held out it ranks as well. `best…` is a candidate's value over the best of all
 * candidates of its question.
 */
const WEIGHTS = {
  question: 3.89,
  part: 3.24,
  lead: 0.14,
  residual: 1.82,
  support: -1.67,
  bestSupport: 1.17,
  coverage: 1.53,
  title: 1.35,
  titleIsAsked: 1.47,
  sentence: 1.93,
  terms: 2.34,
  bestTerms: -1.27,
  bestScore: 4.41,
  worth: -3.77,
  bestWorth: 5.11,
  ofNamedOrigin: 0.93,
  ofAnotherOrigin: -1.89,
  foundByQuestion: -3.96,
  foundByPart: -2.81,
} as const
const BIAS = -7.07

type Features = Record<keyof typeof WEIGHTS, number>

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

function bestOf(all: readonly Raw[]): Measures {
  const best = (value: (raw: Raw) => number) => Math.max(0, ...all.map(value)) || 1
  return {
    support: best(({ support }) => support),
    score: best(({ score }) => score),
    worth: best(({ worth }) => worth),
    terms: best(({ terms }) => terms),
  }
}

function featuresOf(raw: Raw, best: Measures, { weights, named }: Standards): Features {
  const { candidate, title, coverage: covered, sentence, support, terms, worth } = raw
  const { question, part, lead, residual } = candidate.signals
  const isNamed = named.has(candidate.document.id)
  return {
    question,
    part,
    lead,
    residual,
    support,
    bestSupport: support / best.support,
    coverage: covered,
    title: coverage(title, weights),
    titleIsAsked: Number(title.size > 0 && [...title].every((term) => weights.has(term))),
    sentence,
    terms,
    bestTerms: terms / best.terms,
    bestScore: raw.score / best.score,
    worth,
    bestWorth: worth / best.worth,
    ofNamedOrigin: Number(isNamed),
    ofAnotherOrigin: Number(named.size > 0 && !isNamed),
    foundByQuestion: Number(question > 0),
    foundByPart: Number(part > 0),
  }
}

/** Judges candidates beside each other; the likeliest first. */
export function judge(candidates: readonly Candidate[], standards: Standards): Judged[] {
  const all = candidates.map((candidate) => measure(candidate, standards))
  const best = bestOf(all)
  const judged = all.map((raw) => {
    const features = Object.entries(featuresOf(raw, best, standards)) as [keyof Features, number][]
    const sum = features.reduce((total, [name, value]) => total + WEIGHTS[name] * value, BIAS)
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
