import type { ReasoningLevel } from '@deep-research/sdk/contract'

/** Milliseconds that research of each level takes at most. */
export type LevelLimits = Readonly<Record<ReasoningLevel, number>>

/** The limits of levels from minutes, in the order of the levels. */
export function levelLimits(minutes: readonly number[]): LevelLimits {
  const [low = 0, medium = 0, high = 0] = minutes.map((each) => Math.round(each * 60_000))
  return { low, medium, high }
}
