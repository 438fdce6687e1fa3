// The application under test: a page, and the relay that it asks.
import { createServer } from 'node:http'
import { DeepResearch } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'

const PAGE = `<!doctype html><title>Ask</title><button>Ask</button><pre></pre><script>
document.querySelector('button').onclick = async () => {
  const response = await fetch('/api/research' + location.search, { method: 'POST', body: '{"query":"Why?"}' })
  document.querySelector('pre').textContent = response.status + ' ' + (await response.text())
}</script>`

createServer(async (message, response) => {
  const url = new URL(message.url, 'http://app.test')
  if (message.method === 'GET') return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
  const chunks = []
  for await (const chunk of message) chunks.push(chunk)
  // Each test is a customer of its own, with a key of its own.
  const client = new DeepResearch({ apiKey: url.searchParams.get('customer'), maxRetries: 0 })
  const answer = await createRelay(client)(new Request(url, { method: 'POST', body: Buffer.concat(chunks) }))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  for await (const chunk of answer.body) response.write(chunk)
  response.end()
}).listen(Number(process.env.PORT), '127.0.0.1')
