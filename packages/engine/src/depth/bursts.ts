/** How often something was told at one time, and how much was told then at all. */
export interface Batch {
  count: number
  /** In any unit, the same for all batches. */
  size: number
}

/** Batches that follow each other in which something is told oftener than usual: indexes, the last one counted in. */
export interface Burst {
  first: number
  last: number
  /** The strongest part of it. */
  peak: { first: number; last: number; level: number }
}

/** A level of a burst is so many times as frequent as the one below it: a name is told of by half as much again by chance. */
const RATIO = 3

/**
 * The bursts of a sequence, after Kleinberg, "Bursty and Hierarchical Structure in Streams" (2002): the likeliest sequence
 * of levels, where the counts of a level follow Poisson's law with its rate, and each step up costs the logarithm of the
 * number of batches.
 */
export function burstsOf(batches: readonly Batch[]): Burst[] {
  const all = batches.reduce((sum, { count }) => sum + count, 0)
  const usual = all / batches.reduce((sum, { size }) => sum + size, 0)
  if (!(usual > 0) || !Number.isFinite(usual)) return []
  return runsOf(likeliestLevels(batches, usual))
}

function likeliestLevels(batches: readonly Batch[], usual: number): number[] {
  const most = Math.max(...batches.map(({ count, size }) => (size > 0 ? count / size / usual : 0)))
  const levels = Array.from({ length: 1 + Math.ceil(Math.log(most) / Math.log(RATIO)) }, (_, level) => level)
  const stepUp = Math.log(batches.length)
  const costOf = ({ count, size }: Batch, level: number) => {
    const expected = usual * RATIO ** level * size
    return expected - (count > 0 ? count * Math.log(expected) : 0)
  }
  let costs = levels.map((level) => stepUp * level)
  const cameFrom: number[][] = []
  for (const batch of batches) {
    const reached = levels.map((level) => {
      const ways = costs.map((cost, from) => cost + stepUp * Math.max(0, level - from))
      const cheapest = ways.indexOf(Math.min(...ways))
      return { cheapest, cost: (ways[cheapest] ?? 0) + costOf(batch, level) }
    })
    cameFrom.push(reached.map(({ cheapest }) => cheapest))
    costs = reached.map(({ cost }) => cost)
  }
  const path: number[] = []
  let level = costs.indexOf(Math.min(...costs))
  for (const from of cameFrom.toReversed()) {
    path.push(level)
    level = from[level] ?? 0
  }
  return path.reverse()
}

function runsOf(levels: readonly number[]): Burst[] {
  const found: Burst[] = []
  for (const [at, level] of levels.entries()) {
    if (level === 0) continue
    const open = found.at(-1)
    const burst = open?.last === at - 1 ? open : { first: at, last: at, peak: { first: at, last: at, level } }
    if (burst !== open) found.push(burst)
    burst.last = at
    if (level > burst.peak.level) burst.peak = { first: at, last: at, level }
    else if (level === burst.peak.level && burst.peak.last === at - 1) burst.peak.last = at
  }
  return found
}
