import { getEventListeners } from 'node:events'
import { readResearchStream } from '@deep-research/sdk'
import { describe, expect, it } from 'vitest'
import { clientOf, QUERY, rejection } from './client-of.ts'
import type { Behaviour } from './loopback.ts'
import { DELTAS, frames, HEAD, RESULT, STREAM } from './wire.ts'

const hold: Behaviour = (response) => void response.writeHead(200, HEAD).write(frames(...DELTAS))
const complete: Behaviour = (response) => void response.writeHead(200, HEAD).end(STREAM)

describe('leaving', () => {
  it('the loop frees the connection and is no error', async () => {
    const { client, server } = await clientOf(hold)
    for await (const _ of await client.stream(QUERY)) break
    await server.closed()
  })

  it('an error thrown in the loop frees it, too', async () => {
    const { client, server } = await clientOf(hold)
    const loop = (async () => {
      for await (const _ of await client.stream(QUERY)) throw new Error('mine')
    })()
    expect(await rejection(loop)).toMatchObject({ message: 'mine' })
    await server.closed()
  })

  it('works while next is pending and the service is silent', async () => {
    const { client, server } = await clientOf((response) => void response.writeHead(200, HEAD).flushHeaders())
    const iterator = (await client.stream(QUERY))[Symbol.asyncIterator]()
    const pending = iterator.next()
    expect(await iterator.return?.()).toEqual({ done: true, value: undefined })
    expect(await pending).toEqual({ done: true, value: undefined })
    await server.closed()
  })

  it('text() works while next is pending', async () => {
    const { client, server } = await clientOf((response) => void response.writeHead(200, HEAD).flushHeaders())
    const text = (await client.stream(QUERY)).text()
    const pending = text.next()
    await text.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })
    await server.closed()
  })

  it('by await using', async () => {
    const { client, server } = await clientOf(hold)
    {
      await using stream = await client.stream(QUERY)
      expect(stream.response.status).toBe(200)
    }
    await server.closed()
  })

  it('without having read frees the connection', async () => {
    const { client, server } = await clientOf(hold)
    const stream = await client.stream(QUERY)
    await stream[Symbol.asyncDispose]()
    await server.closed()
    expect(await rejection(stream.result())).toMatchObject({ name: 'AbortError' })
  })
})

it('ends its own request first, and waits for no body to agree', async () => {
  const order: string[] = []
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(frames(...DELTAS))),
    cancel: () => {
      order.push('cancel')
      return new Promise(() => undefined)
    },
  })
  const { client } = await clientOf(() => undefined, {
    fetch: async (_, { signal }) => {
      signal?.addEventListener('abort', () => order.push('abort'))
      return new Response(body, { headers: HEAD })
    },
  })
  for await (const _ of await client.stream(QUERY)) break
  expect(order).toEqual(['abort', 'cancel'])
})

describe('aborting', () => {
  it('before the request: nothing is sent', async () => {
    const { client, server } = await clientOf(complete)
    expect(await rejection(client.stream(QUERY, { signal: AbortSignal.abort('no') }))).toBe('no')
    expect(server.requests).toHaveLength(0)
  })

  it('while the answer is awaited', async () => {
    const { client, server } = await clientOf(() => undefined)
    const controller = new AbortController()
    const opening = rejection(client.stream(QUERY, { signal: controller.signal }))
    await server.received(1)
    controller.abort('no')
    expect(await opening).toBe('no')
    await server.closed()
    expect(server.posts).toHaveLength(1)
  })

  it('while an error is read that does not end', async () => {
    const { client, server } = await clientOf(async (response) => {
      response.writeHead(429)
      await new Promise((resolve) => response.write('{', resolve))
    })
    const controller = new AbortController()
    const opening = rejection(client.stream(QUERY, { signal: controller.signal }))
    await server.received(1)
    setImmediate(() => controller.abort('no'))
    expect(await opening).toBe('no')
  })

  it('holds for a fetch that does not know signals', async () => {
    const { client } = await clientOf(() => undefined, { fetch: () => new Promise(() => undefined) })
    const controller = new AbortController()
    const opening = rejection(client.stream(QUERY, { signal: controller.signal }))
    controller.abort('no')
    expect(await opening).toBe('no')
  })

  it('leaves the answer that such a fetch gives late', async () => {
    const controller = new AbortController()
    const answering = Promise.withResolvers<Response>()
    const { client } = await clientOf(() => undefined, {
      fetch: () => {
        setImmediate(() => controller.abort('no'))
        return answering.promise
      },
    })
    expect(await rejection(client.stream(QUERY, { signal: controller.signal }))).toBe('no')
    const left = Promise.withResolvers<void>()
    answering.resolve(new Response(new ReadableStream({ cancel: () => left.resolve() }), { headers: HEAD }))
    await left.promise
  })

  it('holds at once while a refusal is read that somebody else fetched', { timeout: 3_000 }, async () => {
    const stream = readResearchStream(new Response(new ReadableStream(), { status: 502 }))
    const pending = rejection(stream[Symbol.asyncIterator]().next())
    stream.abort('no')
    expect(await pending).toBe('no')
  })

  it('while an event is awaited, and for every reader', async () => {
    const { client, server } = await clientOf(hold)
    const stream = await client.stream(QUERY)
    const result = rejection(stream.result())
    const loop = (async () => {
      for await (const event of stream) if (stream.partial.events === 4) setImmediate(() => stream.abort(event))
    })()
    expect(await rejection(loop)).toEqual(DELTAS[3])
    expect(await result).toEqual(DELTAS[3])
    await server.closed()
  })

  it('also what has been read but not delivered', async () => {
    const { client } = await clientOf(complete)
    const iterator = (await client.stream(QUERY, {}))[Symbol.asyncIterator]()
    await iterator.next()
    const { client: other } = await clientOf(complete)
    const stream = await other.stream(QUERY)
    const events = stream[Symbol.asyncIterator]()
    await events.next()
    stream.abort('no')
    expect(await rejection(events.next())).toBe('no')
    expect(await rejection(events.next())).toBe('no')
    await iterator.return?.()
  })

  it('without a reason gives an AbortError', async () => {
    const { client } = await clientOf(hold)
    const stream = await client.stream(QUERY)
    stream.abort()
    expect(await rejection(stream.result())).toMatchObject({ name: 'AbortError' })
  })

  it('changes nothing once the result is there', async () => {
    const { client } = await clientOf(complete)
    const controller = new AbortController()
    const stream = await client.stream(QUERY, { signal: controller.signal })
    for await (const event of stream) if (event.type === 'research.completed') controller.abort('late')
    expect(await stream.result()).toEqual(RESULT)
  })

  it('from a hook ends the stream', async () => {
    const controller = new AbortController()
    const { client } = await clientOf(complete, { hooks: { onEvent: () => controller.abort('hook') } })
    expect(await rejection(client.run(QUERY, { signal: controller.signal }))).toBe('hook')
  })
})

describe("the caller's signal", () => {
  it('is listened to once while a stream runs, and not after', async () => {
    const { client } = await clientOf(complete)
    const { signal } = new AbortController()
    const stream = await client.stream(QUERY, { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await stream.result()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    const read = readResearchStream(new Response(STREAM, { headers: HEAD }), { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await read.result()
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
