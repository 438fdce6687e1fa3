import type { Identity, IdentityStore } from '#accounts/ways.ts'
import type { Database } from './connection.ts'
import type { IdentityTable } from './schema.ts'

/** Stores identities of providers in SQL. */
export function createIdentityStore({ kysely }: Database): IdentityStore {
  return {
    async add({ issuer, subject, accountId, name, createdAt, lastUsedAt }) {
      const { numInsertedOrUpdatedRows } = await kysely
        .insertInto('identity')
        .values({
          issuer,
          subject,
          account_id: accountId,
          name: name ?? null,
          created_at: createdAt,
          last_used_at: lastUsedAt ?? null,
        })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async find(issuer, subject) {
      const row = await kysely
        .selectFrom('identity')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row && toIdentity(row)
    },
    async list(accountId) {
      const rows = await kysely
        .selectFrom('identity')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('subject')
        .execute()
      return rows.map(toIdentity)
    },
    async used(issuer, subject, last_used_at) {
      await kysely
        .updateTable('identity')
        .set({ last_used_at })
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .execute()
    },
    async remove(accountId, issuer, subject) {
      const { numDeletedRows } = await kysely
        .deleteFrom('identity')
        .where('account_id', '=', accountId)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
  }
}

function toIdentity(row: IdentityTable): Identity {
  return {
    issuer: row.issuer,
    subject: row.subject,
    accountId: row.account_id,
    name: row.name ?? undefined,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }
}
