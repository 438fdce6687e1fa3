import { mockResearch, testApiKey, torn } from '@deep-research/mock'
import { ConnectionError, DeepResearch } from '@deep-research/sdk'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }))
afterAll(() => server.close())

test('the client and the mock', async () => {
  const research = mockResearch(server)
  const client = new DeepResearch({ apiKey: testApiKey(), baseURL: 'https://research.example', maxRetries: 0 })
  expect((await client.run({ query: 'Why?' })).citations.length).toBeGreaterThan(0)
  research.next(torn())
  await expect(client.run({ query: 'Why?' })).rejects.toHaveProperty('name', 'StreamInterruptedError')
  research.dispose()
})

test('a refused connection is one, and is retried', async () => {
  let retries = 0
  const hooks = { onRetry: () => (retries += 1) }
  const client = new DeepResearch({ apiKey: testApiKey(), baseURL: 'http://127.0.0.1:9', maxRetries: 1, hooks })
  const error = await client.run({ query: 'Why?' }).catch((thrown) => thrown)
  expect([ConnectionError.isInstance(error), error.phase, retries]).toEqual([true, 'connect', 1])
})
