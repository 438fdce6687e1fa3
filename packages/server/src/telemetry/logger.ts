import { type DestinationStream, pino } from 'pino'
import type { Log } from '#kernel/log.ts'

/** How much is logged. `silent` logs nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** A log of JSON lines, on standard error unless a test takes them. */
export function createLog(level: LogLevel, destination: DestinationStream = pino.destination(2)): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}
