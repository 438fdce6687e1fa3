import { checkOptions } from '#options/check-options.ts'
import { type Derived, derive, deriveSteps, deriveWire, insertBefore, withEdit } from './derive.ts'
import type { Scenario, SentEnvelope, Step, WireFormat } from './scenario.ts'

/** Leaves out `[DONE]`. */
export function withoutDone(options: Derived = {}): Scenario {
  checkOptions('withoutDone', options, { of: 'scenario' })
  return deriveSteps('withoutDone', options.of, function* (steps) {
    for (const step of steps) if (step.kind !== 'done') yield step
  })
}

/** What follows the end of the stream. */
export interface DataAfterDoneOptions extends Derived {
  /** The text of the data line. Default: one more answer delta. */
  text?: string
}

/** Sends one more data line after `[DONE]`. */
export function dataAfterDone(options: DataAfterDoneOptions = {}): Scenario {
  checkOptions('dataAfterDone', options, { of: 'scenario', text: 'string' })
  const delta: Step = {
    kind: 'event',
    type: 'research.answer.delta',
    data: { content: ' And more.', sequence: 10_000 },
  }
  const extra: Step = options.text === undefined ? delta : { kind: 'data', text: options.text }
  return deriveSteps('dataAfterDone', options.of, function* (steps) {
    for (const step of steps) {
      yield step
      if (step.kind === 'done') yield extra
    }
  })
}

/** Which events of unknown types are mixed in. */
export interface UnknownEventsOptions extends Derived {
  /** Sent in turn. Default: `research.progress.updated`. */
  types?: readonly string[]
  /** How many known events lie between unknown ones. Default: 2. */
  every?: number
  /** Default: `{"note":"from a later version"}`. */
  data?: object
}

/** Sends event types that are not in the specification between those that are. */
export function unknownEvents(options: UnknownEventsOptions = {}): Scenario {
  checkOptions('unknownEvents', options, { of: 'scenario', types: 'list', every: 'number', data: 'object' })
  const { types = ['research.progress.updated'], every = 2, data = { note: 'from a later version' } } = options
  return deriveSteps('unknownEvents', options.of, function* (steps) {
    let events = 0
    for (const step of steps) {
      if (step.kind === 'event') {
        const type = types[Math.floor(events / every) % types.length]
        if (events % every === 0 && type !== undefined) yield { kind: 'event', type, data }
        events += 1
      }
      yield step
    }
  })
}

/** Adds a field that is not in the specification to every envelope and its data. */
export function unknownFields(options: Derived = {}): Scenario {
  checkOptions('unknownFields', options, { of: 'scenario' })
  return altered({
    of: options.of,
    name: 'unknownFields',
    edit: (envelope) => ({ ...envelope, later: 1, data: { ...envelope.data, later: { more: true } } }),
  })
}

/** Which event is not JSON. */
export interface MalformedJsonOptions extends Derived {
  /** How many events come before the malformed line. Default: 2. */
  after?: number
  /** The text of the data line. Default: an envelope that is cut in the middle. `{}` is an envelope without a type. */
  text?: string
}

/** Sends a data line that is not an envelope, and continues. */
export function malformedJson(options: MalformedJsonOptions = {}): Scenario {
  checkOptions('malformedJson', options, { of: 'scenario', after: 'number', text: 'string' })
  const text = options.text ?? '{"type":"research.answer.delta","data":{"content":"half'
  const insert: Step[] = [{ kind: 'data', text }]
  return deriveSteps('malformedJson', options.of, (steps) => insertBefore(steps, options.after ?? 2, insert, true))
}

/** How the lines of the stream end. */
export interface LineEndingsOptions extends Derived {
  /** Default: CRLF. */
  newline?: WireFormat['newline']
  /** Whether the stream begins with a byte order mark. Default: false. */
  bom?: boolean
}

/** Ends lines in another of the three ways that SSE allows. */
export function lineEndings(options: LineEndingsOptions = {}): Scenario {
  checkOptions('lineEndings', options, { of: 'scenario', newline: ['\n', '\r\n', '\r'], bom: 'boolean' })
  return deriveWire('lineEndings', options.of, { newline: options.newline ?? '\r\n', bom: options.bom ?? false })
}

/** Where the numbering of the answer's deltas is broken, and how. */
export interface RepeatedSequenceOptions extends Derived {
  /** Which answer delta is changed, from 0. Default: 1. */
  at?: number
  /**
   * `event`: the delta is sent twice. `number`: the next one repeats its number. `gap`: the next number is left out.
   */
  as?: 'event' | 'number' | 'gap'
}

function renumbered(envelope: SentEnvelope, sequence: number): SentEnvelope {
  return { ...envelope, data: { ...envelope.data, sequence } }
}

/** Breaks the numbering of the answer's deltas: it repeats an event or a number, or leaves one out. */
export function repeatedSequence(options: RepeatedSequenceOptions = {}): Scenario {
  checkOptions('repeatedSequence', options, { of: 'scenario', at: 'number', as: ['event', 'number', 'gap'] })
  const { at = 1, as = 'event' } = options
  return deriveSteps('repeatedSequence', options.of, function* (steps) {
    let delta = -1
    for (const step of steps) {
      if (step.kind === 'event' && step.type === 'research.answer.delta') delta += 1
      else {
        yield step
        continue
      }
      const shift = as === 'gap' && delta > at ? 1 : as === 'number' && delta > at ? -1 : 0
      const sequence = delta + shift
      yield shift === 0 ? step : withEdit(step, (envelope) => renumbered(envelope, sequence))
      if (as === 'event' && delta === at) yield step
    }
  })
}

/** Which content type the stream is said to have. */
export interface WrongContentTypeOptions extends Derived {
  /** Default: `text/html`. An empty text leaves out the header. */
  contentType?: string
}

/** Streams with a `Content-Type` that is not that of an event stream. */
export function wrongContentType(options: WrongContentTypeOptions = {}): Scenario {
  checkOptions('wrongContentType', options, { of: 'scenario', contentType: 'string' })
  const contentType = options.contentType ?? 'text/html'
  return derive('wrongContentType', options.of, (reply) => {
    const { 'content-type': _, ...headers } = reply.headers
    return { ...reply, headers: contentType === '' ? headers : { ...headers, 'content-type': contentType } }
  })
}

/** How each event is changed. */
export interface AlteredOptions {
  /** The scenario to change. Default: a good answer. */
  of?: Scenario | undefined
  /** Default: `altered`. */
  name?: string
  /**
   * Returns what is written for an envelope: another envelope, any JSON value, or a string that is written unchanged.
   */
  edit?: (envelope: SentEnvelope, index: number) => unknown
  /** Headers to add or replace. */
  headers?: Record<string, string>
  /** Default: that of the scenario. */
  status?: number
}

/** Edits every envelope, or the response head, of another scenario. */
export function altered(options: AlteredOptions): Scenario {
  checkOptions('altered', options, {
    of: 'scenario',
    name: 'string',
    edit: 'function',
    headers: 'object',
    status: 'number',
  })
  const { edit } = options
  return derive(options.name ?? 'altered', options.of, (reply) => ({
    ...reply,
    status: options.status ?? reply.status,
    headers: { ...reply.headers, ...options.headers },
    steps: edit === undefined ? reply.steps : edited(reply.steps, edit),
  }))
}

function* edited(steps: Iterable<Step>, edit: NonNullable<AlteredOptions['edit']>): Generator<Step> {
  let events = 0
  for (const step of steps) {
    if (step.kind !== 'event') {
      yield step
      continue
    }
    const index = events
    yield withEdit(step, (envelope) => edit(envelope, index))
    events += 1
  }
}
