import { inspect } from 'node:util'
import { type DeepResearch, DeepResearchError } from '@deep-research/sdk'
import { describe, expect, it } from 'vitest'
import { clientOf, KEY, QUERY, rejection } from './client-of.ts'
import { envelope, errorBody, frames, HEAD, STREAM } from './wire.ts'

/** Everything that a value shows of itself. */
function shownBy(value: unknown): string {
  const options = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }
  const stack = value instanceof Error ? `${value.stack}${value}` : ''
  return inspect(value, options) + JSON.stringify(value) + stack
}

const echo = `Your key ${KEY} is wrong.`

describe('the key is sent as X-API-Key and shown nowhere', () => {
  it('by a client or a stream', async () => {
    const { client, server } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
    const stream = await client.stream(QUERY)
    expect(shownBy(client)).not.toContain(KEY)
    expect(shownBy(stream)).not.toContain(KEY)
    await stream.result()
    expect(server.posts[0]?.headers['x-api-key']).toBe(KEY)
  })

  it('by hooks', async () => {
    const shown: string[] = []
    const note = (info: object): void => {
      const headers = 'headers' in info && info.headers instanceof Headers ? [...info.headers] : []
      shown.push(shownBy(info) + shownBy(headers))
    }
    const hooks = { onRequest: note, onResponse: note, onRetry: note, onEvent: note, onWarning: note, onResume: note }
    const { client } = await clientOf(
      (response, _, index) => {
        if (index === 0)
          response.writeHead(429, { 'retry-after': '0' }).end(errorBody('RATE_LIMIT_EXCEEDED', 't', echo))
        else response.writeHead(200, { ...HEAD, 'x-echo': KEY }).end(STREAM)
      },
      { hooks, headers: { 'x-copy': `Bearer ${KEY}` } },
    )
    await client.run(QUERY)
    expect(shown.length).toBeGreaterThan(5)
    for (const text of shown) expect(text).not.toContain(KEY)
  })

  const failures: [string, (client: DeepResearch) => Promise<unknown>, Parameters<typeof clientOf>[0]][] = [
    [
      'an error whose body and headers repeat it',
      (client) => client.stream(QUERY),
      (response) => void response.writeHead(401, { 'x-echo': KEY }).end(errorBody('INVALID_API_KEY', KEY, echo)),
    ],
    [
      'a redirect to it',
      (client) => client.stream(QUERY),
      (response) => void response.writeHead(302, { location: `https://example.com/?key=${KEY}` }).end(),
    ],
    [
      'a page that repeats it',
      (client) => client.stream(QUERY),
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(echo),
    ],
    [
      'a research.failed that repeats it',
      (client) => client.run(QUERY),
      (response) => {
        const error = { type: 't', code: 'C', message: echo }
        response.writeHead(200, HEAD).end(frames(envelope('research.failed', { error })))
      },
    ],
    [
      'an event that cannot be read and repeats it',
      (client) => client.run(QUERY),
      (response) => void response.writeHead(200, HEAD).end(`data: ${echo}\n\n`),
    ],
  ]
  it.each(failures)('by %s', async (_, run, behave) => {
    const { client } = await clientOf(behave)
    const error = await rejection(run(client))
    expect(error).toBeInstanceOf(DeepResearchError)
    expect(shownBy(error)).not.toContain(KEY)
  })

  it('by the cause that a fetch of the caller gives', async () => {
    const config = { headers: new Headers({ 'x-api-key': KEY }), deep: [{ key: KEY }] }
    for (const facts of [config, { config: { headers: new Map([['x-api-key', KEY]]) } }, { text: echo }]) {
      const { client } = await clientOf(() => undefined, {
        fetch: () => Promise.reject(Object.assign(new Error(`Failed with ${KEY}`), facts)),
        retry: { limit: 0 },
      })
      const error = await rejection(client.stream(QUERY))
      expect(error).toMatchObject({ name: 'ConnectionError', cause: { message: 'Failed with [hidden]' } })
      expect(shownBy(error)).not.toContain(KEY)
    }
  })

  it('and a cause without it stays what it is', async () => {
    const cause = new Error('other')
    const { client } = await clientOf(() => undefined, { fetch: () => Promise.reject(cause), retry: { limit: 0 } })
    expect(await rejection(client.stream(QUERY))).toHaveProperty('cause', cause)
  })
})
