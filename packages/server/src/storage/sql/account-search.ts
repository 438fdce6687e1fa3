import { sql } from 'kysely'
import { apply, type Pool, renew } from '#accounts/credits.ts'
import type { AccountQuery, AccountStore, FoundAccount } from '#accounts/ports.ts'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './account-row.ts'
import type { Executor } from './connection.ts'
import { readCursor, toPage } from './cursor.ts'

/** A page of accounts, the newest first. It walks the index by time until the page is full. */
export async function searchAccounts(
  db: Executor,
  query: AccountQuery,
  now: number,
): ReturnType<AccountStore['search']> {
  const { text, state, after, limit } = query
  const [time, id] = readCursor(after, 2)
  const rows = await db
    .selectFrom('account')
    .select([...ACCOUNT_COLUMNS, 'operator'])
    .where('deleted_at', 'is', null)
    .$if(text !== '', (found) =>
      found.where((row) => row.or([row('id', '=', text), row('email', 'like', contains(text))])),
    )
    .$if(state === 'active', (found) => found.where('suspended_at', 'is', null))
    .$if(state === 'suspended', (found) => found.where('suspended_at', 'is not', null))
    .$if(state === 'operator', (found) => found.where('operator', '=', 1))
    .$if(id !== undefined, (found) => found.where(sql<boolean>`(registered_at, id) < (${Number(time)}, ${id})`))
    .orderBy('registered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.registered_at, row.id],
  )
  return { items: await withBalances(db, page.items, now), next: page.next }
}

type Row = AccountRow & { operator: 0 | 1 }

async function withBalances(db: Executor, rows: readonly Row[], now: number): Promise<FoundAccount[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const books = await db
    .selectFrom('account')
    .select((row) => {
      // The last entry of a balance contains its sum, so this is one step in an index however long the ledger is.
      const balance = (pool: Pool) =>
        row
          .selectFrom('ledger')
          .select('balance_after')
          .whereRef('account_id', '=', 'account.id')
          .where('pool', '=', pool)
          .orderBy('sequence', 'desc')
          .limit(1)
      const lines = row.selectFrom('ledger').whereRef('account_id', '=', 'account.id')
      const period = lines.select(({ fn }) => fn.max('period').as('period'))
      return ['account.id', balance('free').as('free'), balance('added').as('added'), period.as('period')]
    })
    .where('account.id', 'in', ids)
    .execute()
  return rows.map((row) => {
    const { free, added, period } = books.find(({ id }) => id === row.id) ?? {}
    const balances = { free: free ?? 0, added: added ?? 0 }
    const due = renew(balances, row.registered_at, period ?? undefined, now)
    return { account: toAccount(row), operator: row.operator === 1, balances: apply(balances, due) }
  })
}

/** Escapes the wildcards in a text, so that a pattern matches it literally. */
function contains(text: string) {
  return sql<string>`${`%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`} escape '\\'`
}
