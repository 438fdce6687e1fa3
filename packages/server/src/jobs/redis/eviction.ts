import type { Redis } from 'ioredis'
import { describeError, type Log } from '#kernel/log.ts'
import { connectForCommands } from './connect.ts'

const KEPT = 'noeviction'

/** How a Redis server is set up, as it says itself. */
export interface RedisFacts {
  /** Such as `7.0.15`; undefined if it does not say. */
  version: string | undefined
  /** Its `maxmemory-policy`; undefined if it does not say. */
  policy: string | undefined
}

/** What is wrong with a server that forgets what it holds when its memory is full; undefined if it does not. */
export function complainOfEviction({ policy }: RedisFacts): string | undefined {
  if (policy === undefined || policy === KEPT) return undefined
  return `Redis has maxmemory-policy ${policy}, so it may forget waiting requests and running streams when its memory is full. Set maxmemory-policy to ${KEPT}.`
}

/** Says so in the log each time a server is connected that forgets what it holds. */
export function watchEviction(redis: Redis, log: Log): void {
  const look = async () => {
    const complaint = complainOfEviction(await readFacts(redis))
    if (complaint !== undefined) log.error({}, complaint)
  }
  redis.on('ready', () => {
    look().catch((error) => log.warn(describeError(error), 'Redis does not say how it is set up'))
  })
}

/**
 * Connects to a server, and asks it how it is set up.
 * @throws if it does not answer as a Redis server.
 */
export async function askRedis(url: string, signal: AbortSignal): Promise<RedisFacts> {
  const redis = connectForCommands(url)
  try {
    if (redis.status !== 'ready') await onceReady(redis, signal)
    return await readFacts(redis)
  } finally {
    redis.disconnect()
  }
}

function onceReady(redis: Redis, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    redis.once('ready', resolve)
    redis.once('error', reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function readFacts(redis: Redis): Promise<RedisFacts> {
  const [server, memory] = await Promise.all([redis.info('server'), redis.info('memory')])
  const read = (text: string, name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(text)?.[1]
  return { version: read(server, 'redis_version'), policy: read(memory, 'maxmemory_policy') }
}
