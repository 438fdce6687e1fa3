import type { ServerResponse } from 'node:http'
import { type DeepResearchOptions, StreamInterruptedError } from '@deep-research/sdk'
import type { ResumeInfo } from '@deep-research/sdk/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clientOf, QUERY, rejection } from './client-of.ts'
import type { Behaviour } from './loopback.ts'
import { COMPLETED, DELTAS, DONE, errorBody, frames, HEAD, RESULT, STREAM } from './wire.ts'

const RESUMABLE = { ...HEAD, 'x-research-resumable': 'true' }
const EVENTS = [...DELTAS, COMPLETED]

function hurry(): { hooks: DeepResearchOptions['hooks']; waits: ResumeInfo[] } {
  const waits: ResumeInfo[] = []
  const onResume = (info: ResumeInfo): void => {
    waits.push(info)
    queueMicrotask(() => vi.advanceTimersByTime(info.delayMs))
  }
  return { hooks: { onResume }, waits }
}

async function sendAndTear(response: ServerResponse, text: string): Promise<void> {
  response.writeHead(200, RESUMABLE)
  await new Promise((resolve) => response.write(text, resolve))
  response.socket?.destroy()
}

/** A service that keeps the events, and loses the connection after each `each` of them, half an event later. */
function faltering(each: number): Behaviour {
  return async (response, { method, headers }) => {
    if (method === 'DELETE') return void response.writeHead(204).end()
    const from = Number(headers['last-event-id'] ?? 0)
    const rest = EVENTS.slice(from)
    if (rest.length <= each) return void response.writeHead(200, RESUMABLE).end(frames(...rest) + DONE)
    await sendAndTear(response, frames(...rest.slice(0, each)) + frames(rest[each]).slice(0, 30))
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a lost stream is taken up again', () => {
  it('after the last event that came, and nobody notices', async () => {
    const { hooks, waits } = hurry()
    const { client, server } = await clientOf(faltering(2), { hooks })
    const seen: unknown[] = []
    const stream = await client.stream(QUERY)
    for await (const event of stream) seen.push(event)
    expect(seen).toEqual(EVENTS)
    expect(await stream.result()).toEqual(RESULT)
    const [first, ...resumes] = server.posts
    expect(resumes.map(({ headers }) => headers['last-event-id'])).toEqual(['2', '4'])
    for (const { headers, body } of resumes) {
      expect(headers['x-research-resume']).toBe('req_header')
      expect(headers).not.toHaveProperty('idempotency-key')
      expect(body).toBe(first?.body)
    }
    expect(first?.headers).not.toHaveProperty('last-event-id')
    expect(waits).toMatchObject([
      { attempt: 1, received: 2, requestId: 'req_header', error: { reason: 'network' } },
      { attempt: 2, received: 4 },
    ])
  })

  it.each([
    ['closed in good order', (response: ServerResponse) => void response.end()],
    ['silent', () => undefined],
  ])('where the connection is %s', async (_, stop) => {
    const { hooks } = hurry()
    const { client } = await clientOf(
      async (response, _request, index) => {
        if (index > 0) return void response.writeHead(200, RESUMABLE).end(frames(...EVENTS.slice(1)))
        response.writeHead(200, RESUMABLE)
        await new Promise((resolve) => response.write(frames(EVENTS[0]), resolve))
        stop(response)
      },
      { hooks, idleTimeoutMs: 1_000 },
    )
    const stream = await client.stream(QUERY)
    const seen: unknown[] = []
    for await (const event of stream) {
      seen.push(event)
      // The read that follows begins in a later turn; then its time is up.
      if (seen.length === 1) setImmediate(() => setImmediate(() => vi.advanceTimersByTime(1_000)))
    }
    expect(seen).toEqual(EVENTS)
  })

  it('at most resume.limit times', async () => {
    const { hooks, waits } = hurry()
    const { client, server } = await clientOf((response) => sendAndTear(response, ''), { hooks, resume: { limit: 3 } })
    expect(await rejection(client.run(QUERY))).toMatchObject({ name: 'StreamInterruptedError', reason: 'network' })
    expect(server.posts).toHaveLength(4)
    expect(waits.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
  })

  it('after a wait that grows only while nothing comes', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    // As in a process that has run for a while, whose clock is far from 0.
    vi.advanceTimersByTime(60_000)
    const { hooks, waits } = hurry()
    const { client } = await clientOf(
      (response, { headers }, index) => {
        const from = Number(headers['last-event-id'] ?? 0)
        return sendAndTear(response, index < 3 ? '' : frames(EVENTS[from]))
      },
      { hooks, resume: { limit: 5 } },
    )
    await rejection(client.run(QUERY))
    expect(waits.map(({ delayMs }) => delayMs)).toEqual([500, 1_000, 2_000, 500, 500])
  })

  it('whatever a gateway answers until the service is back', async () => {
    const { hooks, waits } = hurry()
    const pages: readonly [number, Record<string, string>, string][] = [
      [504, {}, '<html>'],
      [503, { 'retry-after': '0' }, '<html>'],
      [502, { 'retry-after': '3600' }, '<html>'],
      [404, {}, 'default backend - 404'],
      [403, {}, ''],
      [200, { 'content-type': 'text/html' }, '<html>We are updating.'],
      [302, { location: '/maintenance' }, ''],
      [502, { 'retry-after': '1' }, errorBody('PROXY_ERROR')],
      [500, { 'retry-after': '1' }, errorBody('SERVER_RESTARTED')],
    ]
    const { client, server } = await clientOf(
      (response, request, index) => {
        if (index === 0) return sendAndTear(response, frames(EVENTS[0]))
        const page = pages[index - 1]
        if (page === undefined) return faltering(9)(response, request, index)
        response.writeHead(page[0], page[1]).end(page[2])
      },
      { hooks },
    )
    expect(await client.run(QUERY)).toEqual(RESULT)
    expect(server.posts).toHaveLength(pages.length + 2)
    expect(waits.map(({ delayMs }) => delayMs <= 8_000)).not.toContain(false)
  })

  it('for a minute without a connection, and then no longer, however often it was tried', async () => {
    const { hooks, waits } = hurry()
    const { client } = await clientOf(
      (response, _, index) => {
        if (index === 0) return sendAndTear(response, frames(EVENTS[0]))
        response.writeHead(502).end('<html>')
      },
      { hooks },
    )
    const error = await rejection(client.run(QUERY))
    expect(error).toMatchObject({ name: 'StreamInterruptedError', cause: { name: 'ServerError', status: 502 } })
    const waited = waits.reduce((sum, { delayMs }) => sum + delayMs, 0)
    expect(waited).toBeGreaterThan(55_000)
    expect(waited).toBeLessThanOrEqual(60_000)
  })

  it('with time that begins anew after each event, and that runs only without a connection', async () => {
    const { hooks } = hurry()
    let cuts = 0
    let arrived = (): void => undefined
    const { client } = await clientOf(
      async (response, { headers }, index) => {
        const from = Number(headers['last-event-id'] ?? 0)
        if (from === 2 && cuts < 40) {
          // A silence that something on the way cuts every ten seconds.
          cuts += 1
          const head = new Promise<void>((resolve) => {
            arrived = () => setImmediate(resolve)
          })
          response.writeHead(200, RESUMABLE).flushHeaders()
          await head
          vi.advanceTimersByTime(10_000)
          return void response.socket?.destroy()
        }
        if (index % 2 === 0) return sendAndTear(response, frames(EVENTS[from]) + (from === 4 ? DONE : ''))
        response.writeHead(503).end()
      },
      { hooks: { ...hooks, onResponse: () => arrived() }, resume: { giveUpAfterMs: 30_000 } },
    )
    expect(await client.run(QUERY)).toEqual(RESULT)
    expect(cuts).toBe(40)
  })

  it('as often as Retry-After asks', async () => {
    const { hooks, waits } = hurry()
    const { client, server } = await clientOf(
      (response, request, index) => {
        if (index === 1)
          return void response.writeHead(429, { 'retry-after': '9' }).end(errorBody('RATE_LIMIT_EXCEEDED'))
        if (index === 2) return void response.socket?.destroy()
        return faltering(4)(response, request, index)
      },
      { hooks },
    )
    expect(await client.run(QUERY)).toEqual(RESULT)
    expect(server.posts).toHaveLength(4)
    expect(waits[1]).toMatchObject({ error: { name: 'RateLimitError' } })
    expect(waits[1]?.delayMs).toBeGreaterThanOrEqual(9_000)
    expect(waits[2]).toMatchObject({ error: { name: 'ConnectionError', phase: 'headers' } })
  })
})

describe('a lost stream is an interruption', () => {
  it('where the service does not offer more', async () => {
    for (const header of [HEAD, { ...HEAD, 'x-research-resumable': 'false' }]) {
      const { client, server } = await clientOf(
        (response) => void response.writeHead(200, header).end(frames(DELTAS[0])),
      )
      expect(await rejection(client.run(QUERY))).toSatisfy(
        (error) => StreamInterruptedError.isInstance(error) && error.reason === 'eof' && error.cause === undefined,
      )
      expect(server.requests).toHaveLength(1)
    }
  })

  it.each([
    ['404', 404, {}, errorBody('NOT_FOUND'), 'NotFoundError'],
    ['401', 401, {}, errorBody('INVALID_API_KEY'), 'AuthenticationError'],
    ['a wait that is too long', 429, { 'retry-after': '3600' }, errorBody('RATE_LIMIT_EXCEEDED'), 'RateLimitError'],
  ])('where taking it up is refused: %s', async (_, status, headers, body, name) => {
    const { hooks } = hurry()
    const { client, server } = await clientOf(
      (response, _request, index) => {
        if (index === 0) return sendAndTear(response, frames(...DELTAS))
        response.writeHead(status, headers).end(body)
      },
      { hooks },
    )
    const error = await rejection(client.run(QUERY))
    expect(error).toMatchObject({ name: 'StreamInterruptedError', reason: 'network', cause: { name } })
    expect(error).toMatchObject({ partial: { events: 4 }, requestId: 'req_header' })
    expect(server.posts).toHaveLength(2)
  })

  it('where [DONE] came without a result', async () => {
    const { client, server } = await clientOf((response) => void response.writeHead(200, RESUMABLE).end(DONE))
    expect(await rejection(client.run(QUERY))).toMatchObject({ reason: 'done-without-result' })
    expect(server.posts).toHaveLength(1)
  })

  it('with a limit of 0', async () => {
    const { client, server } = await clientOf((response) => sendAndTear(response, ''), { resume: { limit: 0 } })
    expect(await rejection(client.run(QUERY))).toMatchObject({ reason: 'network', cause: { name: 'TypeError' } })
    expect(server.posts).toHaveLength(1)
  })
})

it.each([
  [60_000, 15_000],
  [0, 15_000],
  [5_000, 5_000],
])(
  'with a timeoutMs of %i, tries once more when no answer came for %i ms, a part of the time that it has in all',
  async (timeoutMs, atMost) => {
    const { hooks, waits } = hurry()
    let early: number | undefined
    const { client, server } = await clientOf(
      (response, request, index) => {
        if (index === 0) return sendAndTear(response, frames(EVENTS[0]))
        if (index > 1) return faltering(9)(response, request, index)
        setImmediate(() => {
          vi.advanceTimersByTime(atMost - 1)
          setImmediate(() => {
            early = waits.length
            vi.advanceTimersByTime(1)
          })
        })
      },
      { hooks, timeoutMs },
    )
    expect(await client.run(QUERY)).toEqual(RESULT)
    expect(server.posts).toHaveLength(3)
    expect(early).toBe(1)
    expect(waits[1]).toMatchObject({ error: { name: 'RequestTimeoutError' } })
  },
)

it('closes a connection that fell silent before it opens another, also where a middleware copies the body', async () => {
  vi.useRealTimers()
  const copies: Response[] = []
  let first: ServerResponse | undefined
  let wasClosed: boolean | undefined
  const { client } = await clientOf(
    (response, request, index) => {
      if (index > 0) {
        wasClosed = first?.closed
        return faltering(9)(response, request, index)
      }
      first = response
      response.writeHead(200, RESUMABLE).write(frames(EVENTS[0]))
    },
    {
      idleTimeoutMs: 50,
      middleware: [
        async (url, init, next) => {
          const response = await next(url, init)
          copies.push(response.clone())
          return response
        },
      ],
    },
  )
  expect(await client.run(QUERY)).toEqual(RESULT)
  expect(wasClosed).toBe(true)
})

it('ends the wait for a reconnection at once when the signal fires', async () => {
  const waiting = Promise.withResolvers<void>()
  const { client, server } = await clientOf((response) => sendAndTear(response, ''), {
    hooks: { onResume: () => waiting.resolve() },
  })
  const controller = new AbortController()
  const running = rejection(client.run(QUERY, { signal: controller.signal }))
  await waiting.promise
  controller.abort('enough')
  expect(await running).toBe('enough')
  expect(server.posts).toHaveLength(1)
})

describe('the service is told that nobody waits any more', () => {
  const hold: Behaviour = (response, { method }) => {
    if (method === 'DELETE') response.writeHead(204).end()
    else response.writeHead(200, RESUMABLE).write(frames(DELTAS[0]))
  }

  it('when the loop is left', async () => {
    const { client, server } = await clientOf(hold)
    for await (const _ of await client.stream(QUERY)) break
    await server.received(2)
    const [, cancel] = server.requests
    expect(cancel).toMatchObject({ method: 'DELETE', url: '/v1/research/req_header', body: '' })
    expect(cancel?.headers['x-api-key']).toBe(server.posts[0]?.headers['x-api-key'])
  })

  it('when the caller aborts', async () => {
    const { client, server } = await clientOf(hold)
    const stream = await client.stream(QUERY)
    stream.abort()
    await server.received(2)
    expect(server.requests[1]?.method).toBe('DELETE')
  })

  it('not when the stream ended by itself, nor where it was not offered', async () => {
    const { client, server } = await clientOf((response, { method }, index) => {
      if (method === 'DELETE') response.writeHead(204).end()
      else if (index === 0) response.writeHead(200, RESUMABLE).end(STREAM)
      else response.writeHead(200, HEAD).write(frames(DELTAS[0]))
    })
    await client.run(QUERY)
    for await (const _ of await client.stream(QUERY)) break
    await server.closed()
    await client.run(QUERY, { signal: AbortSignal.abort() }).catch(() => undefined)
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST'])
  })
})
