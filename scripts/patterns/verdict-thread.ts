import { parentPort } from 'node:worker_threads'

// The checker would look for Java and for native programs, which are not on every machine; the environment may name these.
process.env['RECHECK_BACKEND'] ||= 'pure'
const { check } = await import('recheck')

/** How the steps of an expression grow with the length of a text; `unknown` where that was not found out in time. */
export type Growth = 'linear' | 'polynomial' | 'exponential' | 'unknown'

/** What is asked of a thread. */
export interface Asked {
  source: string
  flags: string
  /** Milliseconds after which the checker gives up. */
  ms: number
}

/** By steps and not by a clock, so that a busy machine finds the same; fewer tries than usual, which find the same here. */
const TRIES = {
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 30_000_000,
  maxAttackStringSize: 100_000,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 40,
  maxIteration: 4,
  mutationSize: 10,
  crossoverSize: 10,
}

parentPort?.on('message', async ({ source, flags, ms }: Asked) => {
  // Which groups and how many matches are given changes nothing about steps; a sticky one begins where it is told to.
  const anchored = flags.includes('y') && !flags.includes('m') ? `^(?:${source})` : source
  const diagnosis = await check(anchored, flags.replace(/[dgy]/g, ''), { ...TRIES, timeout: ms })
  const type = ('complexity' in diagnosis && diagnosis.complexity?.type) || 'unknown'
  parentPort?.postMessage((type === 'safe' || type === 'constant' ? 'linear' : type) satisfies Growth)
})
