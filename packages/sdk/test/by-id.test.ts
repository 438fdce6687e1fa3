import type { ResumeInfo } from '@deep-research/sdk/types'
import { describe, expect, it } from 'vitest'
import { clientOf, QUERY, rejection } from './client-of.ts'
import type { Behaviour } from './loopback.ts'
import { COMPLETED, DELTAS, DONE, errorBody, frames, HEAD, RESULT, STREAM } from './wire.ts'

const RESUMABLE = { ...HEAD, 'x-research-resumable': 'true', 'x-credits-charged': '15', 'x-credits-remaining': '285' }
const EVENTS = [...DELTAS, COMPLETED]

const RETRIEVED = {
  request_id: 'req_1',
  status: 'completed',
  reasoning_level: 'low',
  credits: 10,
  created_at: '2026-01-02T03:04:05.678Z',
  ended_at: '2026-01-02T03:04:06.678Z',
  result: RESULT,
}

/** A service that keeps the events of one research, gives those after a position, and holds the first stream open. */
const keeping: Behaviour = (response, { method, headers }) => {
  if (method === 'DELETE') return void response.writeHead(204).end()
  const after = headers['last-event-id']
  response.writeHead(200, RESUMABLE)
  if (after === undefined) response.write(frames(...EVENTS.slice(0, 2)))
  else response.end(frames(...EVENTS.slice(Number(after))) + DONE)
}

describe('resume', () => {
  it('goes on where another process stopped', async () => {
    const { client, server } = await clientOf(keeping)
    const first = await client.stream(QUERY)
    const loop = first[Symbol.asyncIterator]()
    await loop.next()
    await loop.next()
    const { id = '', position } = first
    expect({ id, position }).toEqual({ id: 'req_header', position: 2 })
    const second = await client.resume(id, { after: position })
    const seen: unknown[] = []
    for await (const event of second) seen.push(event)
    expect(seen).toEqual(EVENTS.slice(2))
    expect(second).toMatchObject({ id, position: EVENTS.length })
    expect(await second.result()).toEqual(RESULT)
    const [, post] = server.posts
    expect(post).toMatchObject({ url: '/v1/research', body: '' })
    expect(post?.headers).toMatchObject({ 'x-research-resume': 'req_header', 'last-event-id': '2' })
    expect(post?.headers).not.toHaveProperty('idempotency-key')
  })

  it('warns of nothing that came before, and gives no text twice', async () => {
    const { client } = await clientOf(keeping)
    const warnings: unknown[] = []
    const hooks = { onWarning: (warning: unknown) => warnings.push(warning) }
    const texts: string[] = []
    for await (const text of (await client.resume('req_1', { after: 3, hooks })).text()) texts.push(text)
    expect(texts.join('')).toBe('e> at sea level.')
    const none: string[] = []
    for await (const text of (await client.resume('req_1', { after: 4, hooks })).text()) none.push(text)
    expect(none).toEqual([])
    expect(warnings).toEqual([])
  })

  it('reconnects from its own position, also where the service says nothing of it', async () => {
    const waits: ResumeInfo[] = []
    const { client, server } = await clientOf(async (response, { headers }, index) => {
      const from = Number(headers['last-event-id'])
      response.writeHead(200, HEAD)
      if (index > 0) return void response.end(frames(...EVENTS.slice(from)))
      await new Promise((resolve) => response.write(frames(EVENTS[from]), resolve))
      response.socket?.destroy()
    })
    const hooks = { onResume: (info: ResumeInfo) => waits.push(info) }
    const stream = await client.resume('req_1', { after: 1, hooks })
    expect(await stream.result()).toEqual(RESULT)
    expect(server.posts.map(({ headers }) => headers['last-event-id'])).toEqual(['1', '2'])
    expect(waits).toMatchObject([{ received: 2, requestId: 'req_1' }])
  })

  it('is asked for again where no answer came, as it costs nothing', async () => {
    const { client, server } = await clientOf((response, request, index) => {
      if (index === 0) response.socket?.destroy()
      else return keeping(response, request, index)
    })
    const stream = await client.resume('req_1', { after: 0 })
    expect(await stream.result()).toEqual(RESULT)
    expect(server.posts).toHaveLength(2)
  })

  it('cancels what it reads when it is left', async () => {
    const { client, server } = await clientOf((response, { method }) => {
      if (method === 'DELETE') response.writeHead(204).end()
      else response.writeHead(200, HEAD).write(frames(EVENTS[0]))
    })
    for await (const _ of await client.resume('req 1')) break
    await server.received(2)
    expect(server.requests[1]).toMatchObject({ method: 'DELETE', url: '/v1/research/req%201' })
  })

  it('refuses what is no id and no position', async () => {
    const { client, server } = await clientOf(keeping)
    for (const after of [-1, 1.5, Number.NaN]) {
      expect(await rejection(client.resume('req_1', { after }))).toMatchObject({ name: 'ConfigurationError' })
    }
    const none = undefined as unknown as string
    const whole = { id: 'req_1' } as unknown as string
    const calls = [() => client.resume(none), () => client.resume(''), () => client.retrieve(none)]
    for (const call of [...calls, () => client.cancel(none), () => client.retrieve(whole)]) {
      expect(await rejection(call())).toMatchObject({ name: 'ConfigurationError' })
    }
    expect(server.requests).toHaveLength(0)
  })

  it('tells that there is no such research', async () => {
    const { client } = await clientOf((response) => void response.writeHead(404).end(errorBody('NOT_FOUND')))
    for (const call of [() => client.resume('r'), () => client.retrieve('r'), () => client.cancel('r')]) {
      expect(await rejection(call())).toMatchObject({ name: 'NotFoundError', code: 'NOT_FOUND' })
    }
  })
})

describe('retrieve', () => {
  const json = { 'content-type': 'application/json', 'x-request-id': 'req_answer' }

  it('gives what the service keeps, as it is', async () => {
    const { client, server } = await clientOf(
      (response) => void response.writeHead(200, json).end(JSON.stringify(RETRIEVED)),
    )
    expect(await client.retrieve('req_1')).toEqual(RETRIEVED)
    expect(server.requests).toMatchObject([{ method: 'GET', url: '/v1/research/req_1', body: '' }])
    expect(server.requests[0]?.headers).toMatchObject({ accept: 'application/json' })
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type')
  })

  it('is asked for again where the connection was lost, and where a proxy failed', async () => {
    const { client, server } = await clientOf((response, _, index) => {
      if (index === 0) response.socket?.destroy()
      else if (index === 1) response.writeHead(503).end('<html>')
      else response.writeHead(200, json).end(JSON.stringify(RETRIEVED))
    })
    expect(await client.retrieve('req_1')).toEqual(RETRIEVED)
    expect(server.requests).toHaveLength(3)
  })

  it.each(['', 'null', '[]', '{"status":1}', '<html>'])('takes %j for none', async (body) => {
    const { client } = await clientOf((response) => void response.writeHead(200, json).end(body))
    expect(await rejection(client.retrieve('r'))).toMatchObject({ name: 'StreamProtocolError', raw: body })
  })

  it('tells of an answer that broke off, and of one that is too large', async () => {
    const { client } = await clientOf(async (response, _, index) => {
      response.writeHead(200, { ...json, 'content-length': '100000' })
      await new Promise((resolve) => response.write('x'.repeat(index === 0 ? 10 : 90_000), resolve))
      if (index === 0) response.socket?.destroySoon()
    })
    for (let call = 0; call < 2; call += 1) {
      const error = await rejection(client.retrieve('r', { maxEventBytes: 50_000 }))
      expect(error).toMatchObject({ name: 'ConnectionError', phase: 'body', method: 'GET' })
    }
  })

  it('waits for the rest of an answer as long as idleTimeoutMs says, 0 without end', async () => {
    const { client } = await clientOf((response, { url }) => {
      const [begin, end] = [JSON.stringify(RETRIEVED).slice(0, 9), JSON.stringify(RETRIEVED).slice(9)]
      response.writeHead(200, json).write(begin)
      if (url.endsWith('slow')) setTimeout(() => response.end(end), 50)
    })
    for (const idleTimeoutMs of [0, 60_000]) expect(await client.retrieve('slow', { idleTimeoutMs })).toEqual(RETRIEVED)
    expect(await rejection(client.retrieve('silent', { idleTimeoutMs: 50 }))).toMatchObject({
      name: 'ConnectionError',
      phase: 'body',
    })
  })

  it('ends with the signal while the answer comes', async () => {
    const { client } = await clientOf((response) => void response.writeHead(200, json).write('{'))
    const controller = new AbortController()
    const hooks = { onResponse: () => setImmediate(() => controller.abort('enough')) }
    expect(await rejection(client.retrieve('r', { signal: controller.signal, hooks }))).toBe('enough')
  })
})

describe('cancel', () => {
  it('cancels by id and by idempotency key', async () => {
    const { client, server } = await clientOf((response) => void response.writeHead(204).end())
    expect(await client.cancel('req_1')).toBeUndefined()
    await client.cancel({ idempotencyKey: 'mine' })
    expect(server.requests).toMatchObject([
      { method: 'DELETE', url: '/v1/research/req_1' },
      { method: 'DELETE', url: '/v1/research', headers: { 'idempotency-key': 'mine' } },
    ])
    expect(server.requests[0]?.headers).not.toHaveProperty('idempotency-key')
  })
})

describe('the response', () => {
  it('comes with each call', async () => {
    const { client } = await clientOf((response, { method }) => {
      if (method === 'GET') response.writeHead(200, HEAD).end(JSON.stringify(RETRIEVED))
      else if (method === 'DELETE') response.writeHead(204, HEAD).end()
      else response.writeHead(200, RESUMABLE).end(STREAM)
    })
    const account = { creditsCharged: 15, creditsRemaining: 285 }
    const run = await client.run(QUERY).withResponse()
    expect(run).toMatchObject({ data: RESULT, requestId: 'req_header', account })
    expect(run.response.status).toBe(200)
    const stream = await client.stream(QUERY).withResponse()
    expect(stream.data.account).toMatchObject(account)
    expect(await stream.data.result()).toEqual(RESULT)
    const resumed = await client.resume('r').withResponse()
    expect(await resumed.data.result()).toEqual(RESULT)
    expect(await client.retrieve('r').withResponse()).toMatchObject({ data: RETRIEVED, requestId: 'req_header' })
    expect((await client.cancel('r').withResponse()).response.status).toBe(204)
  })

  it('or its failure, once', async () => {
    const { client } = await clientOf((response) => void response.writeHead(400).end())
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    expect(await rejection(client.run(QUERY).withResponse())).toMatchObject({ status: 400 })
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})
