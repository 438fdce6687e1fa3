import { readResearchStream } from '@deep-research/sdk'
import { describe, expect, it } from 'vitest'
import { clientOf, QUERY, rejection } from './client-of.ts'
import { COMPLETED, DELTAS, envelope, errorBody, FAILED, frames, HEAD, RESULT, STREAM, typesOf } from './wire.ts'

const decoder = new TextDecoder()

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text()
}

describe('toReadableStream', () => {
  it('writes what the service wrote', async () => {
    const text = frames(envelope('research.other', null, { kept: [1] })) + STREAM
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(text))
    const stream = await client.stream(QUERY)
    expect(await textOf(stream.toReadableStream())).toBe(text)
    expect(await stream.result()).toEqual(RESULT)
  })

  it('is read by readResearchStream to the same events', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const relayed = readResearchStream((await client.stream(QUERY)).toReadableStream())
    expect(await typesOf(relayed)).toHaveLength(5)
    expect(await relayed.result()).toEqual(RESULT)
  })

  it('ends after research.failed as the service does: without [DONE]', async () => {
    const text = frames(DELTAS[0], FAILED)
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(text))
    expect(await textOf((await client.stream(QUERY)).toReadableStream())).toBe(text)
  })

  it('breaks off where the stream does, with its error', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(frames(...DELTAS)))
    const relayed = readResearchStream((await client.stream(QUERY)).toReadableStream())
    expect(await rejection(relayed.result())).toMatchObject({
      reason: 'network',
      cause: { name: 'StreamInterruptedError', reason: 'eof' },
      partial: { events: 4 },
    })
  })

  it('breaks off when the stream is aborted or left, also while nobody reads', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, HEAD).write(frames(...DELTAS)))
    const aborted = await client.stream(QUERY)
    const reader = aborted.toReadableStream().getReader()
    aborted.abort('no')
    expect(await rejection(reader.closed)).toBe('no')
    const left = await client.stream(QUERY)
    const text = textOf(left.toReadableStream())
    await left[Symbol.asyncDispose]()
    expect(await rejection(text)).toMatchObject({ name: 'AbortError' })
  })

  it('frees the connection when the browser goes', async () => {
    const { client, server } = await clientOf((response) => void response.writeHead(200, HEAD).write(frames(...DELTAS)))
    const reader = (await client.stream(QUERY)).toReadableStream().getReader()
    expect(decoder.decode((await reader.read()).value)).toBe(frames(DELTAS[0]))
    await reader.cancel()
    await server.closed()
  })

  it('passes on that the service is alive', async () => {
    const encoder = new TextEncoder()
    const chunks = [frames(DELTAS[0]), ': keep-alive\n\n', frames(DELTAS[1])]
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(encoder.encode(chunks.shift() ?? ': enough\n\n')),
    })
    const reader = readResearchStream(body).toReadableStream().getReader()
    const read = async (): Promise<string> => decoder.decode((await reader.read()).value)
    expect([await read(), await read(), await read()]).toEqual([
      frames(DELTAS[0]),
      ': keep-alive\n\n',
      frames(DELTAS[1]),
    ])
    await reader.cancel()
  })
})

describe('readResearchStream', () => {
  it('reads a response or its body, without a key', async () => {
    const response = new Response(STREAM, { headers: HEAD })
    const stream = readResearchStream(response)
    expect(stream.requestId).toBe('req_header')
    expect(stream.response).toBe(response)
    expect(await stream.result()).toEqual(RESULT)
    const { body } = new Response(STREAM)
    expect(body).not.toBeNull()
    if (body !== null) expect(await readResearchStream(body).result()).toEqual(RESULT)
  })

  it('rejects the first read for an error of the response', async () => {
    const refused = new Response(errorBody('INVALID_API_KEY', 't', 'No.'), { status: 401 })
    expect(await rejection(typesOf(readResearchStream(refused)))).toMatchObject({
      name: 'AuthenticationError',
      code: 'INVALID_API_KEY',
      message: 'No.',
    })
    const page = new Response('<html>', { headers: { 'content-type': 'text/html' } })
    expect(await rejection(readResearchStream(page).result())).toMatchObject({ name: 'StreamProtocolError' })
  })

  it('knows truncation, abort and silence', async () => {
    const open = (): ReadableStream<Uint8Array> => new ReadableStream({ start: () => undefined })
    expect(
      await rejection(readResearchStream(new Response(frames(COMPLETED).slice(0, 50), { headers: HEAD })).result()),
    ).toMatchObject({ reason: 'eof' })
    expect(await rejection(readResearchStream(open(), { idleTimeoutMs: 5 }).result())).toMatchObject({ reason: 'idle' })
    const signal = AbortSignal.abort('no')
    expect(await rejection(readResearchStream(open(), { signal }).result())).toBe('no')
  })

  it('fails at once where somebody else reads the body', async () => {
    const response = new Response(STREAM, { headers: HEAD })
    response.body?.getReader()
    const stream = readResearchStream(response)
    const result = rejection(stream.result())
    expect(await rejection(typesOf(stream))).toBeInstanceOf(TypeError)
    expect(await result).toBeInstanceOf(TypeError)
  })

  it('refuses a stream of something else than bytes', async () => {
    const strings = new ReadableStream({ start: (controller) => controller.enqueue('data: x\n\n') })
    expect(await rejection(readResearchStream(strings).result())).toMatchObject({ reason: 'network' })
  })

  it('warns of what is not as specified, and goes on', async () => {
    const warnings: string[] = []
    const text = frames(
      envelope('research.answer.delta', { content: 'a', sequence: 0 }),
      envelope('research.answer.delta', { content: 'b', sequence: 2 }),
      envelope('research.answer.delta', { sequence: 3 }, { request_id: 'another' }),
      envelope('research.other', {}, { request_id: undefined }),
      COMPLETED,
    )
    const hooks = { onWarning: ({ code }: { code: string }) => warnings.push(code) }
    const stream = readResearchStream(new Response(text, { headers: HEAD }), { hooks })
    expect(await stream.result()).toEqual(RESULT)
    expect(warnings).toEqual(['sequence', 'request-id', 'shape', 'shape', 'answer-mismatch'])
  })

  it('does not warn of a sound stream', async () => {
    const warnings: unknown[] = []
    const hooks = { onWarning: (warning: unknown) => warnings.push(warning) }
    await readResearchStream(new Response(STREAM, { headers: HEAD }), { hooks }).result()
    expect(warnings).toEqual([])
  })
})

it('gives the same events however the stream is cut', async () => {
  const bytes = new TextEncoder().encode(`: é\r\n\r\n${STREAM.replaceAll('\n\n', '\r\n\r\n')}`)
  const read = async (...cuts: number[]): Promise<unknown[]> => {
    const edges = [0, ...cuts, bytes.length]
    const chunks = edges.slice(1).map((to, index) => bytes.subarray(edges[index], to))
    const body = new ReadableStream<Uint8Array>({
      start(controller): void {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    })
    const events: unknown[] = []
    for await (const event of readResearchStream(body)) events.push(event)
    return events
  }
  const expected = [...DELTAS, COMPLETED]
  for (let place = 0; place <= bytes.length; place += 1) {
    expect(await read(place), `cut at ${place}`).toEqual(expected)
  }
  expect(await read(...Array.from(bytes.keys()))).toEqual(expected)
})
