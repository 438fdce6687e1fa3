import { ConnectionError, DeepResearch } from '@deep-research/sdk'
import { toUIMessageStream } from '@deep-research/sdk/ai'
import { expect, test } from '@jest/globals'

// Jest gives each test file a realm of its own, and `fetch` rejects with errors of Node's.
test('a refused connection is one, and is retried', async () => {
  const retries = []
  const client = new DeepResearch({
    apiKey: 'dr_live_x',
    baseURL: 'http://127.0.0.1:9',
    maxRetries: 1,
    hooks: { onRetry: (retry) => retries.push(retry) },
  })
  const error = await client.run({ query: 'Why?' }).catch((thrown) => thrown)
  expect(ConnectionError.isInstance(error)).toBe(true)
  expect([error.phase, retries.length]).toEqual(['connect', 1])
})

test('an abort of the platform is an abort in the AI SDK', async () => {
  const reason = await fetch('http://127.0.0.1:9', { signal: AbortSignal.abort() }).catch((thrown) => thrown)
  const broken = {
    async *[Symbol.asyncIterator]() {
      yield* []
      throw reason
    },
  }
  const chunks = []
  for await (const chunk of toUIMessageStream(broken)) chunks.push(chunk.type)
  expect(chunks.at(-1)).toBe('abort')
})
