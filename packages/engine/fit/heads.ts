import { type Features, type Head, type Heads, logOdds, weigh } from '../src/evidence/head.ts'
import type { Case, Group } from './examples.ts'
import { type Choice, type Example, fitBinary, fitChoice, type Ridge } from './logistic.ts'
import prior from './prior.json' with { type: 'json' }

/** What is fitted to, by data set. */
export type BySet<Item> = ReadonlyMap<string, readonly Item[]>

/** Sentences: of one document each, and of all that are chosen for an answer. */
export interface Sentences {
  ofDocuments: BySet<Group>
  together: BySet<Group>
}

/** The weights to begin with, which every fit is drawn to; `fixed` ones stay: they are there for a reader's sake, which no set measures. */
export const PRIOR: Heads & { fixed: readonly string[]; provenance: string } = {
  ...prior.heads,
  fixed: prior.fixed,
  provenance: prior.provenance,
}
/** To see what a set teaches that the prior does not know. */
export const WITHOUT_PRIOR: Head = { bias: 0, weights: {} }

/**
 * How strongly weights are drawn to the prior, chosen on the dev parts from 0.1 to 100, of the lead from 0.01 to 1.
 * Documents: drawn less, needed ones are left out. Sentences: drawn less, the best of a document is less often one that
 * is needed. Leads: drawn less, sets that are left out lose, and questions of prose open worse. Answers: no difference.
 */
const RIDGE = { sentence: 100, document: 3, lead: 1, answered: 10 }
/** So many choices of one set are enough; more only take time. */
const MOST_CHOICES = 800

const dev = <Item extends { part: string }>(items: readonly Item[]) => items.filter(({ part }) => part === 'dev')

/** The columns of a fit: every feature that was measured or has a weight, in the alphabet's order, and the bias last. */
class Columns {
  readonly #names: readonly string[]
  readonly #prior: Head
  readonly #ridge: number

  constructor(all: Iterable<Features>, prior: Head, ridge: number) {
    const names = new Set(Object.keys(prior.weights))
    for (const features of all) for (const name in features) names.add(name)
    this.#names = [...names].sort()
    this.#prior = prior
    this.#ridge = ridge
  }

  row(features: Features): Float64Array {
    return Float64Array.from([...this.#names.map((name) => features[name] ?? 0), 1])
  }

  /** Every weight is drawn to its prior, and the bias to nothing; `fixed`: a choice has no use for the bias. */
  ridge(bias: 'free' | 'fixed'): Ridge {
    const { weights } = this.#prior
    const centre = Float64Array.from([...this.#names.map((name) => weights[name] ?? 0), this.#prior.bias])
    const strength = this.#names.map((name) => {
      if (PRIOR.fixed.includes(name)) return Number.POSITIVE_INFINITY
      return this.#ridge
    })
    return { centre, strength: Float64Array.from([...strength, bias === 'free' ? 0 : Number.POSITIVE_INFINITY]) }
  }

  head(weights: Float64Array): Head {
    const all = this.#names.map((name, i) => [name, rounded(weights[i] ?? 0)] as const)
    return {
      bias: rounded(weights[this.#names.length] ?? 0),
      weights: Object.fromEntries(all.filter(([, weight]) => weight !== 0)),
    }
  }
}

/** Four digits say all that was learnt. */
const rounded = (value: number) => Number(value.toPrecision(4))

/** What each item of a set counts: large sets have more to say than small ones, but not as much more as they are larger. */
const share = (own: readonly unknown[]) => 1 / Math.sqrt(own.length)

/** Does the answer need this document? */
export function fitDocument(sets: BySet<Group>, prior: Head = PRIOR.document): Head {
  const groups = [...sets.values()].map(dev)
  const columns = new Columns(
    groups.flat().flatMap(({ features }) => features),
    prior,
    RIDGE.document,
  )
  const examples = groups.flatMap((own) =>
    own.flatMap(({ features, right }) =>
      features.map((each, i): Example => ({ row: columns.row(each), right: right[i] === true, weight: share(own) })),
    ),
  )
  return columns.head(fitBinary(examples, columns.ridge('free')))
}

/** Which sentence of a document holds what is needed, and which of those chosen should begin? */
export function fitSentence({ ofDocuments, together }: Sentences, prior: Head = PRIOR.sentence): Head {
  const groups = [ofDocuments, together].flatMap((sets) => [...sets.values()].map((own) => sampled(dev(own))))
  const columns = new Columns(
    groups.flat().flatMap(({ features }) => features),
    prior,
    RIDGE.sentence,
  )
  return columns.head(fitChoice(choicesOf(groups, columns), columns.ridge('fixed')))
}

/** Which sentence should the answer open with? */
export function fitLead(sets: BySet<Group>, prior: Head = PRIOR.lead): Head {
  const groups = [...sets.values()].map((own) => sampled(dev(own)))
  const columns = new Columns(
    groups.flat().flatMap(({ features }) => features),
    prior,
    RIDGE.lead,
  )
  return columns.head(fitChoice(choicesOf(groups, columns), columns.ridge('fixed')))
}

function choicesOf(groups: readonly (readonly Group[])[], columns: Columns): Choice[] {
  return groups.flatMap((own) =>
    own.map(
      ({ features, right }): Choice => ({ rows: features.map((each) => columns.row(each)), right, weight: share(own) }),
    ),
  )
}

function sampled<Item>(items: readonly Item[]): readonly Item[] {
  const step = Math.max(1, items.length / MOST_CHOICES)
  return Array.from({ length: Math.min(items.length, MOST_CHOICES) }, (_, i) => items[Math.floor(i * step)]).flatMap(
    (item) => item ?? [],
  )
}

const ROUNDS = 8
/** How much a question counts that was written for another collection, or whose answer was hidden. */
const UNREAL = 0.25

/** Is the question answered? Judged by the sentence that speaks best for it, which the weights themselves choose. */
export function fitAnswered(sets: BySet<Case>, prior: Head = PRIOR.answered): Head {
  const all = [...sets.values()].map((own) => dev(own).filter(({ features }) => features.length > 0))
  const columns = new Columns(
    all.flat().flatMap(({ features }) => features),
    prior,
    RIDGE.answered,
  )
  const cases = all.flatMap((own) => {
    const counts = ({ real }: Case) => (real ? 1 : UNREAL)
    const mass = (answerable: boolean) => sum(own.filter((each) => each.answerable === answerable).map(counts)) || 1
    // What a set has fewer of, questions with an answer or without, weighs as much as the others together.
    return own.map((each) => ({ ...each, weight: (counts(each) * Math.sqrt(own.length)) / mass(each.answerable) }))
  })
  let head = prior
  for (let round = 0; round < ROUNDS; round += 1) {
    const examples = cases.map(({ features, answerable, weight }): Example => {
      return { row: columns.row(best(head, features)), right: answerable, weight }
    })
    head = columns.head(fitBinary(examples, columns.ridge('free')))
  }
  return { ...head, bias: rounded(head.bias - thresholdOf(head, [...sets.values()])) }
}

/** The log-odds from which on a question counts as answered: the dev parts get as many answers as by the prior. */
function thresholdOf(head: Head, sets: readonly (readonly Case[])[]): number {
  const cases = sets.flatMap((own) => {
    const answerable = dev(own).filter((each) => each.answerable && each.real)
    return answerable.map((each) => ({
      odds: answeredOdds(head, each),
      before: answeredOdds(PRIOR.answered, each),
      weight: 1 / answerable.length,
    }))
  })
  // Each set counts the same, whatever its size.
  let left = sum(cases.filter(({ before }) => before < 0).map(({ weight }) => weight))
  let last = Number.NEGATIVE_INFINITY
  for (const { odds, weight } of cases.toSorted((a, b) => a.odds - b.odds)) {
    left -= weight
    // Halfway between two questions, so that rounding moves neither to the other side.
    if (left < -ROUNDING) return Number.isFinite(last) ? (last + odds) / 2 : odds
    last = odds
  }
  return 0
}

/** More than adding the weights of thousands of questions can be out by, and less than one weighs. */
const ROUNDING = 1e-9

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function best(head: Head, features: readonly Features[]): Features {
  return features.reduce((first, each) => (weigh(head, each) > weigh(head, first) ? each : first), features[0] ?? {})
}

/** The log-odds that a question is answered. */
export function answeredOdds(head: Head, { features }: Case): number {
  return features.length === 0 ? Number.NEGATIVE_INFINITY : logOdds(head, best(head, features))
}
