import { onTestFinished } from 'vitest'
import type { Servers } from './cluster.ts'
import { createScriptedEngine, type Run } from './scripted-engine.ts'
import { startTestService, type TestService } from './service.ts'

type Node = 'api' | 'worker'

/** Starts processes over one empty database: two that answer requests, and a given number that do the research. */
export async function startNodes({ postgres, redis }: Servers, workers = 1, more: Record<string, string> = {}) {
  await redis.client.flushall()
  const { url, remove } = await postgres.create()
  onTestFinished(remove)
  const shared = { DATABASE_URL: url, REDIS_URL: redis.url, AUTH_SECRET: 's'.repeat(32), ...more }
  const start = (ROLE: Node) => {
    const engine = Object.assign(createScriptedEngine(), { fingerprint: () => 'scripted' })
    return startTestService({ engine, environment: { ...shared, ROLE } })
  }
  const first = await start('api')
  const second = await start('api')
  return {
    database: url,
    first,
    second,
    workers: await Promise.all(Array.from({ length: workers }, () => start('worker'))),
    start,
  }
}

/** The run that any of the workers begins next. */
export const nextRun = (workers: readonly TestService[]): Promise<Run> =>
  Promise.race(workers.map(({ engine }) => engine.nextRun()))

/** How many requests wait for a worker. */
export async function waiting({ redis: { client } }: Servers): Promise<number> {
  return (await client.llen('dr:research:wait')) + (await client.zcard('dr:research:prioritized'))
}

/** Completes each run as soon as it begins. */
export async function completeAll(engine: TestService['engine']): Promise<void> {
  for (;;) (await engine.nextRun()).complete()
}

export const idOf = (response: Response): string => response.headers.get('x-request-id') ?? ''

/** What Redis says of a key that it never deletes. */
export const FOREVER = -1
