import { DatabaseSync } from 'node:sqlite'
import { TIERS } from '@deep-research/sdk/contract'
import { hashApiKey, mintApiKey } from '../src/accounts/api-key.ts'
import { migrateStorage, readSettings } from './service.ts'

/** Keys that were made: one of each kind that a request is refused for, and a good one. */
export interface SeededKeys {
  valid: string
  unknown: string[]
  revoked: string[]
  rolled: string[]
}

/** Each kind of refused key is used in turn, so that no look-up is of the row just read. */
const KINDS = 500

/** Makes a database of one account and this many keys, most of them valid. */
export async function seed(path: string, count: number): Promise<SeededKeys> {
  await migrateStorage(readSettings({ DATABASE_URL: `sqlite:${path}` }))
  const database = new DatabaseSync(path)
  database.exec('pragma synchronous = off; begin')
  database
    .prepare(`insert into account (id, email, tier, registered_at) values ('acct_1', 'a@example.com', 'scale', ?)`)
    .run(Date.now())
  const insert = database.prepare(`
    insert into api_key (id, account_id, hash, last4, created_at, revoked_at) values (?, 'acct_1', ?, ?, 0, ?)`)
  const add = (index: number, revokedAt: number | null) => {
    const key = mintApiKey()
    insert.run(`key_${index}`, hashApiKey(key), key.slice(-4), revokedAt)
    return key
  }
  const keys: SeededKeys = { valid: add(0, null), unknown: [], revoked: [], rolled: [] }
  for (let index = 1; index < count; index += 1) {
    // Spread over the table, as time would.
    const kind = index % Math.floor(count / KINDS)
    const key = add(index, kind < 2 ? index : null)
    if (kind === 0) keys.revoked.push(key)
    if (kind === 1) keys.rolled.push(key)
  }
  for (let index = 0; index < KINDS; index += 1) keys.unknown.push(mintApiKey())
  database.exec('commit')
  database.close()
  return keys
}

/** Makes a database of so many accounts that each of the returned keys may have a stream of its own at once. */
export async function seedAccounts(path: string, streams: number): Promise<string[]> {
  await migrateStorage(readSettings({ DATABASE_URL: `sqlite:${path}` }))
  const database = new DatabaseSync(path)
  database.exec('begin')
  const account = database.prepare(`insert into account (id, email, tier, registered_at) values (?, ?, 'scale', ?)`)
  const insert = database.prepare(`
    insert into api_key (id, account_id, hash, last4, created_at) values (?, ?, ?, ?, 0)`)
  const { maxConcurrent } = TIERS.scale
  const keys = Array.from({ length: Math.ceil(streams / maxConcurrent) }, (_, index) => {
    const key = mintApiKey()
    account.run(`acct_${index}`, `a${index}@example.com`, Date.now())
    insert.run(`key_${index}`, `acct_${index}`, hashApiKey(key), key.slice(-4))
    return key
  })
  database.exec('commit')
  database.close()
  return Array.from({ length: streams }, (_, index) => keys[Math.floor(index / maxConcurrent)] ?? '')
}
