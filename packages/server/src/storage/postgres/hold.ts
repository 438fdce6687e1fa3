import { Client } from 'pg'
import type { Log } from '#kernel/log.ts'
import { UserError } from '#kernel/user-error.ts'
import type { Hold } from '../hold.ts'
import { unreachable } from './open.ts'
import { connectionConfig, TIMEOUTS } from './pool.ts'

/** Names the lock that one service holds on a database; any number that nobody else uses does. */
export const HOLD_LOCK = 4_711_002

/** Milliseconds between two attempts to take a lost lock again. */
const RETAKE_EVERY = 500

/**
 * Makes this process the only service of the embedded shape on a database. The lock goes with its connection: where
 * that breaks, it is taken again as soon as the database answers and nobody else has it.
 * @throws {@link UserError} where another service holds the database, or it cannot be reached.
 */
export async function holdPostgres(url: string, log: Log): Promise<Hold> {
  let client: Client | undefined = await take(url)
  let released = false
  let timer: NodeJS.Timeout | undefined
  const watch = (taken: Client) => taken.once('end', lost)
  const lost = () => {
    client = undefined
    if (released) return
    log.error({}, 'the lock on the database was lost; no request is let in until it is back')
    timer = setTimeout(retake, RETAKE_EVERY)
  }
  const retake = async () => {
    const taken = await take(url).catch(() => undefined)
    if (released) return void taken?.end()
    if (!taken) {
      timer = setTimeout(retake, RETAKE_EVERY)
      return
    }
    client = taken
    watch(taken)
    log.info({}, 'the lock on the database is back')
  }
  watch(client)
  return {
    get held() {
      return client !== undefined
    },
    async release() {
      released = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

async function take(url: string): Promise<Client> {
  const client = new Client(connectionConfig(url, TIMEOUTS))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [HOLD_LOCK])
    if (rows[0]?.held) return client
  } catch (error) {
    await client.end().catch(() => {})
    throw unreachable(url, error)
  }
  await client.end()
  throw new UserError('The database is in use by another running service. Stop it, or set DATABASE_URL.')
}
