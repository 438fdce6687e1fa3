import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

/** A Lua script, which Redis runs as one atomic command. */
export interface Script {
  lua: string
  sha: string
}

export function scriptOf(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}

/** Runs a script by its hash, and sends its text only to a server that does not know it yet. */
export async function runScript(
  redis: Redis,
  { lua, sha }: Script,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...values)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return await redis.eval(lua, keys.length, ...keys, ...values)
  }
}
