import { expect, onTestFinished } from 'vitest'
import type { Servers } from '../cluster.ts'
import { type CuttingProxy, startCuttingProxy } from '../cutting-proxy.ts'
import { settingsForModel } from './model-research.ts'
import { type Supervised, supervise } from './supervisor.ts'

/** Processes that share a database and Redis: those that answer requests, and those that do the research. */
export interface Nodes {
  database: string
  apis: Supervised[]
  workers: Supervised[]
  /** The way to Redis of the last one of each. */
  line: CuttingProxy
  /** Sends each request to the next process, as a load balancer does: not to one that is stopping or gone. */
  fetch: typeof fetch
  /** How many requests were sent. */
  readonly sent: number
  /** Stops a process as an operator does, and starts it again. */
  restart(node: Supervised): Promise<void>
  end(): Promise<void>
}

/** Starts two processes that answer requests and so many workers, over an empty database. */
export async function startNodes({ postgres, redis }: Servers, count: number): Promise<Nodes> {
  await redis.client.flushall()
  const { url: database } = await postgres.create()
  const line = await startCuttingProxy(redis.url)
  onTestFinished(() => line.close())
  const shared = { DATABASE_URL: database, AUTH_SECRET: 's'.repeat(32), LOG_LEVEL: 'silent', METRICS: 'off' }
  const model = await settingsForModel()
  const node = (ROLE: string, last: boolean) => {
    const REDIS_URL = last ? line.url.replace('http:', 'redis:') : redis.url
    return supervise({ ...shared, ...model, REDIS_URL, ROLE })
  }
  const apis = [await node('api', false), await node('api', true)]
  const workers = await Promise.all(Array.from({ length: count }, (_, index) => node('worker', index === count - 1)))
  const nodes = [...apis, ...workers]
  await Promise.all(nodes.map((one) => one.start()))
  const stopping = new Set<Supervised>()
  let sent = 0
  return {
    ...{ database, apis, workers, line },
    get sent() {
      return sent
    },
    async fetch(input, init) {
      const { pathname } = new URL(String(input instanceof Request ? input.url : input))
      const open = apis.filter((api) => !stopping.has(api))
      let lost: unknown = new Error('there is no process to ask')
      for (const _ of open) {
        sent += 1
        const api = open[sent % open.length]
        try {
          return await fetch(`${api?.url}${pathname}`, init)
        } catch (error) {
          lost = error
          // What may have arrived is not sent again.
          if (!String((error as Error).cause).includes('ECONNREFUSED')) break
        }
      }
      throw lost
    },
    async restart(one) {
      stopping.add(one)
      one.terminate()
      await one.dead
      await one.start()
      stopping.delete(one)
    },
    async end() {
      await Promise.all(nodes.map((one) => one.kill()))
    },
  }
}

/** What Redis says of a key that it never deletes. */
const FOREVER = -1

/** What the queue keeps of itself; everything else is of a request. */
const OF_THE_QUEUE = /^dr:research:(meta|id|events|marker|pc|stalled-check|stalled|metrics:\w+)$/

/** Redis keeps nothing for ever that belongs to a request. */
export async function expectNothingLeft({ redis: { client } }: Servers): Promise<void> {
  const names = await client.keys('dr:*')
  expect(names.filter((name) => !name.startsWith('dr:{') && !OF_THE_QUEUE.test(name))).toEqual([])
  for (const name of names.filter((name) => name.startsWith('dr:{'))) {
    expect({ name, ttl: await client.pttl(name) }).not.toEqual({ name, ttl: FOREVER })
  }
}
