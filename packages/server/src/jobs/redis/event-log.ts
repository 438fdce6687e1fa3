import type { Redis } from 'ioredis'
import type { Claim } from '../claim.ts'
import { LogGapError } from '../log-gap-error.ts'
import type { EventLog } from '../ports.ts'
import { channelOf, keysOf } from './keys.ts'
import { runScript } from './run-script.ts'
import { APPEND, FENCE } from './scripts.ts'

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
const GAP = -2

/** The events of requests in Redis Streams, where the envelope with the index 0 has the id `1-0`. */
export function createRedisEventLog(redis: Redis, { keptMs }: RedisEventLogOptions): LossyEventLog {
  const length = async (id: string) => Number((await redis.hget(keysOf(id).state, 'length')) ?? 0)
  return {
    async write({ id, epoch }, { first, lines }) {
      const { stream, state } = keysOf(id)
      const envelopes = lines.toString().split('\n')
      const values = [epoch, first, keptMs, channelOf(id), ...envelopes]
      const [answer, has] = (await runScript(redis, APPEND, [stream, state], values)) as [number, number]
      if (answer === GAP) throw new LogGapError(has)
      return answer !== REFUSED
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
