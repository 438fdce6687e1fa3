// Serves the page with its relay on the mock, and does what a visitor does.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { answer, resumable, testApiKey } from '@deep-research/mock'
import { startMockServer } from '@deep-research/mock/node'
import { DeepResearch } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'
import { chromium } from 'playwright-core'

const mock = await startMockServer({ scenario: resumable({ of: answer({ everyMs: 40 }), tornAfter: [] }) })
const relay = createRelay(new DeepResearch({ apiKey: testApiKey(), baseURL: mock.url }))
const script = readFileSync(new URL('page.js', import.meta.url))

const server = createServer(async (message, response) => {
  if (message.url === '/page.js') return response.setHeader('content-type', 'text/javascript').end(script)
  if (!message.url.startsWith('/api/research')) {
    response.setHeader('content-type', 'text/html')
    return response.end('<!doctype html><main></main><script type="module" src="/page.js"></script>')
  }
  const { method, headers } = message
  const body = method === 'POST' ? Readable.toWeb(message) : null
  const answered = await relay(new Request(`http://page${message.url}`, { method, headers, body, duplex: 'half' }))
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  if (answered.body === null) return response.end()
  Readable.fromWeb(answered.body)
    .on('error', () => response.destroy())
    .pipe(response)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

const asked = (query) => mock.requests.filter(({ method, body }) => method === 'POST' && body?.query === query).length
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  // Hidden and shown in its middle, a research goes on.
  await page.waitForSelector('#research[data-status=streaming]', { state: 'attached' })
  await page.click('#toggle')
  await page.click('#toggle')
  await page.waitForSelector('#research[data-status=completed]', { state: 'attached', timeout: 20_000 })
  const text = await page.textContent('#research')
  const onMount = asked('On mount')
  // A chat that is reloaded in its middle goes on as well.
  await page.click('#send')
  await page.waitForFunction(() => document.querySelector('#said').textContent.length > 20)
  await page.reload()
  await page.waitForFunction((whole) => document.querySelector('#said').textContent === whole, text, {
    timeout: 20_000,
  })
  console.log(JSON.stringify([text.length > 100, onMount, asked('Chat')]))
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
  await mock.close()
}
// The relay would go on reading for the page that left, until it gives up.
process.exit()
