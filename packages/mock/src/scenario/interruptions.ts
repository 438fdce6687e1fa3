import { FAILURES, type FailureCode } from '@deep-research/sdk/contract'
import { checkOptions, type Kinds } from '#options/check-options.ts'
import { type Derived, deriveSteps, insertBefore } from './derive.ts'
import { buildResult } from './result.ts'
import type { Cut, EventStep, Exchange, Scenario, Step } from './scenario.ts'

/** How far a stream comes before it fails, and with what. */
export interface FailedOptions extends Derived {
  /** How many events come before the failure. Default: 3. */
  after?: number
  /** Default: `PROXY_ERROR`. Any other string is sent as it is. */
  code?: FailureCode | (string & {})
  /** Default: a sentence for each code. */
  message?: string
  /** Whether the failure includes usage. Default: true. */
  usage?: boolean
}

const MESSAGES: Record<FailureCode, string> = {
  PROXY_ERROR: 'The research backend was lost.',
  RESEARCH_FAILED: 'The research could not be finished.',
  RESEARCH_TIMEOUT: 'The research took longer than it may.',
  SERVER_SHUTTING_DOWN: 'The service is shutting down. Send the request again.',
  SERVER_RESTARTED: 'The service was restarted while this research ran. Send the request again.',
}

function failureMessage(code: string): string {
  const messages: Record<string, string> = MESSAGES
  return messages[code] ?? MESSAGES.RESEARCH_FAILED
}

function failureType(code: string): string {
  const types: Record<string, { type: string }> = FAILURES
  return types[code]?.type ?? 'research_error'
}

/** Starts well and ends with `research.failed`, without `[DONE]`. */
export function failed(options: FailedOptions = {}): Scenario {
  checkOptions('failed', options, {
    of: 'scenario',
    after: 'number',
    code: 'string',
    message: 'string',
    usage: 'boolean',
  })
  const code = options.code ?? 'PROXY_ERROR'
  const error = { type: failureType(code), code, message: options.message ?? failureMessage(code) }
  const data = ({ request, clock, startedAt }: Exchange) => ({
    error,
    ...(options.usage === false
      ? {}
      : { usage: buildResult({ answer: '', latencyMs: clock.now() - startedAt }).usage }),
    ...(request.metadata === undefined ? {} : { metadata: request.metadata }),
  })
  const failure: Step = { kind: 'event', type: 'research.failed', data }
  return deriveSteps('failed', options.of, (steps) => insertBefore(steps, options.after ?? 3, [failure], false))
}

/** Where a stream is interrupted. */
export interface InterruptionOptions extends Derived {
  /** How many whole events come before the interruption. Default: 3. */
  after?: number
  /**
   * Also sends the beginning of the next event: with `event` half of it, with `code-point` everything up to the first
   * byte of its first multi-byte character (in the first event that has one). Default: nothing of it.
   */
  inside?: Cut
}

function holdsWideCharacter(step: EventStep, exchange: Exchange): boolean {
  const data = typeof step.data === 'function' ? step.data(exchange) : step.data
  return [...JSON.stringify(data)].some((character) => character > '\u007f')
}

function* interrupt(
  steps: Iterable<Step>,
  exchange: Exchange,
  options: InterruptionOptions,
  end: readonly Step[],
): Generator<Step> {
  const after = options.after ?? 3
  let events = 0
  for (const step of steps) {
    if (step.kind === 'event') {
      if (events >= after && (options.inside !== 'code-point' || holdsWideCharacter(step, exchange))) {
        if (options.inside !== undefined) yield { ...step, cut: options.inside }
        yield* end
        return
      }
      events += 1
    }
    yield step
  }
}

const INTERRUPTION: Kinds<InterruptionOptions> = { of: 'scenario', after: 'number', inside: ['event', 'code-point'] }

/** Closes the connection cleanly in the middle of the stream. */
export function truncated(options: InterruptionOptions = {}): Scenario {
  checkOptions('truncated', options, INTERRUPTION)
  return deriveSteps('truncated', options.of, (steps, exchange) => interrupt(steps, exchange, options, []))
}

/** Breaks the connection in the middle of the stream. */
export function torn(options: InterruptionOptions = {}): Scenario {
  checkOptions('torn', options, INTERRUPTION)
  const tear: Step = { kind: 'tear' }
  return deriveSteps('torn', options.of, (steps, exchange) => interrupt(steps, exchange, options, [tear]))
}
