import { ERRORS, type ErrorCode } from '@deep-research/sdk/contract'
import { answer } from './answer.ts'
import { defineScenario } from './define.ts'
import { httpError, type RetryAfter } from './http-error.ts'
import { failed, torn, truncated } from './interruptions.ts'
import { latency } from './latency.ts'
import { fragmented, lateHead, silent, slow, stalled } from './pauses.ts'
import {
  altered,
  dataAfterDone,
  lineEndings,
  malformedJson,
  repeatedSequence,
  unknownEvents,
  unknownFields,
  withoutDone,
  wrongContentType,
} from './protocol-faults.ts'
import { replay } from './recording.ts'
import { resumable } from './resumable.ts'
import type { Scenario } from './scenario.ts'
import { rawResponse, unreachable } from './whole.ts'

type Reader = (text: string, name: string) => unknown
type Readers = Record<string, Reader>
type Options<Set extends Readers> = { [Name in keyof Set]?: ReturnType<Set[Name]> }

interface NamedScenario {
  readonly options: readonly string[]
  /** Whether it changes another scenario. */
  readonly changes: boolean
  make(text: string, of: Scenario | undefined): Scenario
}

const words = (text: string) => text

function number(text: string, name: string): number {
  const value = Number(text)
  if (text.trim() === '' || Number.isNaN(value)) throw new Error(`${name} must be a number, not "${text}".`)
  return value
}

function flag(text: string, name: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error(`${name} must be true or false, not "${text}".`)
  return text === 'true'
}

function oneOf<const Choice extends string>(...choices: readonly Choice[]) {
  return (text: string, name: string): Choice => {
    const choice = choices.find((known) => known === text)
    if (choice === undefined) throw new Error(`${name} must be one of ${choices.join(', ')}, not "${text}".`)
    return choice
  }
}

const newlines = { lf: '\n', crlf: '\r\n', cr: '\r' } as const
const newline = (text: string, name: string) => newlines[oneOf('lf', 'crlf', 'cr')(text, name)]

/** `date` is a minute ahead, `none` leaves out the header; anything else is the header's text. */
function retryAfter(text: string): RetryAfter | null {
  if (text === 'none') return null
  return text === 'date' ? { inMs: 60_000 } : text
}

function readOptions<Set extends Readers>(readers: Set, text: string): Options<Set> {
  const entries = [...new URLSearchParams(text)].map(([name, value]) => {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (reader === undefined) {
      throw new Error(`There is no option "${name}" (known: ${Object.keys(readers).join(', ') || 'none'}).`)
    }
    return [name, reader(value, name)]
  })
  return Object.fromEntries(entries)
}

/** A scenario that can only come first. */
function first<Set extends Readers>(readers: Set, create: (options: Options<Set>) => Scenario): NamedScenario {
  return { options: Object.keys(readers), changes: false, make: (text) => create(readOptions(readers, text)) }
}

/** A scenario that changes the one before it. */
function change<Set extends Readers>(
  readers: Set,
  create: (options: Options<Set> & { of?: Scenario }) => Scenario,
): NamedScenario {
  return {
    options: Object.keys(readers),
    changes: true,
    make: (text, of) => create({ ...readOptions(readers, text), ...(of && { of }) }),
  }
}

const inside = oneOf('event', 'code-point')
const pace = { everyMs: number }
const errorCodes = Object.keys(ERRORS) as ErrorCode[]

const LIBRARY: Record<string, NamedScenario> = {
  answer: first(
    { ...pace, deltaLength: number, iterations: number, offsets: oneOf('utf-16', 'code-point', 'utf-8') },
    (options) => answer(options),
  ),
  failed: change({ after: number, code: words, message: words, usage: flag }, failed),
  truncated: change({ after: number, inside }, truncated),
  torn: change({ after: number, inside }, torn),
  stalled: change({ after: number, forMs: number }, stalled),
  silent: change({ ...pace, after: number, keepAlives: number }, silent),
  slow: change(pace, slow),
  latency: change({ researchMs: number, speed: number }, latency),
  fragmented: change({ ...pace, bytes: number }, fragmented),
  lateHead: change({ ms: number }, lateHead),
  withoutDone: change({}, withoutDone),
  dataAfterDone: change({ text: words }, dataAfterDone),
  unknownEvents: change({ every: number, types: (text) => text.split(',') }, unknownEvents),
  unknownFields: change({}, unknownFields),
  malformedJson: change({ after: number, text: words }, malformedJson),
  lineEndings: change({ newline, bom: flag }, lineEndings),
  repeatedSequence: change({ at: number, as: oneOf('event', 'number', 'gap') }, repeatedSequence),
  wrongContentType: change({ contentType: words }, wrongContentType),
  resumable: change(
    { tornAfter: (text, name) => text.split(',').map((part) => number(part, name)), refuses: oneOf(...errorCodes) },
    resumable,
  ),
  rawResponse: first({ status: number, body: words }, rawResponse),
  unreachable: first({ afterMs: number }, unreachable),
  ...Object.fromEntries(
    errorCodes.map((code) => [code, first({ retryAfter, message: words }, (options) => httpError(code, options))]),
  ),
}

const FACTORIES: readonly unknown[] = [
  ...[
    answer,
    failed,
    truncated,
    torn,
    stalled,
    silent,
    slow,
    latency,
    fragmented,
    lateHead,
    withoutDone,
    dataAfterDone,
  ],
  ...[unknownEvents, unknownFields, malformedJson, lineEndings, repeatedSequence, wrongContentType, resumable],
  ...[rawResponse, unreachable, httpError, altered, defineScenario, replay],
]

/** Whether a function makes scenarios, rather than being one that chooses among them. */
export const isFactory = (value: unknown): boolean => FACTORIES.includes(value)

/** The names of all scenarios that can be written as text, each with its options. */
export const SCENARIO_NAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(LIBRARY).map(([name, { options }]) => [name, options]),
)

/**
 * Reads a scenario from text: a name, its options as a query string, and after each bar a scenario that changes what
 * stands before it: `answer?everyMs=50 | lineEndings?newline=cr | torn?after=4`. An error code is also a name.
 * @throws Error if a name, an option or a value is unknown; the message lists the known ones
 */
export function parseScenario(text: string): Scenario {
  let scenario: Scenario | undefined
  for (const part of text.split('|')) {
    const [name = '', given = ''] = part.trim().split(/\?(.*)/s)
    const entry = Object.hasOwn(LIBRARY, name) ? LIBRARY[name] : undefined
    if (entry === undefined) {
      throw new Error(`There is no scenario "${name}" (known: ${Object.keys(LIBRARY).join(', ')}).`)
    }
    if (scenario !== undefined && !entry.changes)
      throw new Error(`"${name}" must come first, because it does not change another scenario.`)
    scenario = entry.make(given, scenario)
  }
  if (scenario === undefined) throw new Error('The scenario has no name. Write one such as answer.')
  return scenario
}
