import type { ReasoningLevel } from '@deep-research/sdk/contract'

/** Milliseconds that research of each level takes at most, by the engine's own budget: 2, 5 and 15 minutes. */
export const LEVEL_LIMITS: Readonly<Record<ReasoningLevel, number>> = { low: 120_000, medium: 300_000, high: 900_000 }
