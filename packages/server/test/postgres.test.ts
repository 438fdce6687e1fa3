import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSettings, startService } from '../src/index.ts'
import { HOLD_LOCK } from '../src/storage/postgres/hold.ts'
import { openPostgres, unreachable } from '../src/storage/postgres/open.ts'
import { startCuttingProxy } from './support/cutting-proxy.ts'
import { findPostgres, type PostgresServer, startPostgres } from './support/postgres.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask } from './support/service.ts'
import { storageSuite } from './support/storage-suite.ts'
import { readStream } from './support/stream.ts'

const bin = findPostgres()
const required = process.env['REQUIRE_SERVICES'] === '1'
const reason = bin || required ? '' : ' (skipped: PostgreSQL is not installed, and REQUIRE_SERVICES is not 1)'

describe.runIf(reason === '')(`PostgreSQL${reason}`, () => {
  let server: PostgresServer

  beforeAll(async () => {
    if (bin === undefined) throw new Error('REQUIRE_SERVICES is 1, and PostgreSQL is not installed')
    server = await startPostgres(bin)
  }, 60_000)
  afterAll(() => server?.stop())

  storageSuite(() => server)

  const start = (url: string) =>
    startService(readSettings({ PORT: '0', DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) }), {
      openEngine: async () => createScriptedEngine((run) => run.complete()),
    })

  it('carries the whole service, one at a time', async () => {
    const test = await server.create()
    const { url } = test
    const service = await start(url)
    const { id } = await service.manage.createAccount('ada@example.com', 'free')
    const { key } = await service.manage.createKey(id)
    const response = await fetch(`${service.url}/v1/research`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(ask()),
    })
    expect((await readStream(response)).data.at(-1)).toBe('[DONE]')
    await expect(start(url)).rejects.toThrow(/in use by another running service/)
    await service.close()
    await (await start(url)).close()
    await test.remove()
  })

  it('whose lock is lost lets no request in until it is back', async () => {
    const test = await server.create()
    const service = await start(test.url)
    const { id } = await service.manage.createAccount('ada@example.com', 'free')
    const { key } = await service.manage.createKey(id)
    const rival = new Client({ connectionString: test.url })
    await rival.connect()
    const taken = rival.query('select pg_advisory_lock($1)', [HOLD_LOCK])
    const other = new Client({ connectionString: test.url })
    await other.connect()
    const holder = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and objid = $1`
    await other.query(holder, [HOLD_LOCK])
    await taken
    let admitted = 0
    const postUntil = async (status: number) => {
      for (;;) {
        const response = await fetch(`${service.url}/v1/research`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: JSON.stringify(ask()),
        })
        await response.text()
        if (response.status === 200) admitted += 1
        if (response.status === status) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    await postUntil(502)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
    await rival.end()
    await postUntil(200)
    expect(await service.manage.showCredits(id)).toMatchObject({ free: 300 - 10 * admitted })
    await other.end()
    await service.close()
    await test.remove()
  })

  it('whose lock another process takes ends its own streams, and tells no lie of them', async () => {
    const test = await server.create()
    const engine = createScriptedEngine()
    const settings = readSettings({ PORT: '0', DATABASE_URL: test.url, AUTH_SECRET: 's'.repeat(32) })
    const service = await startService(settings, { openEngine: async () => engine })
    const { id } = await service.manage.createAccount('ada@example.com', 'free')
    const { key } = await service.manage.createKey(id)
    const stream = await fetch(`${service.url}/v1/research`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(ask()),
    })
    const run = await engine.nextRun()
    const rival = new Client({ connectionString: test.url })
    await rival.connect()
    const taken = rival.query('select pg_advisory_lock($1)', [HOLD_LOCK])
    const holder = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and objid = $1`
    const other = new Client({ connectionString: test.url })
    await other.connect()
    await other.query(holder, [HOLD_LOCK])
    await taken
    await run.left
    const { events, data } = await readStream(stream)
    expect(events.at(-1)).toMatchObject({ type: 'research.failed', data: { error: { code: 'SERVER_RESTARTED' } } })
    expect(data).not.toContain('[DONE]')
    expect(await service.manage.showCredits(id)).toMatchObject({ free: 300 })
    await other.end()
    await rival.end()
    await service.close()
    await test.remove()
  })

  it('that is stopped under load costs nobody anything, and works again without a restart', async () => {
    const test = await server.create()
    const service = await start(test.url)
    const { id } = await service.manage.createAccount('ada@example.com', 'scale')
    const { key } = await service.manage.createKey(id)
    const post = async () => {
      const response = await fetch(`${service.url}/v1/research`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(ask()),
      })
      const text = await response.text()
      return response.status === 200 ? (text.includes('[DONE]') ? 'done' : 'failed') : String(response.status)
    }
    const seen: string[] = []
    const load = async (until: string) => {
      do seen.push(await post())
      while (seen.at(-1) !== until)
    }
    await Promise.all([load('done'), load('done')])
    let isAway = true
    const duringOutage = async () => {
      do seen.push(await post())
      while (isAway)
    }
    const outage = Promise.all([duringOutage(), duringOutage()])
    await server.halt()
    expect(await post()).toBe('502')
    isAway = false
    await server.goOn()
    // Research that was completed when the database went waits for it, and its client too.
    await outage
    await load('done')
    expect(['done', '502', 'failed']).toEqual(expect.arrayContaining([...new Set(seen)]))
    const done = seen.filter((one) => one === 'done').length
    // What could not be settled in the outage is refunded a moment after it.
    await vi.waitUntil(async () => (await service.manage.showCredits(id)).free === 300 - 10 * done, 15_000)
    await service.close()
    await test.remove()
  })

  it('ends a statement that takes too long, and goes on with the next', async () => {
    const test = await server.create()
    const { kysely } = await openPostgres(test.url, { connectMs: 5_000, statementMs: 50, answerMs: 20_000 })
    await expect(sql`select pg_sleep(60)`.execute(kysely)).rejects.toMatchObject({ code: '57014' })
    await sql`select 1`.execute(kysely)
    await kysely.destroy()
    await test.remove()
  })

  it('that falls silent is given up, and each connection with it', async () => {
    const test = await server.create()
    const proxy = await startCuttingProxy(test.url.replace('postgres:', 'http:'))
    const url = test.url.replace(/:\d+\//, `:${new URL(proxy.url).port}/`)
    const { kysely } = await openPostgres(url, { connectMs: 500, statementMs: 20_000, answerMs: 100 })
    const ask = () => sql`select 1`.execute(kysely)
    await Promise.all([ask(), ask(), ask()])
    proxy.fallSilent()
    const transaction = kysely.transaction().execute((trx) => sql`select 1`.execute(trx))
    const given = await Promise.allSettled([ask(), ask(), transaction])
    expect(given.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(ask()).rejects.toThrow(/timeout/)
    proxy.speak()
    await ask()
    await kysely.destroy()
    await proxy.close()
    await test.remove()
  })

  it('that cannot be reached stops the start with one line, without the password', async () => {
    const url = 'postgres://ada:secret@127.0.0.1:1/none'
    await expect(start(url)).rejects.toThrow('The database at 127.0.0.1:1 cannot be reached: ECONNREFUSED.')
  })

  it('that has no such database or user stops the start with their names, without the password', async () => {
    const test = await server.create()
    const { host, pathname } = new URL(test.url)
    await expect(start(`postgres://postgres:geheim@${host}/nowhere`)).rejects.toThrow(
      `The database server at ${host} has no database "nowhere". Create it, or change DATABASE_URL.`,
    )
    await expect(start(`postgres://nobody:geheim@${host}${pathname}`)).rejects.toThrow(
      `The database at ${host} has no user "nobody", or does not let it connect from here. Check DATABASE_URL.`,
    )
    await test.remove()
  })

  it('that rejects the password is told so, with the user and without the password', () => {
    const refused = Object.assign(new Error('password authentication failed'), { code: '28P01' })
    expect(unreachable('postgres://ada:geheim@db:5432/main', refused).message).toBe(
      'The database at db:5432 rejects the password of "ada", or has no user of that name. Check DATABASE_URL.',
    )
  })
})
