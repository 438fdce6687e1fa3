import { HEADERS, RESEARCH_PATH } from '@deep-research/sdk/contract'
import { type Exchange, headOf, type SeenEvent } from '../exchange.ts'
import { type Case, type Judged, judge, notTestable } from '../finding.ts'
import { offers } from '../offers.ts'
import type { Ask, Probe } from '../probe.ts'
import { isError } from './is-error.ts'
import { idOf, OFFERS_NOTHING, UNKNOWN_ID, whereOffered } from './offered.ts'
import { endOf, resultOf } from './pick.ts'

const notFound = (seen: Exchange) => isError(seen, 'NOT_FOUND')

/** How many complete events a text contains. */
const wholeEvents = (text: string) => text.split(/\n\n|\r\r|\r\n\r\n/).filter((block) => block.includes('data:')).length

const answerOf = (events: readonly SeenEvent[]) =>
  events
    .filter(({ type }) => type === 'research.answer.delta')
    .map(({ data }) => data['content'])
    .join('')

const ARRIVED = 2

/** Resumes a request after a number of envelopes. */
const resume = (probe: Probe, id: string, after: number, body?: string) =>
  probe.ask({
    headers: {
      [HEADERS.resume]: id,
      [HEADERS.lastEventId]: String(after),
      ...(body === undefined ? { [HEADERS.contentType]: undefined } : {}),
    },
    ...(body === undefined ? {} : { body }),
  })

/** More envelopes than any research has. */
const FAR_BEYOND = 1_000_000

const NO_END = 'the stream had no last event'

/** Resumes a request that has ended, which returns the last event of its stream again. */
const resumesTo = (after: number, body?: string): Case => {
  return (probe) =>
    whereOffered(probe, async (stream) => {
      const due = endOf(stream)
      if (due === undefined) return notTestable(NO_END)
      const rest = await resume(probe, idOf(stream), after, body)
      const came = rest.events.at(-1)
      if (rest.status !== 200 || came?.type !== due?.type) return `${due?.type} was due: ${headOf(rest)}`
      return JSON.stringify(came?.data) === JSON.stringify(due?.data) ? undefined : `another last event: ${came?.raw}`
    })
}

/** Leaves a stream after two envelopes and requests the rest. */
const resumed: Case = async (probe) => {
  const body = { query: probe.query, reasoning_level: 'low' }
  const begun = await probe.post(body, {}, (text) => wholeEvents(text) > ARRIVED)
  if (begun.status !== 200) return notTestable(`the stream did not start: ${headOf(begun)}`)
  if (!offers(begun.headers)) return notTestable(OFFERS_NOTHING)
  if (begun.events.length <= ARRIVED) return notTestable(`no more than ${ARRIVED} envelopes came`)
  const rest = await resume(probe, idOf(begun), ARRIVED, JSON.stringify(body))
  const completed = resultOf(rest)
  if (rest.events.at(-1)?.type === 'research.failed') return notTestable('the research failed')
  if (rest.status !== 200 || completed === undefined) return judge(headOf(rest))
  const answer = answerOf([...begun.events.slice(0, ARRIVED), ...rest.events])
  return judge(
    answer === completed.result['answer']
      ? undefined
      : `behind ${ARRIVED} envelopes came ${rest.lines[0]?.raw.slice(0, 300)}`,
  )
}

/** Sends another request with the `Idempotency-Key` of a stream and judges both responses. */
async function repeated(probe: Probe, query: string, check: (one: Exchange, two: Exchange) => Judged) {
  const one = await probe.stream('attempt')
  if (one.status !== 200) return notTestable(`the stream did not start: ${headOf(one)}`)
  // Research that failed is refunded, which frees its key.
  if (resultOf(one) === undefined) return notTestable('the research of the first request did not complete')
  const headers = { [HEADERS.idempotencyKey]: probe.attempt }
  return judge(check(one, await probe.post({ query, reasoning_level: 'low' }, headers)))
}

const remove = (probe: Probe, id: string, headers: Ask['headers'] = {}) =>
  probe.ask({ method: 'DELETE', path: `${RESEARCH_PATH}/${id}`, headers })

const removeByKey = (probe: Probe, key: string | undefined) =>
  probe.ask({ method: 'DELETE', headers: { [HEADERS.idempotencyKey]: key, [HEADERS.contentType]: undefined } })

/** What a key of another account gets for a request of this account. */
const foreign = (test: (probe: Probe, id: string, headers: Ask['headers']) => Promise<Exchange>): Case => {
  return async (probe) => {
    const { poorKey } = probe.subject
    if (poorKey === undefined) return notTestable('no key of another account was given')
    return whereOffered(probe, async (stream) =>
      notFound(await test(probe, idOf(stream), { [HEADERS.apiKey]: poorKey })),
    )
  }
}

export const runCases = {
  'resume.rest': resumed,
  'resume.no-body': resumesTo(1),
  'resume.any-body': resumesTo(1, '{'),
  'resume.again': resumesTo(0),
  'resume.beyond': resumesTo(FAR_BEYOND),
  'resume.unknown': (probe) =>
    whereOffered(probe, async () =>
      notFound(await probe.post({ query: probe.query }, { [HEADERS.resume]: UNKNOWN_ID, [HEADERS.lastEventId]: '1' })),
    ),
  'resume.foreign': foreign((probe, id, headers) =>
    probe.post({ query: probe.query }, { ...headers, [HEADERS.resume]: id, [HEADERS.lastEventId]: '1' }),
  ),
  'cancel.known': (probe) =>
    whereOffered(probe, async (stream) => {
      const seen = await remove(probe, idOf(stream))
      return seen.status === 204 ? undefined : headOf(seen)
    }),
  'cancel.unknown': async (probe) => judge(notFound(await remove(probe, UNKNOWN_ID))),
  'cancel.foreign': foreign(remove),
  'cancel.key': (probe) =>
    whereOffered(probe, async () => {
      const attempt = await probe.stream('attempt')
      if (resultOf(attempt) === undefined) return notTestable('the research did not complete, so its key may be free')
      const seen = await removeByKey(probe, probe.attempt)
      return seen.status === 204 ? undefined : headOf(seen)
    }),
  'cancel.key-unknown': (probe) =>
    whereOffered(
      probe,
      async () =>
        notFound(await removeByKey(probe, `${probe.attempt}-0`)) ?? notFound(await removeByKey(probe, undefined)),
    ),
  'idempotency.same': (probe) =>
    repeated(probe, probe.query, (one, two) => {
      const ids = [one, two].map(({ events }) => events[0]?.envelope['request_id'])
      if (ids[0] !== ids[1]) return `two requests came of one key: ${JSON.stringify(ids)}`
      if (two.events.length === 1 && one.events.length > 1 && endOf(two))
        return notTestable('only its last event is kept')
      const whole = two.events.length === one.events.length
      return whole ? undefined : `${one.events.length} events came, then ${two.events.length}`
    }),
  'idempotency.other': (probe) =>
    repeated(probe, `${probe.query} Really?`, (_, other) => isError(other, 'INVALID_REQUEST')),
} satisfies Record<string, Case>
