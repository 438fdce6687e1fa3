import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { DeepResearch } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'
import { chromium } from 'playwright-core'

const relay = createRelay(new DeepResearch())
const server = createServer(async (message, response) => {
  if (message.method === 'GET') {
    const isScript = message.url === '/page.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    const page = '<!doctype html><title>page</title><script type="module" src="/page.js"></script>'
    response.end(isScript ? readFileSync('page.js') : page)
    return
  }
  let body = ''
  for await (const chunk of message) body += String(chunk)
  const answer = await relay(new Request('http://page.test/', { method: 'POST', body }))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  Readable.fromWeb(answer.body as ReadableStream<Uint8Array>).pipe(response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const executablePath = process.env['CHROMIUM']
const args = ['--no-sandbox', '--disable-gpu']
const browser = await chromium.launch(executablePath === undefined ? { args } : { executablePath, args })
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(`document.title !== 'page'`)
  console.log(await page.title())
} finally {
  await browser.close()
  server.closeAllConnections()
  server.close()
}
