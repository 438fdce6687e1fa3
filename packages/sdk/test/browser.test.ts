import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { clientOf, KEY, QUERY } from './client-of.ts'
import { listen } from './loopback.ts'
import { HEAD, RESULT, STREAM } from './wire.ts'

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const isMissing = !existsSync(CHROMIUM) && process.env['REQUIRE_SERVICES'] !== '1'

const PAGE = '<!doctype html><title>Ask</title><script type="module" src="/page.js"></script>'
const SCRIPT = `
import { readResearchStream } from '@deep-research/sdk'
const types = []
const stream = readResearchStream(await fetch('/ask', { method: 'POST' }))
for await (const event of stream) types.push(event.type)
globalThis.read = { types, result: await stream.result() }
`

const TYPES = [...Array(4).fill('research.answer.delta'), 'research.completed']

/** The page's script with the package, as a bundler makes it. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: join(import.meta.dirname, '..') },
    conditions: ['@deep-research/source'],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
  })
  return outputFiles[0]?.text ?? ''
}

const title = `a page reads a relayed stream without the key (${isMissing ? `skipped: no ${CHROMIUM}` : CHROMIUM})`

it.skipIf(isMissing)(title, { timeout: 60_000 }, async () => {
  const { client } = await clientOf((response) => void response.writeHead(200, HEAD).end(STREAM))
  const script = await bundle()
  const backend = await listen(async (response, { url }) => {
    if (url === '/') response.setHeader('content-type', 'text/html').end(PAGE)
    else if (url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script)
    else if (url === '/ask') {
      const stream = await client.stream(QUERY)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for await (const bytes of stream.toReadableStream()) response.write(bytes)
      response.end()
    } else response.writeHead(404).end()
  })
  onTestFinished(() => backend.close())
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const problems: unknown[] = []
  page.on('pageerror', (error) => problems.push(error))
  await page.goto(backend.url)
  const read = await page.waitForFunction('globalThis.read', undefined, { timeout: 30_000 })
  expect(await read.jsonValue()).toEqual({ types: TYPES, result: RESULT })
  expect(problems).toEqual([])
  const sent = backend.requests.map((request) => JSON.stringify(request))
  for (const text of [await page.content(), script, ...sent]) expect(text).not.toContain(KEY)
})
