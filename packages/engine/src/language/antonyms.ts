import opposites from './data/opposites.json' with { type: 'json' }
import { terms } from './terms.ts'

const PREFIXES = /^(?:un|in|im|ir|il|dis|non)(?=.{4})/

type Sides = Map<string, { pair: number; side: number }[]>

/** Made when first asked for: stemming them all would hold up every start. */
let known: Sides | undefined

function read(): Sides {
  const sides: Sides = new Map()
  for (const [pair, both] of opposites.entries()) {
    for (const [side, words] of both.entries()) {
      for (const { term } of terms(words, 'en')) sides.set(term, [...(sides.get(term) ?? []), { pair, side }])
    }
  }
  return sides
}

/** Whether two terms mean the opposite of one another: a pair known to do so, or one with "un-" or the like. */
export function areOpposite(a: string, b: string): boolean {
  known ??= read()
  const others = known.get(b)
  const opposed = known
    .get(a)
    ?.some(({ pair, side }) => others?.some((other) => other.pair === pair && other.side !== side))
  return opposed || (a !== b && (a.replace(PREFIXES, '') === b || b.replace(PREFIXES, '') === a))
}
