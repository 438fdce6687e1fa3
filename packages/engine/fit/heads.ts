import { type Features, type Head, logOdds, weigh } from '../src/evidence/head.ts'
import type { Case, Group } from './examples.ts'
import { fitBinary, fitChoice } from './logistic.ts'

/** What is fitted to, by data set. Each set has the same say, whatever its size. */
export type BySet<Item> = ReadonlyMap<string, readonly Item[]>

/** How strongly weights are drawn to 0: of some tried, the one that did best on corpora left out. */
const RIDGE = { document: 1e-5, lead: 1e-3, answered: 1e-3 }
/** So many choices of one set are enough; more only take time. */
const MOST_CHOICES = 800

const dev = <Item extends { part: string }>(items: readonly Item[]) => items.filter(({ part }) => part === 'dev')

/** The names of all features, in the alphabet's order, and the bias last. */
function namesOf(all: Iterable<Features>): string[] {
  const names = new Set<string>()
  for (const features of all) for (const name in features) names.add(name)
  return [...names].sort()
}

function rowOf(names: readonly string[], features: Features, bias: boolean): Float64Array {
  const row = names.map((name) => features[name] ?? 0)
  return Float64Array.from(bias ? [...row, 1] : row)
}

/** Four digits say all that was learnt. */
const rounded = (value: number) => Number(value.toPrecision(4))

function headOf(names: readonly string[], weights: Float64Array): Head {
  const all = names.map((name, i) => [name, rounded(weights[i] ?? 0)] as const)
  return {
    bias: rounded(weights[names.length] ?? 0),
    weights: Object.fromEntries(all.filter(([, weight]) => weight !== 0)),
  }
}

/** Does the answer need this document? */
export function fitDocument(sets: BySet<Group>): Head {
  const groups = [...sets.values()].map(dev)
  const names = namesOf(groups.flat().flatMap(({ features }) => features))
  const examples = groups.flatMap((own) =>
    own.flatMap(({ features, right }) =>
      features.map((each, i) => ({ row: rowOf(names, each, true), right: right[i] === true, weight: 1 / own.length })),
    ),
  )
  return headOf(names, fitBinary(examples, RIDGE.document))
}

/** Sentences: of one document each, and of all the likeliest documents of a question. */
export interface Sentences {
  ofDocuments: BySet<Group>
  together: BySet<Group>
}

function sampled<Item>(items: readonly Item[]): readonly Item[] {
  const step = Math.max(1, items.length / MOST_CHOICES)
  return Array.from({ length: Math.min(items.length, MOST_CHOICES) }, (_, i) => items[Math.floor(i * step)]).flatMap(
    (item) => item ?? [],
  )
}

/** Which sentence holds what is needed? Calibrated to the share of sentences of needed documents that do. */
export function fitLead({ ofDocuments, together }: Sentences): Head {
  const groups = [ofDocuments, together].map((sets) => [...sets.values()].map((own) => sampled(dev(own))))
  const names = namesOf(groups.flat(2).flatMap(({ features }) => features))
  const choices = groups.flatMap((sets) =>
    sets.flatMap((own) =>
      own.map(({ features, right }) => ({
        rows: features.map((each) => rowOf(names, each, false)),
        right,
        weight: 1 / own.length / sets.length,
      })),
    ),
  )
  const weights = fitChoice(choices, RIDGE.lead)
  const odds = (features: Features) => {
    const row = rowOf(names, features, false)
    return weights.reduce((sum, weight, i) => sum + weight * (row[i] ?? 0), 0)
  }
  const examples = (groups[0] ?? []).flatMap((own) =>
    own.flatMap(({ features, right }) =>
      features.map((each, i) => ({
        row: Float64Array.from([odds(each), 1]),
        right: right[i] === true,
        weight: 1 / own.length,
      })),
    ),
  )
  const [, bias = 0] = fitBinary(examples, 0)
  return headOf(names, Float64Array.from([...weights, bias]))
}

const ROUNDS = 8

/** Is the question answered? Judged by the sentence that speaks best for it, which the weights themselves choose. */
export function fitAnswered(sets: BySet<Case>): Head {
  const all = [...sets.values()].map(dev)
  const names = namesOf(all.flat().flatMap(({ features }) => features))
  const cases = all.flatMap((own) => {
    const mass = (answerable: boolean) =>
      own.reduce((sum, each) => sum + (each.answerable === answerable && each.features.length > 0 ? each.weight : 0), 0)
    const masses = { yes: mass(true), no: mass(false) }
    return own
      .filter(({ features }) => features.length > 0)
      .map((each) => ({ ...each, weight: each.weight / (each.answerable ? masses.yes / ANSWERABLE : masses.no) }))
  })
  let head: Head = { bias: 0, weights: { held: 1 } }
  for (let round = 0; round < ROUNDS; round += 1) {
    const examples = cases.map(({ features, answerable, weight }) => ({
      row: rowOf(names, best(head, features), true),
      right: answerable,
      weight,
    }))
    head = headOf(names, fitBinary(examples, RIDGE.answered))
  }
  return head
}

/** To leave a question unanswered that has an answer is so much worse than to answer one that has none. */
const ANSWERABLE = 4

function best(head: Head, features: readonly Features[]): Features {
  return features.reduce((first, each) => (weigh(head, each) > weigh(head, first) ? each : first), features[0] ?? {})
}

/** The log-odds that a question is answered. */
export function answeredOdds(head: Head, { features }: Case): number {
  return features.length === 0 ? Number.NEGATIVE_INFINITY : logOdds(head, best(head, features))
}
