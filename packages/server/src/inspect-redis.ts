import { loadOptional } from '#kernel/load-optional.ts'

/** How long a server may take to say how it is set up, in milliseconds. */
const PATIENCE = 5_000

/**
 * Asks a Redis server how it is set up.
 * @returns its version and policy, in one line.
 * @throws what is wrong with it, and what to do.
 */
export async function inspectRedis(url: string, signal: AbortSignal): Promise<string> {
  const { askRedis, complainOfEviction } = await loadOptional(() => import('#jobs/redis/eviction.ts'), {
    because: 'REDIS_URL is set',
    packages: 'ioredis',
  })
  const within = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const facts = await askRedis(url, within).catch((error) => {
    signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `REDIS_URL names a server that does not answer as Redis (${reason}). Check its address and password.`,
    )
  })
  const complaint = complainOfEviction(facts)
  if (complaint !== undefined) throw new Error(complaint)
  return `Redis ${facts.version ?? 'of unknown version'} with maxmemory-policy ${facts.policy ?? 'unknown'}`
}
