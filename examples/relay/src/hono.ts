import type { Server } from 'node:http'
import { DeepResearch } from '@deep-research/sdk'
import { createRelay } from '@deep-research/sdk/relay'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { pageFiles } from './page-files.ts'

const relay = createRelay(() => new DeepResearch())
const app = new Hono()
app.use(csrf())
app.on(['POST', 'DELETE'], '/api/research', (context) => relay(context.req.raw))

for (const [path, [type, text]] of Object.entries(pageFiles)) {
  app.get(path, (context) => context.body(text, 200, { 'content-type': type }))
}

/** Serves the page and its relay on this machine. Port 0 is any free one. */
export function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(server as Server))
  })
}
