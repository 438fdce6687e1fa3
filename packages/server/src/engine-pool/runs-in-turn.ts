import { promiseHooks } from 'node:v8'
import { NO_RUN, type Pulse } from './pulse.ts'

const RUN = Symbol('run')

/**
 * Notes in a thread's signs of life which of its interleaved runs it is busy with. What a run waits for, and whatever
 * goes on after that, belongs to it: each promise knows the run in which it was made. An asynchronous context is of no
 * use here, as Node 22 changes it after the hook.
 * @returns a function to call before a run is begun, with its number, or before anything else, with `NO_RUN`.
 */
export function noteRuns(pulse: Pick<Pulse, 'turnTo'>): (run: number) => void {
  let current = NO_RUN
  const turnTo = (run: number) => {
    if (run === current) return
    current = run
    pulse.turnTo(run)
  }
  promiseHooks.onInit((promise) => Object.assign(promise, { [RUN]: current }))
  promiseHooks.onBefore((promise: Promise<unknown> & { [RUN]?: number }) => turnTo(promise[RUN] ?? NO_RUN))
  return turnTo
}
