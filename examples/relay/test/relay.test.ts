import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testApiKey } from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { BadRequestError, readResearchStream } from '@deep-research/sdk'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const CHROMIUM = '/usr/bin/chromium'
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

async function ask(url: string, query: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/research`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  return await readResearchStream(response).result()
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
  if (canBrowse) await usePage(url)
})
