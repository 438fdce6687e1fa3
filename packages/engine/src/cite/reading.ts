import { joinPools, type NamePool, namePool } from '#language/entities.ts'
import { type Quantity, quantities } from '#language/numbers.ts'
import { type Clause, clauses } from '#language/polarity.ts'
import type { Span } from '#language/span.ts'
import type { Term } from '#language/terms.ts'
import type { SourceDocument } from '../types.ts'
import { PlaceCache } from './place-cache.ts'

/** A text taken apart for comparison; what costs most is made when it is first asked for. */
export interface Reading {
  text: string
  clauses: readonly Clause[]
  words: readonly Term[]
  held: ReadonlySet<string>
  quantities(): readonly Quantity[]
  names(): NamePool
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Takes a text apart. */
export function read(text: string): Reading {
  const parts = clauses(text)
  const words = parts.flatMap(({ terms }) => terms)
  return {
    text,
    clauses: parts,
    words,
    held: new Set(words.map(({ term }) => term)),
    quantities: once(() => quantities(text)),
    names: once(() => namePool(text, words)),
  }
}

/** UTF-16 units of places whose readings are kept: those of a few answers, in some 10 MB. */
const KEPT = 400_000
const known = new PlaceCache<Reading>(KEPT)

/** A place of a document taken apart; not again for each claim that cites it. */
export function readPlace(document: SourceDocument, place: Span): Reading {
  return known.get(document, place, () => read(document.text.slice(place.start, place.end)))
}

/** What several readings hold together. The offsets of their words and clauses count in each one's own text. */
export function join(readings: readonly Reading[]): Omit<Reading, 'text'> {
  const [only] = readings
  if (only && readings.length === 1) return only
  return {
    clauses: readings.flatMap((reading) => reading.clauses),
    words: readings.flatMap((reading) => reading.words),
    held: new Set(readings.flatMap(({ held }) => [...held])),
    quantities: once(() => readings.flatMap((reading) => reading.quantities())),
    names: once(() => joinPools(readings.map((reading) => reading.names()))),
  }
}
