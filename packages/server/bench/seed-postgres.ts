import { TIERS } from '@deep-research/sdk/contract'
import { Client } from 'pg'
import { hashApiKey, mintApiKey } from '../src/accounts/api-key.ts'
import { migrateStorage, readSettings } from './service.ts'

/** Makes so many accounts that each of the returned keys may have a stream of its own at once. */
export async function seedPostgres(environment: Record<string, string>, streams: number): Promise<string[]> {
  await migrateStorage(readSettings(environment))
  const client = new Client({ connectionString: environment['DATABASE_URL'] })
  await client.connect()
  const { maxConcurrent } = TIERS.scale
  const keys = Array.from({ length: Math.ceil(streams / maxConcurrent) }, () => mintApiKey())
  await client.query(
    `insert into account (id, email, tier, registered_at)
     select 'acct_' || n, 'a' || n || '@example.com', 'scale', $2 from generate_series(1, $1::int) n`,
    [keys.length, Date.now()],
  )
  await client.query(
    `insert into api_key (id, account_id, hash, last4, created_at)
     select 'key_' || n, 'acct_' || n, hash, 'none', 0 from unnest($1::text[]) with ordinality as k (hash, n)`,
    [keys.map(hashApiKey)],
  )
  await client.end()
  return Array.from({ length: streams }, (_, index) => keys[Math.floor(index / maxConcurrent)] ?? '')
}
