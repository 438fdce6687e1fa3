import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mockResearch } from '@deep-research/mock'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// MSW complains at length of each such request.
beforeEach(() => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

/** Asks a wrong address of a program that is there; tells whether the request reached it. */
async function reaches(options?: Record<string, string>): Promise<boolean> {
  const elsewhere = createServer((_, response) => response.end('here'))
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const server = setupServer()
  server.listen(options)
  using _mock = mockResearch(server, { baseURL: 'https://research.example' })
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/v1/reserch`
  const answered = await fetch(url).then(
    (response) => response.text(),
    () => undefined,
  )
  server.close()
  elsewhere.closeAllConnections()
  await new Promise((resolve) => elsewhere.close(resolve))
  return answered === 'here'
}

test.each([
  ['without an option', undefined, true],
  ['with onUnhandledFrame', { onUnhandledFrame: 'error' }, false],
  ['with the name that MSW 2 had for it', { onUnhandledRequest: 'error' }, true],
])('%s a request to a wrong address goes out: %s, %s', async (_, options, goesOut) => {
  expect(await reaches(options)).toBe(goesOut)
})
