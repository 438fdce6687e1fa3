import type { Redis } from 'ioredis'
import type { Claim } from '../claim.ts'
import { LogGapError } from '../log-gap-error.ts'
import type { EventLog } from '../ports.ts'
import { Appender } from './appender.ts'
import { keysOf } from './keys.ts'
import { runScript } from './run-script.ts'
import { FENCE } from './scripts.ts'

export interface RedisEventLogOptions {
  /** How long the events of a request are kept after the last of them was written, in milliseconds. */
  keptMs: number
}

/** A log of which everything may be lost at any moment. */
export interface LossyEventLog extends EventLog {
  /**
   * Refuses what earlier epochs write from now on.
   * @returns the number of stored envelopes; undefined if a later epoch was faster.
   */
  fence(claim: Claim): Promise<number | undefined>
  /** How many envelopes each of the requests has. */
  lengths(ids: readonly string[]): Promise<number[]>
  /** Has the events of a request deleted after so many milliseconds. */
  expire(id: string, ms: number): Promise<void>
}

/** How many envelopes are read at once. */
const PAGE = 200

const REFUSED = -1

/** The events of requests in Redis Streams, where the envelope with the index 0 has the id `1-0`. */
export function createRedisEventLog(redis: Redis, { keptMs }: RedisEventLogOptions): LossyEventLog {
  const appender = new Appender(redis, keptMs)
  const length = async (id: string) => Number((await redis.hget(keysOf(id).state, 'length')) ?? 0)
  return {
    async write(claim, { first, lines }) {
      const appended = await appender.append(claim, first, lines.toString().split('\n'))
      if ('missingAfter' in appended) throw new LogGapError(appended.missingAfter)
      return !('refused' in appended)
    },
    async fence({ id, epoch }) {
      const answer = (await runScript(redis, FENCE, [keysOf(id).state], [epoch, keptMs])) as number
      return answer === REFUSED ? undefined : answer
    },
    async read(id, index) {
      const rows = await redis.xrange(keysOf(id).stream, `${index + 1}-0`, '+', 'COUNT', PAGE)
      if (rows[0]?.[0] !== `${index + 1}-0`) return undefined
      return rows.map(([, fields]) => fields[1] ?? '')
    },
    length,
    async lengths(ids) {
      const pipeline = redis.pipeline()
      for (const id of ids) pipeline.hget(keysOf(id).state, 'length')
      return ((await pipeline.exec()) ?? []).map(([, answer]) => Number(answer ?? 0))
    },
    async expire(id, ms) {
      const { stream, state } = keysOf(id)
      await redis.pipeline().pexpire(stream, ms).pexpire(state, ms).exec()
    },
    // Redis deletes what is over by itself.
    async sweep() {},
  }
}
