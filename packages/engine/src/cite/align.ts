import type { ClaimWord } from '#language/claim-words.ts'
import { sameQuantity } from '#language/numbers.ts'
import { isMovedPart, isMovedVerb, type Move } from './movable.ts'
import { AUTHOR, type Side } from './sides.ts'

function same(claim: ClaimWord, source: ClaimWord): boolean {
  if (!claim.quantity && !source.quantity) return claim.key === source.key
  return claim.quantity !== undefined && source.quantity !== undefined && sameQuantity(claim.quantity, source.quantity)
}

const equals = (claim: ClaimWord, source: ClaimWord): boolean =>
  same(claim, source) || (claim.key === AUTHOR && (source.key === 'i' || source.key === 'we'))

/** For each word of the claim, in order, the place of its word in the source, with as little as possible left out between. */
function align(
  claim: readonly ClaimWord[],
  source: readonly ClaimWord[],
  used: ReadonlySet<number>,
): number[] | undefined {
  let paths: { at: number; cost: number; path: number[] }[] = [{ at: -1, cost: 0, path: [] }]
  for (const word of claim) {
    const next: typeof paths = []
    source.forEach((other, at) => {
      if (used.has(at) || !equals(word, other)) return
      let best: (typeof paths)[number] | undefined
      let cost = Number.POSITIVE_INFINITY
      for (const path of paths) {
        const own = path.cost + (path.at < 0 ? 0 : at - path.at - 1)
        if (path.at < at && own < cost) [best, cost] = [path, own]
      }
      if (best) next.push({ at, cost, path: [...best.path, at] })
    })
    if (next.length === 0) return undefined
    paths = next
  }
  return paths.sort((a, b) => a.cost - b.cost)[0]?.path
}

/** Words of a part of a sentence that may stand elsewhere in it. */
const LONGEST_MOVED = 8
/** So many moves of each kind are tried, so that no claim takes long. */
const MOST_TRIED = 8
/** Places of the same words: a sentence with more says the same again and again, and none of it is taken to be moved. */
const MOST_MOVES = 500

/**
 * All ways of `align`, also with a verb, another part, two verbs, or one of each at other places than in the source: two other parts that
 * are exchanged say something else.
 */
export function* alignments(ours: Side, theirs: Side): Generator<number[]> {
  const { content } = ours
  if (!content.every((word) => theirs.content.some((other) => equals(word, other)))) return
  const found = movesOf(ours, theirs)
  const all = found.length > MOST_MOVES ? [] : found
  const verbs = all.filter((move) => isMovedVerb(ours, theirs, move)).slice(0, MOST_TRIED)
  const parts = all.filter((move) => isMovedPart(ours, theirs, move)).slice(0, MOST_TRIED)
  const one = [...verbs, ...parts].map((move) => [move])
  const two = verbs.flatMap((verb) =>
    [...verbs.filter((other) => inTurn(verb, other)), ...parts]
      .filter(({ from, at }) => from !== verb.from && at !== verb.at)
      .map((other) => [verb, other]),
  )
  for (const moves of [[], ...one, ...two]) {
    const path = alignAround(moves, content, theirs)
    if (path) yield path
  }
}

/** Whether two verbs stand in the same order in both: two that are exchanged say something else. */
const inTurn = (verb: Move, other: Move): boolean => verb.from < other.from === verb.at < other.at

/** The longest parts that both have in common, by where they begin; and each of their words. */
function movesOf(ours: Side, theirs: Side): Move[] {
  const found: Move[] = []
  for (const from of ours.content.keys()) {
    for (const at of theirs.content.keys()) {
      const length = commonLength(ours, from, theirs, at)
      if (length > 0) found.push({ from, at, length })
      if (length > 1) found.push({ from, at, length: 1 })
    }
  }
  return found
}

function alignAround(moves: readonly Move[], content: readonly ClaimWord[], theirs: Side): number[] | undefined {
  const places = new Map<number, number>()
  for (const { from, at, length } of moves) for (let i = 0; i < length; i += 1) places.set(from + i, at + i)
  const stay = [...content.keys()].filter((i) => !places.has(i))
  const words = stay.flatMap((i) => content[i] ?? [])
  const path = align(words, theirs.content, new Set(places.values()))
  return path && content.map((_, i) => places.get(i) ?? path[stay.indexOf(i)] ?? 0)
}

function commonLength(ours: Side, from: number, theirs: Side, at: number): number {
  let length = 0
  while (length < LONGEST_MOVED) {
    const [word, other] = [ours.content[from + length], theirs.content[at + length]]
    if (!word || !other || !equals(word, other)) break
    length += 1
  }
  return length
}
