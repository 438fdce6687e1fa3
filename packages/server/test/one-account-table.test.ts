import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { dialectOf } from '../src/storage/dialects.ts'
import { migrate } from '../src/storage/sql/migrate.ts'
import { MIGRATIONS } from '../src/storage/sql/migrations.ts'
import { createStorage } from '../src/storage/storage.ts'
import { onOwnPostgres, onSqlite } from './support/both-databases.ts'

/** The tables as they were when passwords stood apart from accounts. */
interface Before {
  account: { id: string; email: string; tier: string; registered_at: number }
  access: { account_id: string; password: string | null; operator: number }
}

for (const onEmptyDatabases of [onSqlite, onOwnPostgres])
  onEmptyDatabases('one table of accounts', (createUrl) => {
    it('keeps the passwords and the operators of before', async () => {
      const url = await createUrl()
      const database = await dialectOf(url).open(url)
      await migrate(
        database,
        1,
        MIGRATIONS.filter(({ version }) => version < 10),
      )
      const before = database.kysely as unknown as Kysely<Before>
      for (const id of ['ada', 'bob', 'eve']) {
        await before
          .insertInto('account')
          .values({ id, email: `${id}@example.com`, tier: 'free', registered_at: 0 })
          .execute()
      }
      await before
        .insertInto('access')
        .values([
          { account_id: 'ada', password: 'scrypt$a', operator: 1 },
          { account_id: 'bob', password: null, operator: 0 },
        ])
        .execute()
      await migrate(database, 1)
      const { access, close } = createStorage(database)
      expect(await access.operators()).toEqual(['ada'])
      const passwords = await Promise.all(['ada', 'bob', 'eve'].map((id) => access.password(id)))
      expect(passwords).toEqual(['scrypt$a', undefined, undefined])
      await close()
    })
  })
