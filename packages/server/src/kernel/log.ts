import { wordsFor } from './fault-words.ts'

/** Writes one line of the log: what happened, and facts that contain no key, no query and no metadata value. */
type Write = (facts: Record<string, unknown>, message: string) => void

/** The log of the service. */
export interface Log {
  debug: Write
  info: Write
  warn: Write
  error: Write
}

/** A log that discards everything. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * What may be logged about an error at any level: its name, its code, what that means to an operator, and where it was
 * thrown. Its message is left out, because it may repeat what a caller sent.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? { error_code: error.code } : {}
  const words = wordsFor(error)
  const reason = words === undefined ? {} : { reason: words }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return { error: error.name, ...code, ...reason, stack: frames.slice(0, 8).map((line) => line.trim()) }
}
