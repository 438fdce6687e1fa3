import { checkOptions } from '#options/check-options.ts'
import { type Derived, derive, deriveSteps, deriveWire, insertBefore } from './derive.ts'
import type { Scenario, Step } from './scenario.ts'

/** After which event nothing arrives any more. */
export interface StalledOptions extends Derived {
  /** How many events come before the silence. Default: 3. */
  after?: number
  /** How long the silence lasts in milliseconds before the stream continues. Default: `Infinity`. */
  forMs?: number
}

/** Stops sending in the middle of the stream, without keep-alives and without closing. */
export function stalled(options: StalledOptions = {}): Scenario {
  checkOptions('stalled', options, { of: 'scenario', after: 'number', forMs: 'number' })
  const wait: Step = { kind: 'wait', ms: options.forMs ?? Number.POSITIVE_INFINITY }
  return deriveSteps('stalled', options.of, (steps) => insertBefore(steps, options.after ?? 3, [wait], true))
}

/** How long nothing arrives, and when. */
export interface SilentOptions extends Derived {
  /** How many events come before the silence. Default: 0. */
  after?: number
  /** How many keep-alive comments are sent before the stream continues. Default: 4. */
  keepAlives?: number
  /** The wait before each of them in milliseconds. Default: 15000. */
  everyMs?: number
}

/** Sends no events for a long time, only keep-alive comments, as a working service does. */
export function silent(options: SilentOptions = {}): Scenario {
  checkOptions('silent', options, { of: 'scenario', after: 'number', keepAlives: 'number', everyMs: 'number' })
  const beat: Step[] = [
    { kind: 'wait', ms: options.everyMs ?? 15_000 },
    { kind: 'comment', text: 'keep-alive' },
  ]
  const beats = Array.from({ length: options.keepAlives ?? 4 }, () => beat).flat()
  return deriveSteps('silent', options.of, (steps) => insertBefore(steps, options.after ?? 0, beats, true))
}

/** How long it takes from one event to the next. */
export interface SlowOptions extends Derived {
  /** The wait before each event in milliseconds. Default: 1000. */
  everyMs?: number
}

/** Waits before each event. */
export function slow(options: SlowOptions = {}): Scenario {
  checkOptions('slow', options, { of: 'scenario', everyMs: 'number' })
  const ms = options.everyMs ?? 1000
  return deriveSteps('slow', options.of, function* (steps) {
    for (const step of steps) {
      if (step.kind === 'event') yield { kind: 'wait', ms }
      yield step
    }
  })
}

/** How small the pieces are in which a stream arrives. */
export interface FragmentedOptions extends Derived {
  /** The size of a write in bytes. Default: 1. */
  bytes?: number
  /** The wait before each write in milliseconds. Default: 0. */
  everyMs?: number
}

/**
 * Writes the stream in small chunks that split lines, events and characters anywhere. MSW joins chunks that are sent at
 * nearly the same time; a real port or `everyMs` keeps them apart.
 */
export function fragmented(options: FragmentedOptions = {}): Scenario {
  checkOptions('fragmented', options, { of: 'scenario', bytes: 'number', everyMs: 'number' })
  const wire = { chunkBytes: options.bytes ?? 1, chunkEveryMs: options.everyMs ?? 0 }
  return deriveWire('fragmented', options.of, wire)
}

/** How long the head of the response takes. */
export interface LateHeadOptions extends Derived {
  /** The wait before the response head in milliseconds. Default: 1000. */
  ms?: number
}

/** Waits before it answers at all. */
export function lateHead(options: LateHeadOptions = {}): Scenario {
  checkOptions('lateHead', options, { of: 'scenario', ms: 'number' })
  return derive('lateHead', options.of, (reply) => ({ ...reply, afterMs: options.ms ?? 1000 }))
}
