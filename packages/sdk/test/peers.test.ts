import { DeepResearch } from '@deep-research/sdk'
import { describe, expect, it } from 'vitest'
import { clientOf, KEY, QUERY, rejection } from './client-of.ts'
import { COMPLETED, DELTAS, DONE, envelope, FAILED, frames, HEAD, RESULT, STREAM, typesOf } from './wire.ts'

/** A client whose service answers with these pieces, and then ends, breaks or goes on being silent. */
function answering(pieces: Iterable<string>, then: 'end' | 'break' | 'silence' = 'end'): DeepResearch {
  const encoder = new TextEncoder()
  const fetch = async (): Promise<Response> => {
    const rest = pieces[Symbol.iterator]()
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const { done, value } = rest.next()
        if (!done) return controller.enqueue(encoder.encode(value))
        if (then === 'end') controller.close()
        if (then === 'break') controller.error(new TypeError('terminated'))
        return then === 'silence' ? new Promise(() => undefined) : undefined
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' } })
  }
  return new DeepResearch({ apiKey: KEY, baseURL: 'https://example.com', fetch })
}

describe('what was reported of clients like this one, and holds', () => {
  it('openai-node#2725: the last event has no blank line behind it', async () => {
    const text = frames(...DELTAS, COMPLETED).trimEnd()
    expect(await answering([text]).run(QUERY)).toEqual(RESULT)
  })

  it('vastsa/PI-Desktop#217: the service never closes behind the last event', async () => {
    expect(await answering([frames(...DELTAS, COMPLETED)], 'silence').run(QUERY)).toEqual(RESULT)
    expect(await typesOf(await answering([STREAM], 'silence').stream(QUERY))).toContain('research.completed')
  })

  it('justrach/codegraff#146: a stream that drops behind whole events is no finished one', async () => {
    for (const then of ['end', 'break'] as const) {
      const error = await rejection(answering([frames(...DELTAS)], then).run(QUERY))
      expect(error).toMatchObject({ name: 'StreamInterruptedError' })
    }
  })

  it('openai-node#294: a connection that breaks while nobody reads throws nothing by itself', async () => {
    const uncaught: unknown[] = []
    const listener = (error: unknown) => uncaught.push(error)
    process.on('unhandledRejection', listener)
    const stream = await answering([frames(...DELTAS)], 'break').stream(QUERY)
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', listener)
    expect(uncaught).toEqual([])
    expect(await rejection(stream.result())).toMatchObject({ name: 'StreamInterruptedError' })
  })

  it('openai-node#419: the time-out is for the head; a stream may take longer', async () => {
    const { client } = await clientOf((response) => {
      response.writeHead(200, HEAD).write(frames(...DELTAS))
      setTimeout(() => response.end(frames(COMPLETED) + DONE), 1_500)
    })
    expect(await client.run(QUERY, { timeoutMs: 1_000 })).toEqual(RESULT)
  })

  it('anthropic-sdk-typescript#346, #387: a failure within the stream has its code and its text', async () => {
    const error = await rejection(answering([frames(FAILED)]).run(QUERY))
    expect(error).toMatchObject({ name: 'ResearchFailedError', code: expect.stringMatching(/^[A-Z_]+$/) })
    expect(String(error)).not.toContain('[object Object]')
  })

  it('anthropic-sdk-typescript#416: what breaks a stream is caught around its loop', async () => {
    const seen: string[] = []
    try {
      for await (const { type } of await answering([frames(...DELTAS)], 'break').stream(QUERY)) seen.push(type)
    } catch (error) {
      seen.push((error as Error).name)
    }
    expect(seen.at(-1)).toBe('StreamInterruptedError')
  })

  it('eventsource-parser#19, eventsource#130: an event of megabytes in small pieces costs time in line with its size', async () => {
    const cost = async (size: number) => {
      const text = frames(envelope('research.other', null, { filling: 'x'.repeat(size) })) + STREAM
      const pieces = Array.from({ length: Math.ceil(text.length / 1_000) }, (_, at) =>
        text.slice(at * 1_000, at * 1_000 + 1_000),
      )
      const before = process.cpuUsage()
      await answering(pieces).run(QUERY)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await cost(500_000)
    const [small, large] = [await cost(500_000), await cost(4_000_000)]
    expect(large / small).toBeLessThan(24)
  })

  it('fetch-event-source#65: one envelope over several data lines, some of them empty', async () => {
    const lines = JSON.stringify(COMPLETED, null, 1).split('\n')
    const text = `${['', ...lines, ''].map((line) => `data: ${line}`).join('\n')}\n\n`
    expect(await answering([frames(...DELTAS), text]).run(QUERY)).toEqual(RESULT)
  })

  it('vercel/ai#383: events of other kinds, without data', async () => {
    const text = `event: ping\n\n: x\n\nevent: error\n\nretry: 5\n\n${STREAM}`
    expect(await answering([text]).run(QUERY)).toEqual(RESULT)
  })

  it.each([
    ['https://example.com', '/v1/research'],
    ['https://example.com/', '/v1/research'],
    ['https://example.com/my/api', '/my/api/v1/research'],
    ['https://example.com/my/api/', '/my/api/v1/research'],
  ])('ky#70, #291: %s, with and without a slash and a path', async (baseURL, path) => {
    const asked: string[] = []
    const fetch = async (url: string | URL | Request): Promise<Response> => {
      asked.push(new URL(String(url)).pathname)
      return new Response(STREAM, { headers: { 'content-type': 'text/event-stream' } })
    }
    await new DeepResearch({ apiKey: KEY, baseURL, fetch }).run(QUERY)
    expect(asked).toEqual([path])
  })

  it('nodejs/node#64065: an abort ends what waits for an event at once', async () => {
    const controller = new AbortController()
    const run = answering([frames(...DELTAS)], 'silence').run(QUERY, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 10)
    expect(await rejection(run)).toMatchObject({ message: 'enough' })
  })

  it('nodejs/node#64529: a relayed body that is cancelled while its reader is slow throws nothing', async () => {
    const uncaught: unknown[] = []
    const listener = (error: unknown) => uncaught.push(error)
    process.on('uncaughtException', listener)
    const large = frames(...Array.from({ length: 500 }, () => DELTAS[0]))
    const reader = (await answering([large, large], 'silence').stream(QUERY)).toReadableStream().getReader()
    await reader.read()
    await reader.cancel()
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    process.off('uncaughtException', listener)
    expect(uncaught).toEqual([])
  })
})
