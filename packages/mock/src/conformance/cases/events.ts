import { deltaSchema, toolCallRecordSchema, toolCallStartedSchema } from '@deep-research/sdk/contract'
import type { Exchange } from '../exchange.ts'
import { type Case, first, misfit, notTestable } from '../finding.ts'
import type { StreamName } from '../probe.ts'
import { ALL_STREAMS, onEvents, onResults, onStreams, resultOf, whereResultShows, whereShown } from './pick.ts'

const TOOL_CALLS = ['research.tool_call.started', 'research.tool_call.completed']

const ofType = ({ events }: Exchange, type: string) => events.filter((event) => event.type === type)

/** The event types are present in every stream that requests them. */
const come = (names: readonly StreamName[], types: readonly string[]): Case =>
  onStreams(names, (stream) => {
    const missing = types.find((type) => ofType(stream, type).length === 0)
    if (missing === undefined) return undefined
    return resultOf(stream)
      ? `${missing} was asked for and never came`
      : notTestable(`no ${missing} came before the end`)
  })

/** Whether a stream has an event of one of the types. */
const has =
  (types: readonly string[]) =>
  ({ events }: Exchange) =>
    events.some(({ type }) => types.includes(type))

/**
 * The event types are absent from streams that do not request them. This cannot be judged if the service never sends
 * them.
 */
const stayAway = (names: readonly StreamName[], types: readonly string[]): Case =>
  whereShown(
    ['verbose', 'thinking', 'tools'],
    { shows: has(types), none: `no stream has ${types.join(' or ')}, asked for or not` },
    onStreams(names, ({ events }) => {
      const event = events.find(({ type }) => types.includes(type))
      return event && `not asked for: ${event.raw}`
    }),
  )

/** `sequence` counts 0, 1, 2 … */
function numbered(stream: Exchange, type: string): string | undefined {
  return first(ofType(stream, type), ({ data, raw }, index) =>
    data['sequence'] === index ? undefined : `sequence ${index} was due, then came ${raw}`,
  )
}

const NO_CALLS = { shows: has(TOOL_CALLS), none: 'no tool was called' }

const sequence = whereShown(
  ALL_STREAMS,
  {
    shows: (stream) => ofType(stream, 'research.answer.delta').length > 1,
    none: 'no answer came in two pieces',
  },
  onStreams(ALL_STREAMS, (stream) => numbered(stream, 'research.answer.delta')),
)

const whole = onResults(ALL_STREAMS, ({ stream, result }) => {
  const text = ofType(stream, 'research.answer.delta')
    .map(({ data }) => data['content'])
    .join('')
  return text === result['answer']
    ? undefined
    : `deltas give ${JSON.stringify(text)}, answer is ${JSON.stringify(result['answer'])}`
})

const paired = onStreams(['verbose', 'tools'], (stream) => {
  if (resultOf(stream) === undefined) return undefined
  const ids = (type: string) => ofType(stream, type).map(({ data }) => data['tool_call_id'])
  const [started, completed] = [ids('research.tool_call.started'), ids('research.tool_call.completed')]
  const odd = [...started, ...completed].find(
    (id) => started.filter((one) => one === id).length !== 1 || completed.filter((one) => one === id).length !== 1,
  )
  return odd === undefined ? undefined : `started ${JSON.stringify(started)}, completed ${JSON.stringify(completed)}`
})

const records = onResults(ALL_STREAMS, ({ stream, result }) => {
  const seen = ofType(stream, 'research.tool_call.completed').map(({ data }) => data)
  if (seen.length === 0 && result['tool_calls'] === undefined) return undefined
  return JSON.stringify(result['tool_calls']) === JSON.stringify(seen)
    ? undefined
    : `completed calls ${JSON.stringify(seen)}, in the result ${JSON.stringify(result['tool_calls'])}`
})

export const eventCases = {
  'answer-delta.fields': onEvents(ALL_STREAMS, 'research.answer.delta', ({ data }) =>
    misfit(deltaSchema, data, 'data'),
  ),
  'thinking.asked': come(['verbose', 'thinking'], ['research.thinking.delta']),
  'thinking.suppressed': stayAway(['plain', 'tools'], ['research.thinking.delta']),
  'tool-calls.asked': come(['verbose', 'tools'], TOOL_CALLS),
  'tool-calls.suppressed': stayAway(['plain', 'thinking'], TOOL_CALLS),
  'answer-delta.sequence': sequence,
  'answer-delta.whole': whereResultShows(({ answer }) => answer !== '', 'every answer is empty', whole),
  'thinking.fields': onEvents(
    ['verbose', 'thinking'],
    'research.thinking.delta',
    ({ data }, stream) => misfit(deltaSchema, data, 'data') ?? numbered(stream, 'research.thinking.delta'),
  ),
  'tool-calls.started-fields': onEvents(['verbose', 'tools'], 'research.tool_call.started', ({ data }) =>
    misfit(toolCallStartedSchema, data, 'data'),
  ),
  'tool-calls.completed-fields': onEvents(['verbose', 'tools'], 'research.tool_call.completed', ({ data }) =>
    misfit(toolCallRecordSchema, data, 'data'),
  ),
  'tool-calls.paired': whereShown(['verbose', 'tools'], NO_CALLS, paired),
  'tool-calls.records': whereShown(['verbose', 'tools'], NO_CALLS, records),
} satisfies Record<string, Case>
