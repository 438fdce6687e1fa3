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
  question: 1.97,
  part: 1.08,
  lead: 0.7,
  residual: 1.55,
  coverage: 0.25,
  sentence: -0.07,
  title: 0.78,
  bestQuestion: 1.97,
  bestPart: 1.08,
  bestScore: 2.29,
  bestSentence: 1.88,
  ofNamedOrigin: 0.81,
  ofAnotherOrigin: -1.77,
  foundByQuestion: -3.29,
  foundByPart: -1.66,
  foundByLead: -0.45,
  titleIsAsked: 1.46,
} as const
const BIAS = -5.33

type Features = Record<keyof typeof WEIGHTS, number>

interface Raw {
  candidate: Candidate
  coverage: number
  sentence: number
  score: number
  title: ReadonlySet<string>
}

function measure(candidate: Candidate, { weights, goal }: Standards): Raw {
  const { document, covers, evidence } = candidate
  return {
    candidate,
    coverage: coverage(covers, weights),
    sentence: Math.max(0, ...evidence.map((item) => coverage(item.covers, weights))),
    score: Math.max(0, ...evidence.map(({ score }) => score)),
    title: new Set(goal.terms(document.title).flatMap(({ term, stop }) => (stop ? [] : [term]))),
  }
}

function featuresOf(raw: Raw, all: readonly Raw[], { weights, named }: Standards): Features {
  const { candidate, coverage: covered, sentence, score, title } = raw
  const { question, part, lead, residual } = candidate.signals
  const overBest = (own: number, value: (other: Raw) => number) => own / (Math.max(...all.map(value)) || 1)
  const isNamed = named.has(candidate.document.id)
  const yes = (condition: boolean) => Number(condition)
  return {
    question,
    part,
    lead,
    residual,
    coverage: covered,
    sentence,
    title: coverage(title, weights),
    bestQuestion: overBest(question, (other) => other.candidate.signals.question),
    bestPart: overBest(part, (other) => other.candidate.signals.part),
    bestScore: overBest(score, (other) => other.score),
    bestSentence: overBest(sentence, (other) => other.sentence),
    ofNamedOrigin: yes(isNamed),
    ofAnotherOrigin: yes(named.size > 0 && !isNamed),
    foundByQuestion: yes(question > 0),
    foundByPart: yes(part > 0),
    foundByLead: yes(lead > 0),
    titleIsAsked: yes(title.size > 0 && [...title].every((term) => weights.has(term))),
  }
}

/** Judges candidates beside each other; the likeliest first. */
export function judge(candidates: readonly Candidate[], standards: Standards): Judged[] {
  const all = candidates.map((candidate) => measure(candidate, standards))
  const judged = all.map((raw) => {
    const features = Object.entries(featuresOf(raw, all, standards)) as [keyof Features, number][]
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
