import { readResearchStream } from '@deep-research/sdk'
import { describe, expect, it } from 'vitest'
import { clientOf, QUERY, rejection } from './client-of.ts'
import { COMPLETED, DELTAS, DONE, delta, envelope, FAILED, frames, HEAD, RESULT, STREAM, typesOf } from './wire.ts'

const whole = [...DELTAS.map(() => 'research.answer.delta'), 'research.completed']

describe('the loop', () => {
  it('gets every event as it is on the wire, unknown ones and fields too', async () => {
    const events = [envelope('research.other', [1], { extra: 'kept' }), ...DELTAS, { ...COMPLETED, more: null }]
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(frames(...events) + DONE))
    const seen: unknown[] = []
    for await (const event of await client.stream(QUERY)) seen.push(event)
    expect(seen).toEqual(events)
  })

  it('reads envelopes that one newline parts', async () => {
    const text = `${frames(...DELTAS, COMPLETED).replaceAll('\n\n', '\n')}data: [DONE]\n\n`
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(text))
    expect(await typesOf(await client.stream(QUERY))).toEqual(whole)
  })

  it('reads over comments and empty data', async () => {
    const text = `: hello\n\ndata:\n\n${STREAM.replaceAll('\n\n', '\n\n: keep-alive\n\n')}`
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(text))
    expect(await typesOf(await client.stream(QUERY))).toEqual(whole)
  })

  it('reads on where a chunk brings no event', async () => {
    const chunks = [': keep-alive\n\n', STREAM.slice(0, 30), STREAM.slice(30)]
    const body = new ReadableStream<string>({
      pull(controller): void {
        const chunk = chunks.shift()
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
    })
    expect(await typesOf(readResearchStream(body.pipeThrough(new TextEncoderStream())))).toEqual(whole)
  })

  it('ignores what follows the result', async () => {
    const text = `${frames(COMPLETED, FAILED)}data: no JSON\n\n${DONE}`
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(text))
    expect(await typesOf(await client.stream(QUERY))).toEqual(['research.completed'])
  })

  it('runs once: a second one throws', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const stream = await client.stream(QUERY)
    expect(await typesOf(stream)).toEqual(whole)
    expect(() => stream[Symbol.asyncIterator]()).toThrow(TypeError)
    expect(() => stream.text()).toThrow(TypeError)
    expect(() => stream.toReadableStream()).toThrow(TypeError)
  })

  it('throws where something else is reading the body', async () => {
    const response = new Response(STREAM, { headers: HEAD })
    response.body?.getReader()
    const stream = readResearchStream(response)
    expect(await rejection(typesOf(stream))).toBeInstanceOf(TypeError)
    expect(await rejection(stream.result())).toBeInstanceOf(TypeError)
  })

  it('may be begun by hand and gone on with', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const events = (await client.stream(QUERY))[Symbol.asyncIterator]()
    await events.next()
    expect(await typesOf(events)).toEqual(whole.slice(1))
  })

  it('answers several calls of next in order', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const iterator = (await client.stream(QUERY))[Symbol.asyncIterator]()
    const results = await Promise.all(Array.from({ length: 7 }, () => iterator.next()))
    expect(results.map(({ value }) => value?.type)).toEqual([...whole, undefined, undefined])
    expect(results.map(({ done }) => done)).toEqual([false, false, false, false, false, true, true])
  })

  it('reads no further ahead than one chunk', async () => {
    let pulled = 0
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>(
      { pull: (controller) => controller.enqueue(encoder.encode(frames(delta('x', pulled), delta('y', pulled++)))) },
      { highWaterMark: 0 },
    )
    let seen = 0
    for await (const _ of readResearchStream(body)) {
      seen += 1
      expect(pulled).toBe(Math.ceil(seen / 2))
      if (seen === 9) break
    }
  })
})

describe('result()', () => {
  it('reads the stream where nobody does', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const stream = await client.stream(QUERY)
    expect(await stream.result()).toEqual(RESULT)
    expect(stream.result()).toBe(stream.result())
  })

  it('may be asked for before a loop and settles with it', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const stream = await client.stream(QUERY)
    const result = stream.result()
    expect(await typesOf(stream)).toEqual(whole)
    expect(await result).toEqual(RESULT)
  })

  it('rejects with an AbortError after break', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).write(frames(...DELTAS)))
    const stream = await client.stream(QUERY)
    const result = stream.result()
    for await (const _ of stream) break
    expect(await rejection(result)).toMatchObject({ name: 'AbortError' })
  })

  it('is there where the loop was left at the result', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const stream = await client.stream(QUERY)
    for await (const event of stream) if (event.type === 'research.completed') break
    expect(await stream.result()).toEqual(RESULT)
  })

  it('never leaves a rejection unhandled', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(frames(...DELTAS)))
    const stream = await client.stream(QUERY)
    void stream.result()
    await rejection(typesOf(stream))
    const another = await client.stream(QUERY)
    await rejection(typesOf(another))
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

describe('text()', () => {
  it('gives what looked like the beginning of a tag to the last', async () => {
    const answer = 'a <cite id'
    const end = envelope('research.completed', { ...RESULT, answer })
    const { client } = await clientOf(
      (response) => void response.writeHead(200, HEAD).end(frames(delta(answer, 0), end)),
    )
    const pieces: string[] = []
    for await (const piece of (await client.stream(QUERY)).text()) pieces.push(piece)
    expect(pieces).toEqual(['a ', '<cite id'])
  })

  it('gives clean text, never half a tag, and then the result', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const stream = await client.stream(QUERY)
    const pieces: string[] = []
    for await (const piece of stream.text()) pieces.push(piece)
    expect(pieces).toEqual(['Water ', 'boils', ' at 100 °C', ' at sea level.'])
    expect(await stream.result()).toEqual(RESULT)
  })

  it('gives the answer of the result where no pieces came', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(frames(COMPLETED)))
    const pieces: string[] = []
    for await (const piece of (await client.stream(QUERY)).text()) pieces.push(piece)
    expect(pieces.join('')).toBe(RESULT.answer_clean)
  })

  it('never gives half a character', async () => {
    const halves = [delta('a\ud83d', 0), delta('\ude00b', 1)]
    const { client } = await clientOf(
      (response) => void response.writeHead(200, HEAD).end(frames(...halves, COMPLETED)),
    )
    const pieces: string[] = []
    for await (const piece of (await client.stream(QUERY)).text()) pieces.push(piece)
    expect(pieces).toEqual(['a', '😀b'])
  })

  it('throws as the loop does', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(frames(...DELTAS)))
    const text = (await client.stream(QUERY)).text()
    const read = async (): Promise<void> => {
      for await (const _ of text);
    }
    expect(await rejection(read())).toMatchObject({ name: 'StreamInterruptedError', reason: 'eof' })
  })
})

describe('partial', () => {
  it('follows what was delivered', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const stream = await client.stream(QUERY)
    expect(stream.partial).toEqual({
      answer: '',
      answer_clean: '',
      citations: [],
      eventCount: 0,
      lastSequence: undefined,
      id: 'req_header',
      correlationId: undefined,
      events: 0,
      requestId: 'req_header',
    })
    const cleans: string[] = []
    const spans: unknown[] = []
    for await (const _ of stream) {
      cleans.push(stream.partial.answer_clean)
      spans.push(stream.partial.citations)
    }
    expect(cleans).toEqual(['Water ', 'Water boils', 'Water boils at 100 °C', RESULT.answer_clean, RESULT.answer_clean])
    const span = { id: 'cite_1', cited_text: 'boils at 100 °C', start_offset: 6, end_offset: 21 }
    expect(spans).toEqual([[], [], [], [span], RESULT.citations])
    expect(RESULT.citations).toMatchObject([span])
    expect(stream.partial).toMatchObject({ answer: RESULT.answer, events: 5, lastSequence: 3 })
  })

  it('takes a result as it comes', async () => {
    const odd = envelope('research.completed', { answer: 'a', citations: [null, { id: 'x' }] })
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(frames(odd)))
    const stream = await client.stream(QUERY)
    await stream.result()
    expect(stream.partial).toMatchObject({ answer: 'a', citations: [null, { id: 'x' }] })
  })

  it('is carried by the errors of the stream', async () => {
    const { client } = await clientOf(
      (response) => void response.writeHead(200, HEAD).end(frames(...DELTAS.slice(0, 3))),
    )
    expect(await rejection(client.run(QUERY))).toMatchObject({
      requestId: 'req_header',
      partial: { answer_clean: 'Water boils at 100 °C', events: 3, lastSequence: 2 },
    })
  })
})

it('knows the request by the header, else by the first event', async () => {
  const { client } = await clientOf((response, _, index) => {
    response.writeHead(200, index === 0 ? HEAD : { 'content-type': 'text/event-stream' }).end(STREAM)
  })
  const first = await client.stream(QUERY)
  expect(first.requestId).toBe('req_header')
  const second = await client.stream(QUERY)
  expect(second.requestId).toBeUndefined()
  await second.result()
  expect(second.requestId).toBe('req_test')
  expect(first.response.status).toBe(200)
  await first.result()
})

it('sends what it is given, and what the service asks for', async () => {
  const { client, server } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM), {
    headers: { 'X-Team': 'a', 'User-Agent': 'test' },
  })
  const params = { ...QUERY, reasoning_level: 'low' as const, metadata: { a: 'b' } }
  await client.run(params, { headers: { 'x-team': 'b' }, extraBody: { own: [1] } })
  const [post] = server.posts
  expect(post?.url).toBe('/v1/research')
  expect(JSON.parse(post?.body ?? '')).toEqual({ ...params, own: [1] })
  expect(post?.headers).toMatchObject({
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'x-team': 'b',
    'user-agent': 'test',
  })
  expect(post?.headers['idempotency-key']).toMatch(/^[\x21-\x7e]{1,128}$/)
})

it('leaves connections for later requests', async () => {
  const used = new Set<unknown>()
  const { client, server } = await clientOf((response) => {
    used.add(response.socket)
    response.writeHead(200, HEAD).write(frames(...DELTAS, COMPLETED))
    // The result is read before the connection is free.
    setTimeout(() => response.end(DONE), 20)
  })
  for (let run = 0; run < 5; run += 1) {
    expect(await client.run(QUERY)).toEqual(RESULT)
    await server.closed()
  }
  // The next request may begin before the client has seen the end.
  expect(used.size).toBeLessThanOrEqual(2)
})
