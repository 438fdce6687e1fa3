import { mockResearch, testApiKey } from '@deep-research/mock'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

async function ask(query: string): Promise<void> {
  const headers = { 'x-api-key': testApiKey(), 'content-type': 'application/json' }
  const body = JSON.stringify({ query })
  const response = await fetch('https://research.example/v1/research', { method: 'POST', headers, body })
  await response.text()
}

test('each request is returned once, whether it is awaited before it comes or after', async () => {
  using research = mockResearch(server)
  const first = research.nextRequest()
  const second = research.nextRequest()
  await ask('one')
  await ask('two')
  await ask('three')
  expect((await first).body).toEqual({ query: 'one' })
  expect((await second).body).toEqual({ query: 'two' })
  expect((await research.nextRequest()).body).toEqual({ query: 'three' })
})

test('a reset forgets those that nobody asked for, and a signal ends the wait', async () => {
  using research = mockResearch(server)
  await ask('one')
  research.reset()
  const stopped = research.nextRequest({ signal: AbortSignal.abort('enough') })
  await expect(stopped).rejects.toBe('enough')
  const controller = new AbortController()
  const waiting = research.nextRequest({ signal: controller.signal })
  const next = research.nextRequest()
  controller.abort('no more')
  await expect(waiting).rejects.toBe('no more')
  await ask('two')
  expect((await next).body).toEqual({ query: 'two' })
})
