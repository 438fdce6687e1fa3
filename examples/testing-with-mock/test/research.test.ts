import { httpError, mockResearch, testApiKey } from '@deep-research/mock'
import { DeepResearch } from '@deep-research/sdk'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'

const server = setupServer()
beforeAll(() => server.listen())
afterAll(() => server.close())

test('asks, and asks again when there is no room', async () => {
  const research = mockResearch(server)
  const client = new DeepResearch({ apiKey: testApiKey(), baseURL: 'https://research.example' })
  const { citations } = await client.run({ query: 'What is a reef?' })
  expect(citations.length).toBeGreaterThan(0)

  research.next(httpError('RATE_LIMIT_EXCEEDED', { retryAfter: 0 }))
  await client.run({ query: 'And an atoll?' })
  expect(research.requests).toHaveLength(3)
})
