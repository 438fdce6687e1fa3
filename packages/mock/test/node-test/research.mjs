import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { answer, createInstantClock, mockResearch, testApiKey, torn } from '@deep-research/mock'
import { setupServer } from 'msw/node'

const server = setupServer()
const research = mockResearch(server, { clock: createInstantClock() })
before(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => research.reset())
after(() => server.close())

async function ask() {
  const headers = { 'content-type': 'application/json', 'x-api-key': testApiKey() }
  const init = { method: 'POST', headers, body: '{"query":"Why?"}' }
  return (await fetch('https://research.example/v1/research', init)).text()
}

test('a stream of minutes takes no time', async () => {
  research.next(answer({ everyMs: 60_000 }))
  assert.match(await ask(), /data: \[DONE\]\n\n$/)
  assert.equal(research.requests[0].outcome, 'completed')
})

test('a torn stream is an error', async () => {
  research.next(torn())
  await assert.rejects(ask(), TypeError)
  assert.equal(research.requests.length, 1)
})
