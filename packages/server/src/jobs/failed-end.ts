import type { Clock } from '#kernel/clock.ts'
import { type EnvelopeOptions, Envelopes } from '#protocol/envelopes.ts'
import { CANCELLED_MESSAGE, FAILURE_MESSAGES } from '#protocol/failures.ts'
import type { JobEnd, Outcome } from './ports.ts'

/** How a request ended, as it is stored. Without `position` the stream ends after the envelopes in the log. */
export type End = Omit<JobEnd, 'position'> & Partial<Pick<JobEnd, 'position'>>

/** How a request ends that runs nowhere, or is ended from outside. */
export function failedEnd(
  outcome: Exclude<Outcome, { status: 'completed' }>,
  options: EnvelopeOptions,
  clock: Clock,
): Pick<End, 'outcome' | 'last' | 'unwritten'> {
  const [code, message] =
    outcome.status === 'cancelled'
      ? (['RESEARCH_FAILED', CANCELLED_MESSAGE] as const)
      : ([outcome.code, FAILURE_MESSAGES[outcome.code]] as const)
  return { outcome, last: new Envelopes(options, clock).fail(code, message).last, unwritten: [] }
}
