import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ANY, ENDED } from '../../test/support/history.ts'
import { migrate } from './sql/migrate.ts'
import type { Migration } from './sql/migration.ts'
import { MIGRATIONS } from './sql/migrations.ts'
import { sqlite } from './sqlite/dialect.ts'
import { holdSqlite } from './sqlite/hold.ts'
import { createStorage } from './storage.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deep-research-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (path: string) => sqlite.open(`sqlite:${path}`)

const pragma = async (db: Kysely<never>, name: string) => {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)
  return Object.values(rows[0] ?? {})[0]
}

describe('a SQLite file', () => {
  it('is made with its folder, and loses no acknowledged commit', async () => {
    const { kysely } = await open(join(folder, 'deep', 'er.db'))
    const db = kysely as unknown as Kysely<never>
    expect(await pragma(db, 'journal_mode')).toBe('wal')
    expect(await pragma(db, 'synchronous')).toBe(2)
    expect(await pragma(db, 'foreign_keys')).toBe(1)
    expect(await pragma(db, 'busy_timeout')).toBe(0)
    await kysely.destroy()
    expect(existsSync(join(folder, 'deep', 'er.db'))).toBe(true)
  })

  it('is for its owner alone, with all that lies beside it', async () => {
    const path = join(folder, 'private.db')
    for (const file of [path, `${path}.auth-secret`]) writeFileSync(file, '', { mode: 0o644 })
    writeFileSync(`${path}.auth-secret`, 's'.repeat(32))
    sqlite.authSecret(`sqlite:${path}`)
    const release = holdSqlite(path)
    const { kysely, ...database } = await open(path)
    await createStorage({ kysely, ...database }).migrate(1)
    const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)])
    expect(new Set(modes.map(([, mode]) => mode))).toEqual(new Set(['600']))
    const names = ['', '-shm', '-wal', '.auth-secret', '.lock'].map((end) => `private.db${end}`)
    expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining(names))
    release()
    await kysely.destroy()
  })

  it('is for its owner alone from now on, where it was not', async () => {
    const path = join(folder, 'old.db')
    const old = new DatabaseSync(path)
    old.exec('pragma journal_mode = wal; create table t (a)')
    for (const file of [path, `${path}-wal`, `${path}-shm`]) chmodSync(file, 0o644)
    await (await open(path)).kysely.destroy()
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600)
    old.close()
  })

  it('keeps its locks against other processes when it is opened once more', async () => {
    const path = join(folder, 'locks.db')
    const release = holdSqlite(path)
    const first = await open(path)
    await (await open(path)).kysely.destroy()
    expect(() => holdSqlite(path)).toThrow(/in use/)
    const elsewhere = `const { DatabaseSync } = require('node:sqlite')
      new DatabaseSync(process.argv[1], { timeout: 0 }).exec('begin exclusive')`
    expect(() => execFileSync(process.execPath, ['-e', elsewhere, `${path}.lock`], { stdio: 'pipe' })).toThrow(/locked/)
    release()
    execFileSync(process.execPath, ['-e', elsewhere, `${path}.lock`])
    await first.kysely.destroy()
  })

  it('that is none is refused with one line', async () => {
    writeFileSync(
      join(folder, 'text.db'),
      'This is a text, and long enough to be taken for a database header.'.repeat(20),
    )
    await expect(open(join(folder, 'text.db'))).rejects.toThrow(/text\.db cannot be opened: .*not a database/)
  })

  it('gives a transaction the write lock from its beginning', async () => {
    const path = join(folder, 'lock.db')
    const { kysely } = await open(path)
    const other = new DatabaseSync(path, { timeout: 0 })
    await kysely.transaction().execute(async () => {
      expect(() => other.exec('begin immediate')).toThrow(/locked/)
    })
    other.exec('begin immediate')
    other.close()
    await kysely.destroy()
  })

  it('that is full refuses an admission whole, and goes on when there is room', async () => {
    const database = await open(join(folder, 'full.db'))
    const { accounts, admission, credits, migrate } = createStorage(database)
    await migrate(1)
    await accounts.create({ id: 'a', email: 'a@b.c', tier: 'scale', registeredAt: 0 })
    await credits.change('a', () => [{ pool: 'added', amount: 100_000, reason: 'top_up' }], 0)
    const admit = async (id: string) => {
      const request = { id, accountId: 'a', query: 'q'.repeat(10_000), level: 'low', credits: 10, now: 0 } as const
      await admission.admit({ ...request, ...ANY, query: request.query })
      await admission.settle({ ...ENDED, id, status: 'cancelled', refund: false, now: 0 })
    }
    const db = database.kysely as unknown as Kysely<never>
    const pages = Number(await pragma(db, 'page_count'))
    await pragma(db, `max_page_count = ${pages + 20}`)
    let admitted = 0
    const filling = async () => {
      for (; ; admitted += 1) await admit(`req_${admitted}`)
    }
    await expect(filling()).rejects.toThrow(/full/)
    expect(admitted).toBeGreaterThan(0)
    await pragma(db, `max_page_count = ${pages + 2_000}`)
    // One that was let in just before, and could not be settled.
    for (const { id } of await admission.unfinished()) {
      await admission.settle({ ...ENDED, id, status: 'failed', refund: true, now: 0 })
    }
    expect((await credits.balances('a', 0))?.added).toBe(100_000 - Math.max(0, 10 * admitted - 300))
    await admit('req_last')
    await database.kysely.destroy()
  })

  it('answers the look-ups of one turn by what is committed, beside a transaction that is open', async () => {
    const path = join(folder, 'keys.db')
    const database = await open(path)
    const { accounts, keys, migrate } = createStorage(database)
    await migrate(1)
    await accounts.create({ id: 'a', email: 'a@b.c', tier: 'free', registeredAt: 0 })
    const hashes = Array.from({ length: 40 }, (_, index) => String(index).padStart(64, 'a'))
    const fresh = { lastUsedAt: undefined, revokedAt: undefined, expiresAt: undefined, monthlyBudget: undefined }
    for (const [index, hash] of hashes.entries()) {
      const id = `key_${index}`
      await keys.insert({ id, accountId: 'a', name: undefined, last4: 'abcd', createdAt: 0, ...fresh }, hash)
      if (index % 3 === 0) await keys.revoke(id, 1)
    }
    const other = new DatabaseSync(path)
    other.exec(`begin immediate; update api_key set revoked_at = 1`)
    const found = await Promise.all(hashes.map((hash) => keys.authenticate(hash, 0)))
    const live = hashes.map((_, index) => (index % 3 === 0 ? undefined : `key_${index}`))
    expect(found.map((principal) => principal?.keyId)).toEqual(live)
    other.exec('commit')
    expect(await keys.authenticate(hashes[1] ?? '', 0)).toBeUndefined()
    other.exec('drop table api_key')
    const refused = await Promise.allSettled(hashes.map((hash) => keys.authenticate(hash, 0)))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['rejected']))
    other.close()
    const asked = keys.authenticate('', 0)
    await Promise.all([expect(asked).rejects.toThrow(), database.kysely.destroy()])
  })

  describe('tells by a small read and write', () => {
    const prepare = async () => {
      const path = join(folder, 'beat.db')
      const storage = createStorage(await open(path))
      await storage.migrate(1)
      await storage.beat()
      const other = new DatabaseSync(path)
      other.exec('pragma wal_checkpoint(truncate)')
      other.close()
      return { path, storage }
    }

    it('that its file is gone', async () => {
      const { path, storage } = await prepare()
      rmSync(path)
      await expect(storage.beat()).rejects.toThrow(/was removed while it was open/)
      await storage.close()
    })

    it('that another file has taken its place', async () => {
      const { path, storage } = await prepare()
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
      await expect(storage.beat()).rejects.toThrow(/was replaced while it was open/)
      await storage.close()
    })

    it('that its file is damaged', async () => {
      const { path, storage } = await prepare()
      writeFileSync(path, 'x'.repeat(20_000), { flag: 'r+' })
      await expect(storage.beat()).rejects.toThrow(/not a database|malformed/)
      await storage.close()
    })
  })

  it('has one service at a time, whatever it is called by', () => {
    const path = join(folder, 'one.db')
    const release = holdSqlite(path)
    symlinkSync(path, join(folder, 'other-name.db'))
    expect(() => holdSqlite(join(folder, 'other-name.db'))).toThrow(/in use by another running service/)
    release()
    holdSqlite(join(folder, 'other-name.db'))()
  })
})

describe('migrations', () => {
  it('run once, in order', async () => {
    const database = await open(join(folder, 'a.db'))
    expect(await migrate(database, 1)).toEqual(MIGRATIONS.map(({ name }) => name))
    expect(await migrate(database, 2)).toEqual([])
    const versions = MIGRATIONS.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    await database.kysely.destroy()
  })

  it('leave nothing of a step that broke', async () => {
    const database = await open(join(folder, 'b.db'))
    const broken: Migration = {
      version: 1,
      name: 'broken',
      async up(db) {
        await db.schema.createTable('half').addColumn('id', 'integer').execute()
        throw new Error('broken')
      },
    }
    await expect(migrate(database, 1, [broken])).rejects.toThrow('broken')
    expect(await migrate(database, 1)).toHaveLength(MIGRATIONS.length)
    const tables = await database.kysely.introspection.getTables()
    expect(tables.map(({ name }) => name)).not.toContain('half')
    await database.kysely.destroy()
  })

  it('leave what could be resumed as it can be resumed after', async () => {
    const database = await open(join(folder, 'd.db'))
    const before = MIGRATIONS.filter(({ version }) => version < 6)
    await migrate(database, 1, before)
    const { admission } = createStorage(database)
    // What is written here is what a service of that version wrote.
    const { kysely } = database
    await kysely.insertInto('account').values({ id: 'a', email: 'a@b.c', tier: 'free', registered_at: 0 }).execute()
    const asked = { id: 'req_1', account_id: 'a', query: 'q', level: 'low', credits: 10, body_hash: 'h' } as const
    await kysely
      .insertInto('request')
      .values({ ...asked, status: 'running', started_at: 0 })
      .execute()
    const chunk = { request_id: 'req_1', count: 2 }
    await kysely
      .insertInto('event_chunk')
      .values([
        { ...chunk, first: 0, envelopes: '1\n2' },
        { ...chunk, first: 2, envelopes: '3\nlast' },
      ])
      .execute()
    const ended = { status: 'completed', ended_at: 5, events_until: 9 } as const
    await database.kysely.updateTable('request').set(ended).execute()
    await migrate(database, 1)
    expect(await admission.find('req_1', 'a', 8)).toMatchObject({ eventsUntil: 9, end: { position: 3, last: 'last' } })
    expect((await admission.find('req_1', 'a', 9))?.end).toBeUndefined()
    await database.kysely.destroy()
  })

  it('refuse a database of a newer version', async () => {
    const database = await open(join(folder, 'c.db'))
    await migrate(database, 1)
    await expect(migrate(database, 1, MIGRATIONS.slice(0, 1))).rejects.toThrow(
      `The database has version ${MIGRATIONS.at(-1)?.version}, but this program knows only versions up to 1. Start a newer version of it.`,
    )
    await database.kysely.destroy()
  })
})
