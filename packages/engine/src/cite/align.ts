import type { ClaimWord } from '#language/claim-words.ts'
import { sameQuantity } from '#language/numbers.ts'
import { mayMove } from './movable.ts'
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

/** So many parts of one claim may stand elsewhere. */
const MOST_MOVED = 2

/** As `align`, with parts of the claim at other places than in the source; by the index of each of its words. */
export function alignMoved(ours: Side, theirs: Side): number[] | undefined {
  const { content } = ours
  if (!content.every((word) => theirs.content.some((other) => equals(word, other)))) return undefined
  const places = new Map<number, number>()
  const finish = () => {
    const stay = [...content.keys()].filter((i) => !places.has(i))
    const path = align(
      stay.flatMap((i) => content[i] ?? []),
      theirs.content,
      new Set(places.values()),
    )
    return path && content.map((_, i) => places.get(i) ?? path[stay.indexOf(i)] ?? 0)
  }
  const search = (moves: number, first: number): number[] | undefined => {
    const found = finish()
    if (found || moves === 0) return found
    for (let from = first; from < content.length; from += 1) {
      for (const at of theirs.content.keys()) {
        for (let length = commonLength(ours, from, theirs, at); length > 0; length -= 1) {
          if (!mayMove(ours, from, theirs, at, length)) continue
          for (let i = 0; i < length; i += 1) places.set(from + i, at + i)
          const moved = search(moves - 1, from + length)
          if (moved) return moved
          for (let i = 0; i < length; i += 1) places.delete(from + i)
        }
      }
    }
    return undefined
  }
  return search(MOST_MOVED, 0)
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
