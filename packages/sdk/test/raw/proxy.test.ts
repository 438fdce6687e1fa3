import { DeepResearch, DeepResearchError, type DeepResearchOptions } from '@deep-research/sdk'
import { ProxyAgent } from 'undici7'
import { expect, it, onTestFinished } from 'vitest'
import { KEY, QUERY, rejection } from '../client-of.ts'
import { STREAM } from '../wire.ts'
import { EVENT_STREAM, head, whole } from './http-text.ts'
import { type Exchange, listenRaw } from './raw-server.ts'

const unsent = { name: 'ConnectionError', phase: 'connect', creditsCharged: 0 }
const OPEN = 'HTTP/1.1 200 Connection established\r\n\r\n'

type Case = readonly [string, Exchange['say'], Exchange['ending'], object, DeepResearchOptions?]

const CASES: readonly Case[] = [
  ['asks who you are', [whole('407 Proxy Authentication Required', 'who?')], 'end', unsent],
  ['does not let you there', [whole('403 Forbidden', 'no')], 'end', unsent],
  ['cannot reach the service', [whole('502 Bad Gateway', 'no')], 'end', unsent],
  ['answers by itself', [whole('302 Found', '', { location: 'https://login.example/' })], 'end', unsent],
  ['speaks no HTTP', ['SSH-2.0-OpenSSH_9.6\r\n'], 'end', { name: 'ConnectionError' }],
  ['hangs up', [], 'reset', { name: 'ConnectionError' }],
  ['is silent', [], 'hold', { name: 'RequestTimeoutError' }, { timeoutMs: 60 }],
  ['hangs up when it is connected', [OPEN], 'reset', { name: 'ConnectionError' }],
  ['leads to a service without TLS', [OPEN, head('200 OK', EVENT_STREAM), STREAM], 'end', unsent],
]

async function play([, say, ending, want, options = {}]: Case): Promise<void> {
  const server = await listenRaw({ say, ending })
  const dispatcher = new ProxyAgent(server.url)
  onTestFinished(async () => {
    await dispatcher.destroy()
    await server.close()
  })
  const fetchOptions = { dispatcher }
  const baseURL = 'https://service.example'
  const client = new DeepResearch({ apiKey: KEY, baseURL, retry: { limit: 0 }, fetchOptions, ...options })
  const error = await rejection(client.run(QUERY))
  expect(error).toBeInstanceOf(DeepResearchError)
  expect(error).toMatchObject(want)
  expect(JSON.stringify(error)).not.toContain(KEY)
}

for (const each of CASES) it(`a proxy that ${each[0]}`, () => play(each))
