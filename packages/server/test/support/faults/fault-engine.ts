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
const SCRIPTS = {
  /** Ends within one chunk of the event log. */
  short: { pieces: 12, size: 20, every: 4 },
  /** Fills several chunks of it. */
  long: { pieces: 60, size: 4_000, every: 1 },
  /** Takes as long as it takes to restart several processes. */
  steady: { pieces: 400, size: 20, every: 40 },
  /** Ends the process that works on it. */
  poison: { pieces: 1, size: 20, every: 1 },
  /** Goes on until it is ended. */
  endless: { pieces: Number.POSITIVE_INFINITY, size: 20, every: 20 },
} satisfies Record<string, Script>

export type Query = keyof typeof SCRIPTS

const isQuery = (query: string): query is Query => query in SCRIPTS

/**
 * A query that was asked at a time, in milliseconds since 1970: a process that goes on with it tells at once what is due.
 */
export function askedAt(query: Query, time: number): string {
  return `${query} ${time}`
}

/** An engine that answers a query of {@link SCRIPTS} with numbered pieces, no two of them alike; `other` answers the rest. */
export function createFaultEngine(other?: OpenedEngine): OpenedEngine {
  return {
    // The same pieces each time, so that another process can go on.
    fingerprint: () => `numbered pieces ${other?.fingerprint?.()}`,
    async *research(task, context) {
      const { signal } = context
      const [query = '', time = Number.NaN] = task.query.split(' ')
      if (!isQuery(query)) {
        if (!other) throw new Error(`there is no script for ${query}`)
        return yield* other.research(task, context)
      }
      if (query === 'poison') process.kill(process.pid, 'SIGKILL')
      const { pieces, size, every } = SCRIPTS[query]
      let answer = ''
      for (let piece = 0; piece < pieces; piece += 1) {
        const due = Number(time) + piece * every
        const pause = Number.isNaN(due) ? every : due - Date.now()
        if (pause > 0) await sleep(pause, undefined, { signal })
        const content = `${piece} `.padEnd(size, '.')
        answer += content
        yield { type: 'answer', content }
      }
      const result: ResearchResult = { ...RESULT, answer, answer_clean: answer, citations: [], sources_summary: [] }
      yield { type: 'completed', result }
    },
    close: () => other?.close(),
  }
}
