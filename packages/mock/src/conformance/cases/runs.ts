import { HEADERS, RESEARCH_PATH } from '@deep-research/sdk/contract'
import { type Exchange, headOf, type SeenEvent } from '../exchange.ts'
import { type Case, judge, notTestable } from '../finding.ts'
import type { Ask, Probe } from '../probe.ts'
import { isError } from './is-error.ts'
import { resultOf } from './pick.ts'

const UNKNOWN_ID = 'req_00000000000070008000000000000000'
const OFFERS_NOTHING = 'the service does not offer to resume (no X-Research-Resumable)'

const offers = ({ headers }: Exchange) => headers.get(HEADERS.resumable) === 'true'
const notFound = (seen: Exchange) => isError(seen, 'NOT_FOUND')

/** How many whole events a text holds. */
const wholeEvents = (text: string) => text.split(/\n\n|\r\r|\r\n\r\n/).filter((block) => block.includes('data:')).length

const answerOf = (events: readonly SeenEvent[]) =>
  events
    .filter(({ type }) => type === 'research.answer.delta')
    .map(({ data }) => data['content'])
    .join('')

const ARRIVED = 2

/** Leaves a stream behind two envelopes and asks for the rest. */
const resumed: Case = async (probe) => {
  const body = { query: probe.query, reasoning_level: 'low' }
  const begun = await probe.post(body, {}, (text) => wholeEvents(text) > ARRIVED)
  if (begun.status !== 200) return notTestable(`the stream did not start: ${headOf(begun)}`)
  if (!offers(begun)) return notTestable(OFFERS_NOTHING)
  const id = begun.headers.get(HEADERS.requestId) ?? ''
  const rest = await probe.post(body, { [HEADERS.resume]: id, [HEADERS.lastEventId]: String(ARRIVED) })
  const completed = resultOf(rest)
  if (rest.status !== 200 || completed === undefined) return judge(headOf(rest))
  const answer = answerOf([...begun.events.slice(0, ARRIVED), ...rest.events])
  return judge(
    answer === completed.result['answer']
      ? undefined
      : `behind ${ARRIVED} envelopes came ${rest.lines[0]?.raw.slice(0, 300)}`,
  )
}

/** What only a service can do that offers to resume. */
async function whereOffered(probe: Probe, test: (stream: Exchange) => Promise<string | undefined>) {
  const stream = await probe.stream('plain')
  return offers(stream) ? judge(await test(stream)) : notTestable(OFFERS_NOTHING)
}

/** Asks a second time under the `Idempotency-Key` of a stream, and judges the two. */
async function repeated(probe: Probe, query: string, check: (one: Exchange, two: Exchange) => string | undefined) {
  const one = await probe.stream('attempt')
  if (one.status !== 200) return notTestable(`the stream did not start: ${headOf(one)}`)
  const headers = { [HEADERS.idempotencyKey]: probe.attempt }
  return judge(check(one, await probe.post({ query, reasoning_level: 'low' }, headers)))
}

const remove = (probe: Probe, id: string, headers: Ask['headers'] = {}) =>
  probe.ask({ method: 'DELETE', path: `${RESEARCH_PATH}/${id}`, headers })

/** What a key of another account gets for a request of ours. */
const foreign = (test: (probe: Probe, id: string, headers: Ask['headers']) => Promise<Exchange>): Case => {
  return async (probe) => {
    const { poorKey } = probe.subject
    if (poorKey === undefined) return notTestable('no key of another account was given')
    return whereOffered(probe, async ({ headers }) =>
      notFound(await test(probe, headers.get(HEADERS.requestId) ?? '', { [HEADERS.apiKey]: poorKey })),
    )
  }
}

export const runCases = {
  'resume.rest': resumed,
  'resume.unknown': (probe) =>
    whereOffered(probe, async () =>
      notFound(await probe.post({ query: probe.query }, { [HEADERS.resume]: UNKNOWN_ID, [HEADERS.lastEventId]: '1' })),
    ),
  'resume.foreign': foreign((probe, id, headers) =>
    probe.post({ query: probe.query }, { ...headers, [HEADERS.resume]: id, [HEADERS.lastEventId]: '1' }),
  ),
  'cancel.known': (probe) =>
    whereOffered(probe, async ({ headers }) => {
      const seen = await remove(probe, headers.get(HEADERS.requestId) ?? '')
      return seen.status === 204 ? undefined : headOf(seen)
    }),
  'cancel.unknown': async (probe) => judge(notFound(await remove(probe, UNKNOWN_ID))),
  'cancel.foreign': foreign(remove),
  'idempotency.same': (probe) =>
    repeated(probe, probe.query, (one, two) => {
      const ids = [one, two].map(({ events }) => events[0]?.envelope['request_id'])
      if (ids[0] !== ids[1]) return `two requests came of one key: ${JSON.stringify(ids)}`
      const whole = two.events.length === one.events.length
      return whole ? undefined : `${one.events.length} events came, then ${two.events.length}`
    }),
  'idempotency.other': (probe) =>
    repeated(probe, `${probe.query} Really?`, (_, other) => isError(other, 'INVALID_REQUEST')),
} satisfies Record<string, Case>
