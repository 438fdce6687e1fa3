import {
  DEFAULT_REASONING_LEVEL,
  HEADERS,
  REASONING_LEVELS,
  RESEARCH_PATH,
  retrievedResearchSchema,
} from '@deep-research/sdk/contract'
import { type Exchange, headOf, isRecord, parseJson } from '../exchange.ts'
import { type Case, first, type Judged, judge, misfit, notTestable } from '../finding.ts'
import { offers } from '../offers.ts'
import { type Ask, type Held, OWN_ID, type Probe, type StreamName } from '../probe.ts'
import { isError } from './is-error.ts'
import { idOf, OFFERS_NOTHING, UNKNOWN_ID, whereOffered } from './offered.ts'
import { ALL_STREAMS, endOf, resultOf } from './pick.ts'

const get = (probe: Probe, id: string, headers: Ask['headers'] = {}) =>
  probe.ask({
    method: 'GET',
    path: `${RESEARCH_PATH}/${id}`,
    headers: { [HEADERS.contentType]: undefined, ...headers },
  })

const bodyOf = ({ text }: Exchange): Record<string, unknown> => {
  const body = parseJson(text)
  return isRecord(body) ? body : {}
}

/** Retrieves the request of a stream and judges the response together with the stream. */
const onRetrieved = (
  names: readonly StreamName[],
  check: (retrieved: Record<string, unknown>, stream: Exchange, name: StreamName) => string | undefined,
): Case => {
  return (probe) =>
    whereOffered(probe, async () => {
      for (const name of names) {
        const stream = await probe.stream(name)
        const seen = await get(probe, idOf(stream))
        const evidence = seen.status === 200 ? check(bodyOf(seen), stream, name) : undefined
        if (seen.status !== 200 || evidence !== undefined) return `${evidence ?? '200 was due'}: ${headOf(seen)}`
      }
      return undefined
    })
}

const LEVELS: Partial<Record<StreamName, keyof typeof REASONING_LEVELS>> = {
  plain: DEFAULT_REASONING_LEVEL,
  verbose: 'low',
  tools: 'high',
}

const completed = (retrieved: Record<string, unknown>, stream: Exchange): string | undefined => {
  const streamed = resultOf(stream)
  if (streamed === undefined) return undefined
  if (retrieved['status'] !== 'completed') return `status ${JSON.stringify(retrieved['status'])} of a completed stream`
  return JSON.stringify(retrieved['result']) === JSON.stringify(streamed.result) ? undefined : 'another result'
}

const hasEnded = (seen: Exchange) =>
  seen.status === 200 && ['completed', 'failed'].includes(String(bodyOf(seen)['status']))

/** Starts a request, retrieves it while it runs, and cancels it. */
async function whileRunning(probe: Probe, test: (id: string, seen: Exchange, begun: Held) => Promise<Judged>) {
  const begun = await probe.begin({ query: probe.query, reasoning_level: 'low' })
  if (begun === undefined) return notTestable('the stream did not start')
  try {
    if (!offers(begun.headers)) return notTestable(OFFERS_NOTHING)
    const id = begun.headers.get(HEADERS.requestId) ?? ''
    const seen = await get(probe, id)
    if (hasEnded(seen)) return notTestable('the research had ended before it could be looked at')
    return judge(await test(id, seen, begun))
  } finally {
    await begun.leave()
  }
}

const running: Case = (probe) =>
  whileRunning(probe, async (_, seen) => {
    const { status, ended_at, result, error } = bodyOf(seen)
    const right = status === 'running' && ended_at === undefined && result === undefined && error === undefined
    return right ? undefined : headOf(seen)
  })

const cancelled: Case = (probe) =>
  whileRunning(probe, async (id, _, begun) => {
    await probe.ask({ method: 'DELETE', path: `${RESEARCH_PATH}/${id}` })
    const seen = await get(probe, id)
    // Research that ended by itself has said so in its stream.
    if (hasEnded(seen) && endOf(await begun.rest())) return notTestable('the research had ended before the DELETE')
    const { status, ended_at } = bodyOf(seen)
    return status === 'cancelled' && typeof ended_at === 'string' ? undefined : headOf(seen)
  })

const times = ({ created_at, ended_at }: Record<string, unknown>): string | undefined =>
  Date.parse(String(ended_at)) >= Date.parse(String(created_at)) ? undefined : 'ended_at is no time after created_at'

const foreign: Case = async (probe) => {
  const { poorKey } = probe.subject
  if (poorKey === undefined) return notTestable('no key of another account was given')
  return whereOffered(probe, async (stream) =>
    isError(await get(probe, idOf(stream), { [HEADERS.apiKey]: poorKey }), 'NOT_FOUND'),
  )
}

export const retrievalCases = {
  'retrieval.fields': onRetrieved(['verbose'], (retrieved, stream) =>
    retrieved['request_id'] === idOf(stream)
      ? misfit(retrievedResearchSchema, retrieved, 'body')
      : `request_id ${idOf(stream)} was due`,
  ),
  'retrieval.completed': onRetrieved(ALL_STREAMS, completed),
  'retrieval.running': running,
  'retrieval.cancelled': cancelled,
  'retrieval.client-id': onRetrieved(['plain', 'verbose'], ({ client_request_id: id }, _, name) =>
    id === (name === 'verbose' ? OWN_ID : undefined) ? undefined : `client_request_id ${JSON.stringify(id)}`,
  ),
  'retrieval.credits': onRetrieved(Object.keys(LEVELS) as StreamName[], ({ reasoning_level, credits }, _, name) => {
    const level = LEVELS[name] ?? DEFAULT_REASONING_LEVEL
    return reasoning_level === level && credits === REASONING_LEVELS[level].credits
      ? undefined
      : `${level} and ${REASONING_LEVELS[level].credits} credits were due`
  }),
  'retrieval.times': onRetrieved(['plain'], times),
  'retrieval.unknown': (probe) => whereOffered(probe, async () => isError(await get(probe, UNKNOWN_ID), 'NOT_FOUND')),
  'retrieval.foreign': foreign,
  'retrieval.key': (probe) =>
    whereOffered(probe, async (stream) =>
      first([await get(probe, idOf(stream), { [HEADERS.apiKey]: undefined })], (seen) =>
        isError(seen, 'INVALID_API_KEY'),
      ),
    ),
  'retrieval.kept': onRetrieved(['plain'], completed),
} satisfies Record<string, Case>
