import type { Redis } from 'ioredis'

const CHANNEL = 'dr:stop'

/** Tells all workers that a request has to stop. */
export async function announceStop(redis: Redis, id: string): Promise<void> {
  await redis.publish(CHANNEL, id)
}

/** Calls a function with each request that has to stop; the returned function ends that. */
export function onStop(redis: Redis, stop: (id: string) => void): () => void {
  const listen = (channel: string, id: string) => {
    if (channel === CHANNEL) stop(id)
  }
  redis.on('message', listen)
  // While Redis is away a stop is noticed by the first write that is refused.
  redis.subscribe(CHANNEL).catch(() => {})
  return () => void redis.off('message', listen)
}
