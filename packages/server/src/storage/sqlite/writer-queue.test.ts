import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openSqlite } from './open.ts'

/** How long a writer waits for its turn, in milliseconds. */
const PATIENCE = 200

it('refuses no writer because the process stood still for longer than writers wait', async () => {
  const { kysely } = await openSqlite(':memory:', PATIENCE)
  await sql`create table notes (text)`.execute(kysely)
  const writing = Array.from({ length: 5 }, () =>
    kysely.transaction().execute(async (transaction) => {
      for (const text of ['one', 'two', 'three']) await sql`insert into notes values (${text})`.execute(transaction)
    }),
  )
  await new Promise(setImmediate)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * PATIENCE)
  await Promise.all(writing)
  const { rows } = await sql`select count(*) as count from notes`.execute(kysely)
  expect(rows).toEqual([{ count: 15 }])
  await kysely.destroy()
})

it('refuses a writer whose turn does not come', async () => {
  const { kysely } = await openSqlite(':memory:', 20)
  const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>()
  const first = kysely.transaction().execute(() => waiting)
  await expect(kysely.transaction().execute(async () => {})).rejects.toThrow('the database is busy')
  goOn()
  await first
  await kysely.destroy()
})
