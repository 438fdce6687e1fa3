import { type DestinationStream, pino } from 'pino'
import type { Log } from '#kernel/log.ts'
import { createTimestamps } from '#kernel/timestamp.ts'
import { gather } from './gather.ts'
import { readable } from './readable.ts'

/** How much is logged. `silent` logs nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

export interface LogOptions {
  /** Lines for people instead of JSON. Default: false. */
  readable?: boolean
  /** Default: standard error. */
  destination?: DestinationStream
}

/** A log of one line an event, JSON with ISO times. */
export function createLog(level: LogLevel, options: LogOptions = {}): Log {
  const destination = options.destination ?? gather(2)
  const iso = createTimestamps()
  const settings = { level, base: null, timestamp: () => `,"time":"${iso(Date.now())}"` }
  return pino(settings, options.readable ? readable(destination) : destination)
}
