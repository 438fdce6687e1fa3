import type { Features } from '#evidence/head.ts'
import type { Candidate } from '#evidence/ledger.ts'
import type { Term } from '#language/terms.ts'
import { coverage } from '#question/coverage.ts'

/** What judging documents needs to know of the question. */
export interface Standards {
  weights: ReadonlyMap<string, number>
  /** Documents of whom or when the question is about; empty where it names neither. */
  named: ReadonlySet<string>
  /** The documents of each source that the question names. */
  sources: readonly ReadonlySet<string>[]
  /** The documents of the times that it names. */
  dated: ReadonlySet<string>
  goal: { terms: (text: string) => readonly Term[] }
}

/** What is known of one candidate by itself. */
interface Measured {
  candidate: Candidate
  /** The log-odds of its best sentence, and the most of the question that one holds in its place. */
  worth: number
  share: number
  /** Share of the question's terms that one sentence holds, each the same. */
  terms: number
  coverage: number
  sentence: number
  title: ReadonlySet<string>
}

function measure(candidate: Candidate, { weights, goal }: Standards): Measured {
  const { document, covers, evidence } = candidate
  return {
    candidate,
    worth: Math.max(...evidence.map(({ worth }) => worth)),
    share: Math.max(...evidence.map(({ share }) => share)),
    terms: Math.max(...evidence.map((item) => item.covers.size)) / (weights.size || 1),
    coverage: coverage(covers, weights),
    sentence: Math.max(...evidence.map((item) => coverage(item.covers, weights))),
    title: new Set(goal.terms(document.title).flatMap(({ term, stop }) => (stop ? [] : [term]))),
  }
}

/** What the candidates of a question are held against. */
interface Field {
  support: number
  terms: number
  /** Of the two best sentences, each of another candidate; alike where there is but one. */
  worths: readonly [number, number]
  shares: readonly [number, number]
  /** Terms of the question that the strongest lacks. */
  lacking: ReadonlySet<string>
  /** The strongest of each source that the question names. */
  firsts: ReadonlySet<Measured>
}

function fieldOf(all: readonly Measured[], { sources, weights }: Standards): Field {
  const worths = bestTwo(all.map(({ worth }) => worth))
  const shares = bestTwo(all.map(({ share }) => share))
  const strength = ({ share, coverage: covered, sentence, candidate: { signals } }: Measured) =>
    share / (shares[0] || 1) + covered + sentence + signals.question
  const top = strongest(all, strength)
  const firsts = sources.map((source) => {
    const own = all.filter(({ candidate }) => source.has(candidate.document.id))
    return strongest(own, (measured) => strength(measured) + measured.candidate.signals.origin)
  })
  return {
    support: Math.max(...all.map(({ candidate }) => candidate.signals.support)) || 1,
    terms: Math.max(...all.map(({ terms }) => terms)) || 1,
    worths,
    shares,
    lacking: new Set([...weights.keys()].filter((term) => !top?.candidate.covers.has(term))),
    firsts: new Set(firsts.filter((measured) => measured !== undefined)),
  }
}

function bestTwo(values: readonly number[]): [number, number] {
  const [first = 0, second = first] = [...values].sort((a, b) => b - a)
  return [first, second]
}

/** How far a value is ahead of the best of all others; below 0 where it is behind. */
function ahead(value: number, [first, second]: readonly [number, number]): number {
  return value - (value < first ? first : second)
}

function strongest(some: readonly Measured[], value: (measured: Measured) => number): Measured | undefined {
  return some.reduce<Measured | undefined>(
    (best, each) => (best && value(best) >= value(each) ? best : each),
    undefined,
  )
}

/** Measures the candidates of a question beside each other, in their order. Each must have evidence. */
export function documentFeatures(candidates: readonly Candidate[], standards: Standards): Features[] {
  const all = candidates.map((candidate) => measure(candidate, standards))
  const field = fieldOf(all, standards)
  const namesOrigin = standards.sources.length > 0 || standards.dated.size > 0
  return all.map((measured) => {
    const features = featuresOf(measured, field, standards)
    return namesOrigin ? { ...features, ...whereNamed(features) } : features
  })
}

/** Each feature once more, for questions that name sources or times: there it says something else. */
function whereNamed(features: Features): Features {
  const again = Object.entries(features).map(([name, value]) => [`${name} (named)`, value])
  return { ...Object.fromEntries(again), 'bias (named)': 1 }
}

function featuresOf(measured: Measured, field: Field, { weights, named, dated }: Standards) {
  const { candidate, title, sentence, terms, worth, share } = measured
  const { question, part, lead, link, residual, origin, support } = candidate.signals
  const { id } = candidate.document
  const bestShare = share / (field.shares[0] || 1)
  return {
    question,
    part,
    lead,
    link,
    residual,
    support,
    /** Its support over the best of all candidates. */
    bestSupport: support / field.support,
    coverage: measured.coverage,
    title: coverage(title, weights),
    titleIsAsked: Number(title.size > 0 && [...title].every((term) => weights.has(term))),
    sentence,
    terms,
    bestTerms: terms / field.terms,
    worth,
    ahead: ahead(worth, field.worths),
    share,
    bestShare,
    // Near the best counts for much more than half as good.
    bestShareCubed: bestShare ** 3,
    aheadShare: ahead(share, field.shares),
    /** What it holds of the question that the strongest lacks. */
    fills: coverage(
      [...candidate.covers].filter((term) => field.lacking.has(term)),
      weights,
    ),
    foundByQuestion: Number(question > 0),
    foundByPart: Number(part > 0),
    origin,
    ofNamedOrigin: Number(named.has(id)),
    ofNamedDate: Number(dated.has(id)),
    ofAnotherDate: Number(dated.size > 0 && !dated.has(id)),
    firstOfOrigin: Number(field.firsts.has(measured)),
  }
}
