import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testApiKey } from '@deep-research/mock'
import { startMockServer } from '@deep-research/mock/node'

/** Where the page is if PORT does not say so. */
const PORT = '3000'

const FRAMEWORKS: Record<string, () => Promise<{ listen(port: number): Promise<Server> }>> = {
  fastify: () => import('./fastify.ts'),
  express: () => import('./express.ts'),
  hono: () => import('./hono.ts'),
}

const [name = 'fastify'] = process.argv.slice(2)
const load = FRAMEWORKS[name]
if (load === undefined) throw new Error(`There is no ${name}; choose one of ${Object.keys(FRAMEWORKS).join(', ')}.`)

if (process.env['DEEP_RESEARCH_API_KEY'] === undefined) {
  const mock = await startMockServer()
  Object.assign(process.env, { DEEP_RESEARCH_API_KEY: testApiKey(), DEEP_RESEARCH_BASE_URL: mock.url })
  console.log('DEEP_RESEARCH_API_KEY is not set, so a mock answers, whatever you ask.')
}
const { listen } = await load()
const server = await listen(Number(process.env['PORT'] ?? PORT))
console.log(`The page is at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
