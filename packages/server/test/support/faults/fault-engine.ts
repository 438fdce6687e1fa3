import { setTimeout as sleep } from 'node:timers/promises'
import type { ResearchResult } from '@deep-research/sdk/contract'
import type { OpenedEngine } from '../../../src/index.ts'
import { RESULT } from '../scripted-engine.ts'

/** How a query's answer comes. */
interface Script {
  pieces: number
  /** Characters of a piece. */
  size: number
  /** Milliseconds before each. */
  every: number
}

/** Queries, by what they put to the test. */
export const SCRIPTS = {
  /** Ends within one chunk of the event log. */
  short: { pieces: 12, size: 20, every: 4 },
  /** Fills several chunks of it. */
  long: { pieces: 60, size: 4_000, every: 1 },
  /** Goes on until it is ended. */
  endless: { pieces: Number.POSITIVE_INFINITY, size: 20, every: 20 },
} satisfies Record<string, Script>

export type Query = keyof typeof SCRIPTS

/** An engine that answers a query of {@link SCRIPTS} with numbered pieces, no two of them alike. */
export function createFaultEngine(): OpenedEngine {
  return {
    // The same pieces each time, so that another process can go on.
    fingerprint: () => 'numbered pieces',
    async *research({ query }, { signal }) {
      const { pieces, size, every } = SCRIPTS[query as Query]
      let answer = ''
      for (let piece = 0; piece < pieces; piece += 1) {
        await sleep(every, undefined, { signal })
        const content = `${piece} `.padEnd(size, '.')
        answer += content
        yield { type: 'answer', content }
      }
      const result: ResearchResult = { ...RESULT, answer, answer_clean: answer, citations: [], sources_summary: [] }
      yield { type: 'completed', result }
    },
    close() {},
  }
}
