import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createEngine } from '../src/engine.ts'
import { openLive } from '../src/live.ts'
import { memoryLibrary } from '../test/memory-library.ts'
import { HOSTILE } from '../test/web/hostile-pages.ts'

/** Serves `/healthz` and, with `/ask?page=N`, a question whose every hit is that hostile page, in one process. */
const HITS = 5
/** Of the public internet: nothing is sent there. */
const PUBLIC = '93.184.215.14'
let page = 0
let body: string | Uint8Array = ''

async function listen(handle: RequestListener): Promise<number> {
  const server = createServer(handle)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const web = await listen((request, response) => {
  const now = HOSTILE[page]
  if (request.url !== '/robots.txt') return response.writeHead(200, { 'content-type': now?.type }).end(body)
  return now?.robots
    ? response.writeHead(200, { 'content-type': 'text/plain' }).end(now.robots())
    : response.writeHead(404, { 'content-type': 'text/plain' }).end()
})
const search = await listen((_request, response) => {
  const results = Array.from({ length: HITS }, (_, at) => ({
    url: `http://site${at}.example/${page}${'/a'.repeat(900)}`,
    title: 'Reef',
    content: 'How coral reefs grow over the centuries, and what animals they are made of.',
  }))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }))
})
const live = await openLive({
  search: [{ name: 'searxng', url: `http://127.0.0.1:${search}` }],
  pagesFile: ':memory:',
  userAgent: 'deep-research-bench',
  reach: { resolve: async () => [PUBLIC], dial: () => connect({ host: '127.0.0.1', port: web }) },
})
const engine = createEngine({ library: memoryLibrary([]), assist: live.assist })

const port = await listen(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname === '/healthz') return response.end('ok')
  if (url.pathname === '/prepare') {
    page = Number(url.searchParams.get('page'))
    body = HOSTILE[page]?.body() ?? ''
    return response.end('ok')
  }
  const failures: string[] = []
  const task = { query: 'How do coral reefs grow, and what animals are they made of?', level: 'low' } as const
  for await (const event of engine.research(task, { signal: new AbortController().signal })) {
    if (event.type === 'tool_call.completed' && event.call.error) failures.push(event.call.error.message)
  }
  return response.end(JSON.stringify({ failures, rss: process.resourceUsage().maxRSS }))
})
process.send?.(port)
