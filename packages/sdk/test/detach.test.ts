import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { clientOf, QUERY, rejection } from './client-of.ts'
import type { Behaviour } from './loopback.ts'
import { COMPLETED, DELTAS, DONE, errorBody, frames, HEAD, RESULT } from './wire.ts'

const RESUMABLE = { ...HEAD, 'x-research-resumable': 'true' }
const EVENTS = [...DELTAS, COMPLETED]

/** A service that lets research go on without a reader, if it is asked to. */
const detaching: Behaviour = (response, { method, headers }) => {
  if (method === 'DELETE') return void response.writeHead(204).end()
  const isDetached = headers['x-research-detached'] === 'true'
  const from = Number(headers['last-event-id'] ?? 0)
  response.writeHead(200, { ...RESUMABLE, ...(isDetached && { 'x-research-detached': 'true' }) })
  if (from > 0 && !isDetached) response.end(frames(...EVENTS.slice(from)) + DONE)
  else response.write(frames(...EVENTS.slice(from, from + 2)))
}

/** One that knows nothing of it. */
const attached: Behaviour = (response, { method, headers }) => {
  if (method === 'DELETE') return void response.writeHead(204).end()
  const from = Number(headers['last-event-id'] ?? 0)
  response.writeHead(200, RESUMABLE).write(frames(...EVENTS.slice(from, from + 2)))
}

/** Waits as long as a DELETE would take. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

describe('stream.detach()', () => {
  it('leaves the research running, and another process goes on where it was', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const { client, server } = await clientOf(detaching, {
      middleware: [
        (url, init, next) => {
          signals.push(init.signal)
          return next(url, init)
        },
      ],
    })
    const stream = await client.stream(QUERY)
    const seen: unknown[] = []
    let left: { id: string; position: number } | undefined
    for await (const event of stream) {
      seen.push(event)
      if (seen.length === 2) left = await stream.detach()
    }
    expect(left).toEqual({ id: 'req_header', position: 2 })
    expect(await rejection(stream.result())).toMatchObject({ name: 'AbortError' })
    // Both connections are closed.
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true])
    await settled()
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST'])
    expect(server.posts[1]?.headers).toMatchObject({ 'x-research-resume': 'req_header', 'last-event-id': '2' })
    for await (const event of await client.resume(left?.id ?? '', { after: left?.position })) seen.push(event)
    expect(seen).toEqual(EVENTS)
  })

  it('needs no further request where the stream was begun so', async () => {
    const outcomes: string[] = []
    const { client, server } = await clientOf(detaching, { hooks: { onEnd: ({ outcome }) => outcomes.push(outcome) } })
    const stream = await client.stream(QUERY, { detached: true })
    expect(stream.isDetached).toBe(true)
    expect(await stream.detach()).toEqual({ id: 'req_header', position: 0 })
    await server.closed()
    await settled()
    expect(server.requests.map(({ method }) => method)).toEqual(['POST'])
    expect(outcomes).toEqual(['detached'])
  })

  it('is asked for again through a gateway’s page, as it costs nothing', async () => {
    const { client, server } = await clientOf((response, request, index) => {
      if (index === 1) response.writeHead(502, { 'retry-after': '0' }).end('<html>')
      else return detaching(response, request, index)
    })
    const stream = await client.stream(QUERY)
    expect(await stream.detach()).toEqual({ id: 'req_header', position: 0 })
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST'])
  })

  it('ends a relay of the stream with an error, not as if there were a result', async () => {
    const { client } = await clientOf(detaching)
    const stream = await client.stream(QUERY)
    const relayed = stream.toReadableStream().getReader()
    await relayed.read()
    await stream.detach()
    expect(await rejection(relayed.read())).toMatchObject({ name: 'AbortError' })
  })

  it('says that a service does not do that, and leaves the stream as it is', async () => {
    const { client, server } = await clientOf(attached)
    const stream = await client.stream(QUERY)
    expect(stream.isDetached).toBe(false)
    expect(await rejection(stream.detach())).toMatchObject({ code: 'NOT_DETACHED' })
    const iterator = stream[Symbol.asyncIterator]()
    expect((await iterator.next()).value).toEqual(EVENTS[0])
    await iterator.return()
    await server.received(3)
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
    const plain = await clientOf((response) => void response.writeHead(200, HEAD).write(frames(EVENTS[0])))
    expect(await rejection((await plain.client.stream(QUERY)).detach())).toMatchObject({ code: 'NOT_DETACHED' })
  })

  it('after the end only says where that was', async () => {
    const { client, server } = await clientOf(
      (response) => void response.writeHead(200, RESUMABLE).end(frames(...EVENTS)),
    )
    const stream = await client.stream(QUERY)
    expect(await stream.result()).toEqual(RESULT)
    expect(await stream.detach()).toEqual({ id: 'req_header', position: EVENTS.length })
    expect(server.requests).toHaveLength(1)
  })
})

describe('whatever else leaves a stream cancels its research', () => {
  it.each<[string, (stream: Awaited<ReturnType<Awaited<ReturnType<typeof clientOf>>['client']['stream']>>) => unknown]>(
    [
      [
        'break',
        async (stream) => {
          for await (const _ of stream) break
        },
      ],
      [
        'an exception in the loop',
        async (stream) => {
          for await (const _ of stream) throw new Error('mine')
        },
      ],
      ['abort()', (stream) => stream.abort()],
      ['await using', (stream) => stream[Symbol.asyncDispose]()],
      ['a cancelled body', (stream) => stream.toReadableStream().cancel()],
    ],
  )('%s', async (_, leave) => {
    const { client, server } = await clientOf(detaching)
    const stream = await client.stream(QUERY, { detached: true })
    await Promise.allSettled([leave(stream)])
    await server.received(2)
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })
})

describe('client.start()', () => {
  it('resolves with the id of a research that goes on', async () => {
    const { client, server } = await clientOf(detaching)
    expect(await client.start(QUERY, { idempotencyKey: 'mine' })).toBe('req_header')
    await server.closed()
    await settled()
    expect(server.requests).toHaveLength(1)
    expect(server.posts[0]?.headers).toMatchObject({ 'x-research-detached': 'true', 'idempotency-key': 'mine' })
  })

  it('says that the research will not go on, and does not cancel it', async () => {
    const { client, server } = await clientOf(attached)
    expect(await rejection(client.start(QUERY))).toMatchObject({ code: 'NOT_DETACHED', requestId: 'req_header' })
    await settled()
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST'])
  })
})

describe('client.wait()', () => {
  const answer = (status: string): string => JSON.stringify({ request_id: 'req_1', status })
  const running = (headers: Record<string, string> = {}) => [200, headers, answer('running')] as const
  const replies: readonly (readonly [number, Record<string, string>, string])[] = [
    // Longer in all than it waits for a service that is away.
    ...Array.from({ length: 3 }, () => running({ 'retry-after': '30' })),
    [502, {}, '<html>'],
    [503, {}, '<html>'],
    [504, {}, '<html>'],
    running(),
    [200, {}, answer('failed')],
  ]

  it('retrieves until the end, as often as the service suggests, through a gateway’s pages', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })
    // A `fetch` without timers of its own.
    let index = 0
    const fetch = async () => {
      const [status, headers, body] = replies[index++] ?? [500, {}, '']
      return new Response(body, { status, headers })
    }
    const { client } = await clientOf(() => undefined, { fetch })
    const waits: number[] = []
    const endWait = (): void => {
      if (index === replies.length) return
      const began = performance.now()
      vi.advanceTimersToNextTimer()
      waits.push(performance.now() - began)
    }
    const hooks = { onEnd: () => setImmediate(endWait) }
    expect(await client.wait('req_1', { hooks, retry: { limit: 0 } })).toMatchObject({ status: 'failed' })
    expect(waits).toEqual([30_000, 30_000, 30_000, 500, 1_000, 2_000, 5_000])
  })

  it('ends with the service’s refusal, and with the signal', async () => {
    const { client } = await clientOf((response, { url }) => {
      if (url.endsWith('gone')) response.writeHead(404).end(errorBody('NOT_FOUND'))
      else response.writeHead(200, { 'retry-after': '60' }).end(answer('running'))
    })
    expect(await rejection(client.wait('gone'))).toMatchObject({ name: 'NotFoundError' })
    const controller = new AbortController()
    const over = rejection(client.wait('req_1', { signal: controller.signal }))
    setTimeout(() => controller.abort('enough'), 20)
    expect(await over).toBe('enough')
  })
})
