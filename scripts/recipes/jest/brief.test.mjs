import { answer, createInstantClock, mockResearch, torn } from '@deep-research/mock'
import { DeepResearch } from '@deep-research/sdk'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { setupServer } from 'msw/node'

const server = setupServer()
const research = mockResearch(server, { clock: createInstantClock() })
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => {
  research.dispose()
  server.close()
})

const clientOf = ({ apiKey }) => new DeepResearch({ apiKey, baseURL: 'https://research.example', maxRetries: 0 })

test.concurrent('a stream of minutes takes no time', async () => {
  const scope = research.scope()
  scope.next(answer({ everyMs: 60_000 }))
  const { citations } = await clientOf(scope).run({ query: 'Why?' })
  expect(citations.length).toBeGreaterThan(0)
  expect(scope.requests).toHaveLength(1)
})

test.concurrent('a torn stream is an error', async () => {
  const scope = research.scope()
  scope.next(torn())
  await expect(clientOf(scope).run({ query: 'Why?' })).rejects.toHaveProperty('name', 'StreamInterruptedError')
  expect(scope.requests).toHaveLength(1)
})
