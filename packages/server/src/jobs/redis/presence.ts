import type { Redis } from 'ioredis'
import { keysOf } from './keys.ts'

/** How long a note that a request is read is valid, in milliseconds; it is renewed several times within this. */
const VALID = 6_000

/** How long other processes have to note that they read a request, in milliseconds. */
const LEFT = 2_500

/** Which requests are read by somebody, on whichever process. */
export interface Presence {
  /** Notes that requests are read. */
  note(ids: readonly string[]): Promise<void>
  /** Notes that a request is no longer read here. Processes where it still is note that within this time. */
  left(id: string): Promise<void>
  /** Those of the requests that nobody reads. */
  unread(ids: readonly string[]): Promise<string[]>
}

export function createPresence(redis: Redis): Presence {
  return {
    async note(ids) {
      const pipeline = redis.pipeline()
      for (const id of ids) pipeline.set(keysOf(id).readers, 1, 'PX', VALID)
      await pipeline.exec()
    },
    async left(id) {
      await redis.pexpire(keysOf(id).readers, LEFT)
    },
    async unread(ids) {
      const pipeline = redis.pipeline()
      for (const id of ids) pipeline.exists(keysOf(id).readers)
      const answers = (await pipeline.exec()) ?? []
      // Of one that could not be asked for, nothing is known.
      return ids.filter((_, index) => answers[index]?.[0] === null && answers[index]?.[1] === 0)
    },
  }
}
