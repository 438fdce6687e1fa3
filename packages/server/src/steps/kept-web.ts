import type { Outside } from '@deep-research/engine'
import { attempt, type Failures, resultOf } from './attempt.ts'
import type { RunSteps } from './run-steps.ts'

type Web = NonNullable<Outside['web']>

/** The web, where each search and each page is a step of the run. */
export function keepWeb({ chain, pages }: Web, steps: RunSteps, failures: Failures): Web {
  const take = async <Value>(key: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> =>
    resultOf(await steps.take(key, signal, () => attempt(work, failures, signal)), failures)
  return {
    chain: {
      get states() {
        return chain.states
      },
      search(request) {
        const { query, language, signal } = request
        return take(steps.key('search', query, language), signal, () => chain.search(request))
      },
    },
    pages: {
      ...pages,
      read: (address, signal) => take(steps.key('page', address), signal, () => pages.read(address, signal)),
    },
  }
}
