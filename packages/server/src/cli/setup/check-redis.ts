import type { Settings } from '../../config.ts'
import { inspectRedis } from '../../inspect-redis.ts'
import { checkReachable } from './check-reachable.ts'

/** Connects to Redis, if it is used, and looks whether it keeps what it holds. */
export async function checkRedis({ redisUrl: url }: Settings, signal: AbortSignal): Promise<string> {
  const reached = await checkReachable({ variable: 'REDIS_URL', url, port: 6379 }, signal)
  if (url === undefined) return reached
  return `${reached}; ${await inspectRedis(url, signal)}`
}
