import type { Live } from '@deep-research/engine'

/** The errors with which calls of models and of pages fail. */
export type Failures = Live['failures']

type Reason<Of extends keyof Failures> = InstanceType<Failures[Of]>['reason']

type Failure =
  | { of: 'model'; reason: Reason<'model'>; message: string }
  | { of: 'page'; reason: Reason<'page'>; message: string }
  | { of: 'other'; message: string }

/** How a call ended, as it can be kept. */
export type Attempt<Value> = { value: Value } | { failure: Failure }

/**
 * Makes a call.
 * @throws the signal's reason when aborted
 */
export async function attempt<Value>(
  work: () => Promise<Value>,
  failures: Failures,
  signal: AbortSignal,
): Promise<Attempt<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    signal.throwIfAborted()
    return { failure: describe(error, failures) }
  }
}

/**
 * What a call gave.
 * @throws what it threw, as far as the engine tells failures apart
 */
export function resultOf<Value>(made: Attempt<Value>, failures: Failures): Value {
  if ('value' in made) return made.value
  throw errorOf(made.failure, failures)
}

export function describe(error: unknown, { model, page }: Failures): Failure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof model) return { of: 'model', reason: error.reason, message }
  if (error instanceof page) return { of: 'page', reason: error.reason, message }
  return { of: 'other', message }
}

export function errorOf(failure: Failure, failures: Failures): Error {
  if (failure.of === 'model') return new failures.model(failure.reason, failure.message)
  if (failure.of === 'page') return new failures.page(failure.reason, failure.message)
  return new Error(failure.message)
}
