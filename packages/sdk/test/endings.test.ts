import type { ServerResponse } from 'node:http'
import {
  DeepResearchError,
  ResearchFailedError,
  StreamError,
  StreamInterruptedError,
  StreamProtocolError,
} from '@deep-research/sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clientOf, QUERY, rejection } from './client-of.ts'
import { COMPLETED, DELTAS, DONE, envelope, FAILED, frames, HEAD, RESULT, STREAM, typesOf } from './wire.ts'

const begun = frames(...DELTAS.slice(0, 2))

function start(response: ServerResponse, text = begun): Promise<void> {
  response.writeHead(200, HEAD)
  return new Promise((resolve) => response.write(text, () => resolve()))
}

afterEach(() => {
  vi.useRealTimers()
})

describe('six ways to stop half-way, six outcomes', () => {
  it('truncation: the connection is closed in good order', async () => {
    const { client, server } = await clientOf(async (response) => {
      await start(response)
      response.end()
    })
    const error = await rejection(typesOf(await client.stream(QUERY)))
    expect(error).toBeInstanceOf(StreamInterruptedError)
    expect(error).toMatchObject({ reason: 'eof', code: 'STREAM_INTERRUPTED', partial: { events: 2 } })
    expect(server.posts).toHaveLength(1)
  })

  it("abort: the caller's own reason, whatever it is", async () => {
    const { client, server } = await clientOf((response) => start(response))
    const controller = new AbortController()
    const stream = await client.stream(QUERY, { signal: controller.signal })
    const reason = { mine: true }
    const loop = (async () => {
      for await (const event of stream) if (event.type === 'research.answer.delta') controller.abort(reason)
    })()
    expect(await rejection(loop)).toBe(reason)
    expect(await rejection(stream.result())).toBe(reason)
    await server.closed()
    expect(server.posts).toHaveLength(1)
  })

  it("time-out: the caller's signal gives up with a TimeoutError", async () => {
    const { client, server } = await clientOf((response) => start(response))
    const error = await rejection(client.run(QUERY, { signal: AbortSignal.timeout(300) }))
    expect(error).toMatchObject({ name: 'TimeoutError' })
    expect(DeepResearchError.isInstance(error)).toBe(false)
    expect(server.posts).toHaveLength(1)
  })

  it('research.failed: delivered, then thrown', async () => {
    const { client, server } = await clientOf(
      (response) => void response.writeHead(200, HEAD).end(begun + frames(FAILED)),
    )
    const stream = await client.stream(QUERY)
    const seen: string[] = []
    const loop = (async () => {
      for await (const { type } of stream) seen.push(String(type))
    })()
    const error = await rejection(loop)
    expect(seen.at(-1)).toBe('research.failed')
    expect(error).toBeInstanceOf(ResearchFailedError)
    expect(error).toMatchObject({ code: 'RESEARCH_FAILED', message: 'No source could be read.', event: FAILED })
    expect(await rejection(stream.result())).toBe(error)
    expect(server.posts).toHaveLength(1)
  })

  it('network: the connection is torn', async () => {
    const { client, server } = await clientOf(async (response) => {
      await start(response)
      response.socket?.destroy()
    })
    const error = await rejection(client.run(QUERY))
    expect(error).toBeInstanceOf(StreamInterruptedError)
    expect(error).toMatchObject({ reason: 'network', cause: { name: 'TypeError' } })
    expect(server.posts).toHaveLength(1)
  })

  it('silence: nothing comes within idleTimeoutMs', async () => {
    const { client, server } = await clientOf((response) => start(response))
    const error = await rejection(client.run(QUERY, { idleTimeoutMs: 300 }))
    expect(error).toBeInstanceOf(StreamInterruptedError)
    expect(error).toMatchObject({ reason: 'idle', partial: { events: 2 } })
    await server.closed()
    expect(server.posts).toHaveLength(1)
  })
})

describe('the end of the connection', () => {
  it('shows a last event without its blank line', async () => {
    for (const ending of ['\n', '', '\r', '\r\n']) {
      const { client } = await clientOf(async (response) => {
        await start(response, begun + frames(COMPLETED).trimEnd() + ending)
        response.end()
      })
      expect(await client.run(QUERY)).toEqual(RESULT)
    }
  })

  it('shows it where the connection was torn, too', async () => {
    const { client } = await clientOf(async (response) => {
      await start(response, frames(COMPLETED).trimEnd())
      response.socket?.destroySoon()
    })
    expect(await client.run(QUERY)).toEqual(RESULT)
  })

  it('is an interruption where half an event is left, at every byte of it', async () => {
    const bytes = Buffer.from(frames(DELTAS[2]).trimEnd())
    let cut = 0
    const { client } = await clientOf(async (response) => {
      await start(response)
      response.end(bytes.subarray(0, cut))
    })
    for (cut = 0; cut < bytes.length; cut += 7) {
      expect(await rejection(client.run(QUERY)), `cut at ${cut}`).toMatchObject({
        name: 'StreamInterruptedError',
        reason: 'eof',
        partial: { events: 2 },
      })
    }
  })

  it('after research.completed is no error, whatever it is', async () => {
    const tear = async (response: ServerResponse): Promise<void> => {
      await start(response, begun + frames(COMPLETED))
      response.socket?.destroySoon()
    }
    const fallSilent = (response: ServerResponse): Promise<void> => start(response, begun + frames(COMPLETED))
    for (const behave of [tear, fallSilent]) {
      const { client } = await clientOf(behave)
      expect(await client.run(QUERY)).toEqual(RESULT)
    }
  })

  it('closes a connection that stays open after the result, also where a middleware copies the body', async () => {
    const copies: Response[] = []
    const { client, server } = await clientOf((response) => start(response, STREAM), {
      middleware: [
        async (url, init, next) => {
          const response = await next(url, init)
          copies.push(response.clone())
          return response
        },
      ],
    })
    expect(await client.run(QUERY)).toEqual(RESULT)
    await server.closed()
  })
})

it('[DONE] without a result is an interruption of its own', async () => {
  const { client, server } = await clientOf((response) => void response.writeHead(200, HEAD).end(begun + DONE))
  const error = await rejection(client.run(QUERY))
  expect(error).toMatchObject({ name: 'StreamInterruptedError', reason: 'done-without-result' })
  expect(server.posts).toHaveLength(1)
})

it.each([
  ['no fields', {}, 'The research failed.', undefined],
  ['an error that is none', { error: 'x' }, 'The research failed.', undefined],
  ['an unknown code', { error: { code: 'NEW', message: 'm' } }, 'm', 'NEW'],
])('research.failed with %s is thrown all the same', async (_, data, message, code) => {
  const failed = envelope('research.failed', data)
  const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(frames(failed)))
  expect(await rejection(client.run(QUERY))).toMatchObject({
    name: 'ResearchFailedError',
    message,
    code,
    event: failed,
  })
})

describe('what the service may not send', () => {
  it.each([
    ['no JSON', 'data: {"type": oops}\n\n', '{"type": oops}', 3],
    ['no envelope', 'data: {"data": 1}\n\n', '{"data": 1}', 3],
    ['a result without an answer', frames(envelope('research.completed', {})), undefined, 3],
    ['no JSON behind an event that one newline parts', `${frames(DELTAS[2]).trimEnd()}\ndata: oops\n\n`, 'oops', 4],
  ])('%s', async (_, text, raw, eventNumber) => {
    const { client, server } = await clientOf(async (response) => {
      await start(response, begun + text)
    })
    const error = await rejection(client.run(QUERY))
    expect(error).toBeInstanceOf(StreamProtocolError)
    expect(error).toBeInstanceOf(StreamError)
    expect(error).toMatchObject({ eventNumber, code: 'STREAM_PROTOCOL_ERROR', partial: { events: eventNumber - 1 } })
    if (raw !== undefined) expect(error).toMatchObject({ raw })
    await server.closed()
    expect(server.posts).toHaveLength(1)
  })

  it('an event over the limit, after what came before it', async () => {
    const { client } = await clientOf((response) => start(response, begun + frames(COMPLETED)), { maxEventBytes: 500 })
    const error = await rejection(client.run(QUERY))
    expect(error).toMatchObject({ name: 'StreamProtocolError', eventNumber: 3, partial: { events: 2 } })
  })

  it.each([
    ['JSON', { 'content-type': 'application/json' }, '{"answer":1}'],
    ['a page', { 'content-type': 'text/html' }, '<html>'],
    ['something without a type', {}, 'hello'],
    ['a type that only begins alike', { 'content-type': 'text/event-streams' }, 'hello'],
  ])('%s instead of a stream', async (_, headers, body) => {
    const { client, server } = await clientOf((response) => void response.writeHead(200, headers).end(body))
    const error = await rejection(client.stream(QUERY))
    expect(error).toMatchObject({ name: 'StreamProtocolError', raw: body, partial: { events: 0 } })
    expect(server.posts).toHaveLength(1)
  })
})
