import type { ResearchEvent } from '@deep-research/sdk/contract'
import { type AnswerOptions, answer } from './answer.ts'
import type { EventData, Exchange, Scenario, Step, WireFormat } from './scenario.ts'
import { PLAIN_WIRE } from './scenario.ts'
import { streamReply } from './stream-reply.ts'

/** An event without its envelope, which is made when it is sent. */
export type ScriptedEvent = (
  | { [Event in ResearchEvent as Event['type']]: Pick<Event, 'type' | 'data'> }[ResearchEvent['type']]
  | { type: string & {}; data: EventData }
) & {
  /** Milliseconds before it is sent. Default: 0. */
  afterMs?: number
}

interface Named {
  /** Shown in the records of requests. */
  name: string
}

/** From a tagged text and what belongs to it. */
export interface TextDefinition extends Named {
  text: AnswerOptions
}

/** From events. `[DONE]` follows where the last one is `research.completed`, unless told otherwise. */
export interface EventsDefinition extends Named {
  events: readonly ScriptedEvent[]
  /** Whether `[DONE]` follows. */
  done?: boolean
}

/** From steps, for full control of what the stream does. */
export interface StepsDefinition extends Named {
  steps: Iterable<Step> | ((exchange: Exchange) => Iterable<Step>)
  /** Default: 200. */
  status?: number
  /** Headers to add or replace. */
  headers?: Record<string, string>
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

/**
 * Makes a scenario of one's own from a tagged text, from events, or from steps. It can be changed by every fault of
 * the library: `truncated({ of: defineScenario({ name: 'mine', events }) })`.
 */
export function defineScenario(definition: TextDefinition | EventsDefinition | StepsDefinition): Scenario {
  if ('text' in definition) return { ...answer(definition.text), name: definition.name }
  if ('steps' in definition) return fromSteps(definition)
  const { name, events } = definition
  const done = definition.done ?? events.at(-1)?.type === 'research.completed'
  return { name, reply: (exchange) => streamReply(exchange, scripted(events, done)) }
}
