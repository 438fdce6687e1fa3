import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { NODES, readBy } from './keys.ts'
import { runScript } from './run-script.ts'
import { NOTE_READERS, UNREAD } from './scripts.ts'

/** How long the note of what a process reads is valid, in milliseconds; it is renewed several times within this. */
const VALID = 6_000

/** How many requests are looked up with one command. */
const AT_ONCE = 1_000

/** Which requests are read by somebody, on whichever process. A process keeps one note of all that are read on it. */
export interface Presence {
  /** Notes that a request is read here. */
  joined(id: string): Promise<void>
  /** Notes that a request is no longer read here. */
  left(id: string): Promise<void>
  /** Keeps the note valid, and writes it anew if it is not what is read here. */
  renew(ids: readonly string[]): Promise<void>
  /** Those of the requests that nobody reads. */
  unread(ids: readonly string[]): Promise<string[]>
}

export function createPresence(redis: Redis): Presence {
  const node = randomUUID()
  const note = readBy(node)
  const write = (ids: readonly string[]) => runScript(redis, NOTE_READERS, [NODES, note], [VALID, node, ...ids])
  return {
    async joined(id) {
      await write([id])
    },
    async left(id) {
      await redis.srem(note, id)
    },
    async renew(ids) {
      // Commands are done in the order in which they were sent, so this counts all who joined or left before.
      if ((await write([])) === ids.length) return
      await redis.del(note)
      for (const some of parts(ids)) await write(some)
    },
    async unread(ids) {
      const unread = parts(ids).map((some) => runScript(redis, UNREAD, [NODES], [readBy(''), ...some]))
      return (await Promise.all(unread)).flat() as string[]
    },
  }
}

function parts(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part) =>
    ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )
}
