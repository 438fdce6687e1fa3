import { fastify } from 'fastify'
import { obeyParent } from './child.ts'

/** What the refusals are measured against: a Fastify application with one route, which answers a small JSON. */
const app = fastify()
app.post('/v1/research', async () => ({ error: { type: 'authentication_error', code: 'INVALID_API_KEY' } }))
obeyParent(await app.listen({ host: '127.0.0.1', port: 0 }))
