import type { Run } from '#runs/run.ts'
import type { Reply, Step } from '#scenario/scenario.ts'
import { streamReply } from '#scenario/stream-reply.ts'

/** How long intermediate events are kept after research has ended. */
const RESUME_WINDOW_MS = 10 * 60 * 1000

/** Only the last envelope, made from the kept result. */
function lastAlone(run: Run, data: object): Reply {
  const steps: Step[] = [{ kind: 'event', type: `research.${run.status}`, data }]
  return streamReply(run.exchange, run.status === 'completed' ? [...steps, { kind: 'done' }] : steps)
}

/** Whether the result or the error of a run is still kept. */
export function isKept({ endedAt, exchange }: Run, retentionMs: number): boolean {
  return endedAt !== undefined && exchange.clock.now() - endedAt < retentionMs
}

/**
 * The reply to a resume after `after` envelopes; `undefined` if there is nothing to resume. After the resume window
 * only the last envelope is left, made from the kept result.
 */
export function resumedReply(run: Run, after: number, retentionMs: number): Reply | undefined {
  const { scenario, exchange, endedAt, last } = run
  if (scenario.resume === undefined) return undefined
  const inWindow = endedAt === undefined || exchange.clock.now() - endedAt < RESUME_WINDOW_MS
  if (inWindow) return scenario.resume(exchange, after)
  return last !== undefined && isKept(run, retentionMs) ? lastAlone(run, last) : undefined
}
