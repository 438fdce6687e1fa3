import { Client } from 'pg'
import type { Log } from '#kernel/log.ts'
import { wait } from '#kernel/retry-pause.ts'
import { UserError } from '#kernel/user-error.ts'
import type { Hold } from '../hold.ts'
import { unreachable } from './open.ts'
import { connectionConfig, TIMEOUTS } from './pool.ts'

/** The number of the lock that a service holds on its database; any number that nothing else uses works. */
export const HOLD_LOCK = 4_711_002

/** How long to wait between attempts to take a lost lock again, in milliseconds. */
const RETAKE_EVERY = 500

/** How long somebody who needs the lock waits for it, in milliseconds. */
const REGAIN_WITHIN = 2_500

/** How long to wait between checks that the connection is alive, and how long each may take, in milliseconds. */
const ASK_EVERY = 5_000

/**
 * Makes this process the only service on a database. The lock belongs to a connection: if that breaks, the lock is
 * taken again as soon as the database answers and nobody else has it. If the database is `shared`, one of its processes
 * has the lock, and the others wait for it.
 * @throws {@link UserError} if another service has the database and does not share it, or it cannot be reached.
 */
export async function holdPostgres(url: string, log: Log, shared = false): Promise<Hold> {
  const first = await take(url)
  if (first === HELD_BY_ANOTHER && !shared) {
    throw new UserError(
      'The database is in use by another running service. Stop it, set DATABASE_URL, or set REDIS_URL for all of them.',
    )
  }
  let client: Client | undefined
  let released = false
  let timer: NodeJS.Timeout | undefined
  let taken = () => {}
  let retaking: Promise<void> | undefined
  // If only this side believes that the connection is alive, the server has already released the lock.
  const ask = (holder: Client) => holder.query('select 1').catch(() => holder.end())
  const watch = (holder: Client) => {
    const asking = setInterval(ask, ASK_EVERY, holder).unref()
    holder.once('end', () => {
      clearInterval(asking)
      lost()
    })
  }
  const lost = () => {
    client = undefined
    if (released) return
    if (!shared) log.error({}, 'the lock on the database was lost; no request is let in until it is back')
    again()
  }
  const again = () => {
    timer = setTimeout(retakeNow, RETAKE_EVERY)
  }
  const retakeNow = () => {
    clearTimeout(timer)
    retaking ??= retake().finally(() => (retaking = undefined))
    return retaking
  }
  const retake = async () => {
    const retaken = await take(url).catch(() => undefined)
    if (retaken === HELD_BY_ANOTHER) taken()
    if (retaken === undefined || retaken === HELD_BY_ANOTHER) {
      if (!released) again()
      return
    }
    if (released) return await giveBack(retaken)
    client = retaken
    watch(retaken)
    if (!shared) log.info({}, 'the lock on the database is back')
  }
  if (first === HELD_BY_ANOTHER) again()
  else {
    client = first
    watch(first)
  }
  return {
    get held() {
      return client !== undefined
    },
    async regain() {
      if (client === undefined && !released) await Promise.race([retakeNow(), wait(REGAIN_WITHIN)])
      return client !== undefined
    },
    onTaken(listener) {
      taken = listener
    },
    async release() {
      released = true
      clearTimeout(timer)
      await retaking
      if (client) await giveBack(client)
    },
  }
}

/** Unlocks before closing, because the server may notice a closed connection late while a successor waits. */
async function giveBack(client: Client): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [HOLD_LOCK]).catch(() => {})
  await client.end().catch(() => {})
}

/** @throws {@link UserError} if the URL is invalid; the error that pg throws would contain all of it. */
function createClient(url: string): Client {
  try {
    return new Client({ ...connectionConfig(url, TIMEOUTS), query_timeout: ASK_EVERY }).on('error', () => {})
  } catch (error) {
    throw unreachable(url, error)
  }
}

const HELD_BY_ANOTHER = Symbol('held by another')

/** @throws {@link UserError} if the database cannot be reached. */
async function take(url: string): Promise<Client | typeof HELD_BY_ANOTHER> {
  const client = createClient(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [HOLD_LOCK])
    if (rows[0]?.held) return client
  } catch (error) {
    await client.end().catch(() => {})
    throw unreachable(url, error)
  }
  await client.end()
  return HELD_BY_ANOTHER
}
