import type { HostedResearch } from '@deep-research/engine'
import { attempt, type Failures, resultOf } from './attempt.ts'
import type { RunSteps } from './run-steps.ts'

/**
 * Research of another service, where its id and all its news are steps of the run. A later owner of the run goes on
 * with the same research. If the earlier one died after it asked the service to begin and before the id was kept,
 * nothing is begun again, since that research may be running.
 */
export function keepHosted(hosted: HostedResearch, steps: RunSteps, failures: Failures): HostedResearch {
  const take = async <Value>(key: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> =>
    resultOf(await steps.take(key, signal, () => attempt(work, failures, signal)), failures)
  return {
    service: hosted.service,
    async start(task, signal) {
      let isFirst = false
      await steps.take(steps.key('hosted begin'), signal, async () => {
        isFirst = true
        return true
      })
      return await take(steps.key('hosted start'), signal, async () => {
        if (isFirst) return await hosted.start(task, signal)
        throw new failures.model('server', 'may have begun research whose id was lost')
      })
    },
    next: (id, after, signal) =>
      take(steps.key('hosted next', id, after), signal, () => hosted.next(id, after, signal)),
    cancel: (id) => hosted.cancel(id),
  }
}
