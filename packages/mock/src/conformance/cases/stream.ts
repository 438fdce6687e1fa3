import { type ErrorCode, HEADERS, REQUEST_ID_PREFIX } from '@deep-research/sdk/contract'
import { type Exchange, headOf, isRecord } from '../exchange.ts'
import { broken, type Case, type Finding, first, held, judge, notTestable } from '../finding.ts'
import { OWN_ID } from '../probe.ts'
import { isError } from './is-error.ts'
import { live } from './live.ts'
import { ALL_STREAMS, onEvents, onStreams } from './pick.ts'

const header = (name: string, fits: (value: string) => boolean): Case =>
  onStreams(ALL_STREAMS, ({ headers, request }) => {
    const value = headers.get(name)
    return value !== null && fits(value) ? undefined : `${request} → ${name}: ${value ?? '(not there)'}`
  })

const directives = (value: string) => value.split(',').map((part) => part.trim().toLowerCase())

/** Refusals of a valid request that say something of the account or the moment, and nothing of the service. */
const FOR_NOW: readonly ErrorCode[] = ['INSUFFICIENT_CREDITS', 'RATE_LIMIT_EXCEEDED', 'PROXY_ERROR']

const notStarted = (stream: Exchange): Finding => {
  const forNow = FOR_NOW.some((code) => isError(stream, code) === undefined)
  return forNow ? notTestable(`the stream did not start: ${headOf(stream)}`) : broken(headOf(stream))
}

const status: Case = async (probe) => {
  const stream = await probe.stream('plain')
  return stream.status === 200 ? held : notStarted(stream)
}

const levels: Case = async (probe) => {
  for (const name of ALL_STREAMS) {
    const stream = await probe.stream(name)
    if (stream.status !== 200) return notStarted(stream)
  }
  return held
}

const completedLast = onStreams(ALL_STREAMS, ({ events, text }) => {
  const types = events.map(({ type }) => type)
  if (types.includes('research.failed')) return undefined
  const at = types.indexOf('research.completed')
  if (at < 0) return `no research.completed; the stream ends with ${JSON.stringify(text.slice(-300))}`
  return at === types.length - 1 ? undefined : `behind research.completed came ${events[at + 1]?.raw}`
})

const done = onStreams(ALL_STREAMS, ({ events, lastLine, torn }) => {
  if (events.every(({ type }) => type !== 'research.completed')) return undefined
  if (torn) return `the connection broke behind ${JSON.stringify(lastLine.slice(0, 200))}`
  return lastLine === 'data: [DONE]' ? undefined : `the last line is ${JSON.stringify(lastLine.slice(0, 300))}`
})

/** A test cannot make a good service fail, but a stream that did fail can be judged. */
const failedLast: Case = async (probe) => {
  const failed = probe.seen.filter(({ events }) => events.some(({ type }) => type === 'research.failed'))
  if (failed.length === 0) return notTestable('no stream failed')
  return judge(
    first(failed, ({ events }) => {
      const last = events.at(-1)
      return last?.type === 'research.failed' ? undefined : `behind research.failed came ${last?.raw}`
    }),
  )
}

const sameId = onStreams(ALL_STREAMS, ({ events }) => {
  const [firstEvent] = events
  const id = firstEvent?.envelope['request_id']
  return first(events, ({ envelope, raw }) => {
    const value = envelope['request_id']
    if (typeof value !== 'string') return `request_id is no string in ${raw}`
    return value === id ? undefined : `request_id was ${JSON.stringify(id)}, then came ${raw}`
  })
})

export const streamCases = {
  'stream.status': status,
  'stream.content-type': header(HEADERS.contentType, (value) => /^text\/event-stream\s*(;|$)/i.test(value)),
  'stream.json-lines': onStreams(ALL_STREAMS, ({ lines }) =>
    first(lines, ({ raw, json }) => (isRecord(json) ? undefined : `no JSON object: ${raw}`)),
  ),
  'stream.completed-last': completedLast,
  'stream.done': done,
  'stream.failed-last': failedLast,
  'stream.levels': levels,
  'stream.cache-control': header('cache-control', (value) =>
    ['no-cache', 'no-transform'].every((directive) => directives(value).includes(directive)),
  ),
  'stream.live': live,
  'stream.buffering': header('x-accel-buffering', (value) => value === 'no'),
  'envelope.type': onEvents(ALL_STREAMS, undefined, ({ envelope, raw }) =>
    typeof envelope['type'] === 'string' && envelope['type'] !== '' ? undefined : `no type in ${raw}`,
  ),
  'envelope.request-id': sameId,
  'envelope.generated-id': onEvents(['plain'], undefined, ({ envelope, raw }) =>
    String(envelope['request_id']).startsWith(REQUEST_ID_PREFIX) ? undefined : `request_id in ${raw}`,
  ),
  'envelope.timestamp': onEvents(ALL_STREAMS, undefined, ({ envelope, raw }) => {
    const time = envelope['timestamp']
    const form = typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)$/.test(time)
    return form && !Number.isNaN(Date.parse(time)) ? undefined : `timestamp in ${raw}`
  }),
  'envelope.data': onEvents(ALL_STREAMS, undefined, ({ envelope, raw }) =>
    isRecord(envelope['data']) ? undefined : `data is no object in ${raw}`,
  ),
  'envelope.echo': onEvents(['verbose'], undefined, ({ envelope, raw }) =>
    envelope['request_id'] === OWN_ID ? undefined : `the request carried ${OWN_ID}, then came ${raw}`,
  ),
} satisfies Record<string, Case>
