import { answer, failed, httpError, mockResearch, testApiKey } from '@deep-research/mock'
import { DeepResearch } from '@deep-research/sdk'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brief } from '../src/brief.ts'

const client = new DeepResearch({ apiKey: testApiKey(), baseURL: 'https://research.example' })
const server = setupServer()
const research = mockResearch(server)
beforeAll(() => server.listen())
afterEach(() => research.reset())
afterAll(() => server.close())

test('names the sources', async () => {
  const sources = { atlas: { title: 'Sea atlas', url: 'https://example.org/atlas' } }
  research.next(answer({ answer: 'Reefs <cite source="atlas">grow</cite>.', sources }))
  expect(await brief(client, 'What is a reef?')).toBe('Reefs grow.\nSea atlas https://example.org/atlas')
})

test('retries when all slots are taken', async () => {
  research.next(httpError('RATE_LIMIT_EXCEEDED', { retryAfter: 0 }))
  expect(await brief(client, 'What is an atoll?')).toContain('https://')
  expect(research.requests.map(({ status }) => status)).toEqual([429, 200])
})

test('keeps what arrived before a failure', async () => {
  research.next(failed({ after: 2 }))
  expect(await brief(client, 'What is a lagoon?')).toMatch(/^\w.* … \(not complete\)$/)
})
