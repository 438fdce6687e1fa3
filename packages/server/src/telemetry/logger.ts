import { type DestinationStream, pino } from 'pino'
import type { Log } from '#kernel/log.ts'
import { createTimestamps } from '#kernel/timestamp.ts'
import { gather } from './gather.ts'
import { readable } from './readable.ts'

/** How much is logged. `silent` logs nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

export interface LogOptions {
  /** Whether lines are formatted for people instead of JSON. Default: false. */
  readable?: boolean
  /** Where the log is written. Default: standard error. */
  destination?: DestinationStream
}

/** Creates a log with one line for each event, as JSON with ISO times. */
export function createLog(level: LogLevel, options: LogOptions = {}): Log {
  const destination = options.destination ?? gather(2)
  const iso = createTimestamps()
  const settings = { level, base: null, timestamp: () => `,"time":"${iso(Date.now())}"` }
  return pino(settings, options.readable ? readable(destination) : destination)
}
