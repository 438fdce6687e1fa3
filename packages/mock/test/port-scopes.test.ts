import { httpError, testApiKey } from '@deep-research/mock'
import { startMockServer } from '@deep-research/mock/node'
import { expect, test } from 'vitest'
import { ask } from './read-stream.ts'

const named = (key: string, base: string) => ask({}, { headers: { 'x-api-key': key } }, base)

test('a key in X-API-Key makes the controls concern its requests alone', async () => {
  await using mock = await startMockServer()
  const key = testApiKey(3)
  const control = (path: string, method: string, body: string | null, headers: Record<string, string>) =>
    fetch(`${mock.url}/_mock${path}`, { method, headers, body })
  await control('/scenario', 'PUT', 'PROXY_ERROR', { 'x-api-key': key })
  expect([(await named(key, mock.url)).status, (await ask({}, {}, mock.url)).status]).toEqual([502, 200])
  const shown = await (await fetch(`${mock.url}/_mock/requests`, { headers: { 'x-api-key': key } })).json()
  expect(shown).toMatchObject([{ status: 502 }])
  await control('/reset', 'POST', null, { 'x-api-key': key })
  expect((await named(key, mock.url)).status).toBe(200)
  expect((await control('/reset', 'POST', null, { 'x-api-key': 'x' })).status).toBe(400)
  expect(mock.requests).toHaveLength(2)
})

test('scope() is there as well', async () => {
  await using mock = await startMockServer()
  using scope = mock.scope({ scenario: httpError('RATE_LIMIT_EXCEEDED') })
  expect([(await named(scope.apiKey, mock.url)).status, (await ask({}, {}, mock.url)).status]).toEqual([429, 200])
})
