import type { ResearchEvent } from '@deep-research/sdk/contract'
import { checkOptions } from '#options/check-options.ts'
import { type AnswerOptions, answer } from './answer.ts'
import type { EventData, Exchange, Scenario, Step, WireFormat } from './scenario.ts'
import { PLAIN_WIRE } from './scenario.ts'
import { streamReply } from './stream-reply.ts'

/** An event without its envelope, which is added when it is sent. */
export type ScriptedEvent = (
  | { [Event in ResearchEvent as Event['type']]: Pick<Event, 'type' | 'data'> }[ResearchEvent['type']]
  | {
      /** The type of the event; any, as services may add some. */
      type: string & {}
      /** The data of the envelope. */
      data: EventData
    }
) & {
  /** How long to wait before it is sent, in milliseconds. Default: 0. */
  afterMs?: number
}

interface Named {
  /** Shown in the records of requests. */
  name: string
}

/** A scenario made from a tagged text with its sources. */
export interface TextDefinition extends Named {
  /** The answer with its sources, as `answer` takes them. */
  text: AnswerOptions
}

/**
 * A scenario made from events. `[DONE]` follows if the last one is `research.completed`, unless `done` says otherwise.
 */
export interface EventsDefinition extends Named {
  /** The events in order. */
  events: readonly ScriptedEvent[]
  /** Whether `[DONE]` follows. */
  done?: boolean
}

/** A scenario made from steps, for full control of the stream. */
export interface StepsDefinition extends Named {
  /** What is sent and done, in order; a function makes it anew for each request. */
  steps: Iterable<Step> | ((exchange: Exchange) => Iterable<Step>)
  /** Default: 200. */
  status?: number
  /** Headers to add or replace. */
  headers?: Record<string, string>
  /** How the stream is written. Default: as the specification says. */
  wire?: Partial<WireFormat>
}

function* scripted(events: readonly ScriptedEvent[], done: boolean): Generator<Step> {
  for (const { type, data, afterMs } of events) {
    if (afterMs !== undefined && afterMs > 0) yield { kind: 'wait', ms: afterMs }
    yield { kind: 'event', type, data }
  }
  if (done) yield { kind: 'done' }
}

function fromSteps(definition: StepsDefinition): Scenario {
  const { name, steps, status = 200, headers, wire } = definition
  return {
    name,
    reply: (exchange) => {
      const reply = streamReply(exchange, typeof steps === 'function' ? steps(exchange) : steps)
      return { ...reply, status, headers: { ...reply.headers, ...headers }, wire: { ...PLAIN_WIRE, ...wire } }
    },
  }
}

const FORMS = ['text', 'events', 'steps']

/**
 * Makes your own scenario from a tagged text, from events, or from steps. All faults of the library can change it:
 * `truncated({ of: defineScenario({ name: 'mine', events }) })`.
 */
export function defineScenario(definition: TextDefinition | EventsDefinition | StepsDefinition): Scenario {
  const form = FORMS.find((one) => one in definition)
  if (form === undefined) throw new TypeError('defineScenario() needs a name, and text, events or steps.')
  if ('text' in definition) {
    checkOptions('defineScenario', definition, { name: 'string', text: 'object' })
  } else if ('steps' in definition) {
    const steps = { wants: 'steps, or a function that makes them', fits: (value: unknown) => Boolean(value) }
    const kinds = { name: 'string', steps, status: 'number', headers: 'object', wire: 'object' } as const
    checkOptions('defineScenario', definition, kinds)
  } else checkOptions('defineScenario', definition, { name: 'string', events: 'list', done: 'boolean' })
  if ('text' in definition) return { ...answer(definition.text), name: definition.name }
  if ('steps' in definition) return fromSteps(definition)
  const { name, events } = definition
  const done = definition.done ?? events.at(-1)?.type === 'research.completed'
  return { name, reply: (exchange) => streamReply(exchange, scripted(events, done)) }
}
