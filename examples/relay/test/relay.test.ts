import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { silent, testApiKey } from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { BadRequestError, readResearchStream } from '@deep-research/sdk'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const canBrowse = existsSync(CHROMIUM) || process.env['REQUIRE_SERVICES'] === '1'
const BACKENDS = ['fastify', 'express', 'hono']

let mock: MockServer
const servers: Server[] = []

beforeAll(async () => {
  mock = await startMockServer()
  vi.stubEnv('DEEP_RESEARCH_BASE_URL', mock.url)
  vi.stubEnv('DEEP_RESEARCH_API_KEY', testApiKey())
})

afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections()
  await mock.close()
})

async function start(backend: string): Promise<string> {
  const { listen } = (await import(`../src/${backend}.ts`)) as { listen(port: number): Promise<Server> }
  const server = await listen(0)
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function ask(url: string, query: string, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ query })
  const response = await fetch(`${url}/api/research`, { method: 'POST', headers, body, signal: signal ?? null })
  return await readResearchStream(response).result()
}

/** Leaves in the middle of a research, which then ends at the service, too. */
async function leave(url: string): Promise<void> {
  mock.next(silent())
  const left = new AbortController()
  const asked = ask(url, 'How long?', left.signal)
  const requests = mock.requests.length
  await vi.waitFor(() => expect(mock.requests.length).toBeGreaterThan(requests))
  left.abort()
  await expect(asked).rejects.toThrow()
  await vi.waitFor(() => expect(mock.requests.at(-1)?.outcome).toBe('left'), { timeout: 5_000 })
}

async function usePage(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText(/^\d+ claims, \d+ sources$/).waitFor()
    expect(await page.locator('.claim').count()).toBeGreaterThan(0)
    expect(await page.locator('.sources li a').first().getAttribute('href')).toMatch(/^https:/)
  } finally {
    await browser.close()
  }
}

test.each(BACKENDS)('%s relays answers and refusals, and its page shows claims with their sources', async (backend) => {
  const url = await start(backend)
  expect((await ask(url, 'Why?')).citations).not.toEqual([])
  await expect(ask(url, '')).rejects.toThrow(BadRequestError)
  // The relay of the SDK lets research go on that its page has left, so that the page can come back.
  if (backend !== 'hono') await leave(url)
  if (canBrowse) await usePage(url)
})
