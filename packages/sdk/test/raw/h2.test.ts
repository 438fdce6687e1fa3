import { constants } from 'node:http2'
import { DeepResearch, DeepResearchError, type DeepResearchOptions } from '@deep-research/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { KEY, QUERY, rejection } from '../client-of.ts'
import { COMPLETED, DELTAS, errorBody, frames, HEAD, RESULT, STREAM } from '../wire.ts'
import { type Act, listenSecure } from './h2-server.ts'
import { pieces } from './http-text.ts'

type Want = object | 'result'
type Case = readonly [name: string, act: Act, want: Want, options?: DeepResearchOptions]

const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_REFUSED_STREAM } = constants
const HEADERS = { ':status': 200, ...HEAD, 'x-request-id': 'req_h2' }
const EVENT = frames(DELTAS[0])

/** Sends the head and each part, and then does what becomes of the stream. */
const send =
  (parts: readonly (string | Uint8Array)[], then: Act = (stream) => void stream.end()): Act =>
  async (stream, session) => {
    stream.respond(HEADERS)
    for (const part of parts) await new Promise<unknown>((resolve) => stream.write(part, resolve))
    // What was written arrives before what follows tears it away.
    await new Promise(setImmediate)
    then(stream, session)
  }
const answer =
  (status: number, body = '', headers: object = {}): Act =>
  (stream) => {
    stream.respond({ ':status': status, ...headers })
    stream.end(body)
  }
const reset =
  (code: number): Act =>
  (stream) =>
    stream.close(code)
const goAway: Act = (_, session) => session.destroy(undefined, NGHTTP2_INTERNAL_ERROR)
const tear: Act = (_, session) => session.socket.destroy()
const hold: Act = () => undefined

const lost = { name: 'ConnectionError', phase: 'headers' }
const interrupted = (reason: string): object => ({ name: 'StreamInterruptedError', reason, requestId: 'req_h2' })
const cut = { ...interrupted('network'), partial: { events: 1 } }
/** undici tells the reset of a stream as its end. */
const asEnd = { reason: expect.stringMatching(/^(eof|network)$/) }

const CASES: readonly Case[] = [
  ['a stream', send([STREAM]), 'result'],
  ['a stream in pieces of 7 bytes', send(pieces(STREAM, 7)), 'result'],
  ['a stream without a result', send([EVENT]), interrupted('eof')],
  ['a reset behind the request', reset(NGHTTP2_INTERNAL_ERROR), lost],
  ['a refusal of the stream', reset(NGHTTP2_REFUSED_STREAM), lost],
  ['a reset behind the head', send([], reset(NGHTTP2_INTERNAL_ERROR)), { ...interrupted(''), ...asEnd }],
  ['a reset between events', send([EVENT], reset(NGHTTP2_INTERNAL_ERROR)), { ...cut, ...asEnd }],
  ['a reset within an event', send([EVENT, 'data: {"ty'], reset(NGHTTP2_CANCEL)), { ...cut, ...asEnd }],
  ['a reset behind the result', send([frames(...DELTAS, COMPLETED)], reset(NGHTTP2_CANCEL)), 'result'],
  ['a GOAWAY behind the request', goAway, lost],
  ['a GOAWAY behind the head', send([], goAway), interrupted('network')],
  ['a GOAWAY between events', send([EVENT], goAway), cut],
  ['a torn connection behind the request', tear, lost],
  ['a torn connection behind the head', send([], tear), interrupted('network')],
  ['a torn connection between events', send([EVENT], tear), cut],
  ['silence before the head', hold, { name: 'RequestTimeoutError', phase: 'headers' }, { timeoutMs: 60 }],
  ['silence between events', send([EVENT], hold), { ...cut, reason: 'idle' }, { idleTimeoutMs: 60 }],
  [
    'a refusal with Retry-After',
    answer(429, errorBody('RATE_LIMIT_EXCEEDED'), { 'retry-after': '7' }),
    { name: 'RateLimitError', retryAfterMs: 7_000, creditsCharged: 0 },
  ],
  ['a page of a proxy', answer(503, '<html>'), { name: 'ServerError', status: 503, body: '<html>' }],
  ['a redirect', answer(307, '', { location: 'https://elsewhere.example/' }), { name: 'APIError', status: 307 }],
  ['a page in the place of the stream', answer(200, '<html>'), { name: 'StreamProtocolError', raw: '<html>' }],
]

async function play([, act, want, options = {}]: Case): Promise<void> {
  const server = await listenSecure(act)
  onTestFinished(() => server.close())
  const { dispatcher, url } = server
  const client = new DeepResearch({
    apiKey: KEY,
    baseURL: url,
    retry: { limit: 0 },
    fetchOptions: { dispatcher },
    ...options,
  })
  if (want === 'result') await expect(client.run(QUERY)).resolves.toEqual(RESULT)
  else {
    const error = await rejection(client.run(QUERY))
    expect(error).toBeInstanceOf(DeepResearchError)
    expect(error).toMatchObject(want)
    expect(JSON.stringify(error)).not.toContain(KEY)
  }
  // What is left behind a result may take a second to be read away.
  await expect.poll(() => server.open.size, { timeout: 4_000 }).toBe(0)
  const running = (): unknown[] => Object.values(dispatcher.stats).map((stats) => Object(stats).running)
  await expect.poll(running, { timeout: 4_000 }).not.toContain(1)
}

for (const each of CASES) it(`HTTP/2 over TLS: ${each[0]}`, () => play(each))

it('HTTP/2 over TLS: leaving the loop ends the request, and the connection serves the next one', async () => {
  let asked = 0
  const server = await listenSecure((stream, session) => {
    asked += 1
    send(asked === 1 ? [EVENT] : [STREAM], asked === 1 ? hold : undefined)(stream, session)
  })
  onTestFinished(() => server.close())
  const { dispatcher, url } = server
  const client = new DeepResearch({ apiKey: KEY, baseURL: url, fetchOptions: { dispatcher } })
  for await (const _ of await client.stream(QUERY)) break
  await expect.poll(() => server.open.size).toBe(0)
  await expect(client.run(QUERY)).resolves.toEqual(RESULT)
})
