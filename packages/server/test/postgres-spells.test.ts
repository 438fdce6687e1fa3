import { Client } from 'pg'
import { expect, it } from 'vitest'
import { onOwnPostgres } from './support/both-databases.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'

onOwnPostgres('after a spell in which nothing can be written', (createUrl, server) => {
  const open = async () => {
    const url = await createUrl()
    const service = await startTestService({
      engine: createScriptedEngine((run) => run.complete()),
      environment: { DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) },
    })
    const { key, account } = await service.join('scale')
    const post = async () => {
      const response = await service.post(key, ask())
      await response.text()
      return response.status
    }
    const read = async () => {
      const headers = { 'x-api-key': key }
      return (await fetch(`${service.url}/v1/research/req_${'0'.repeat(32)}`, { headers })).status
    }
    return { url, service, account, post, read }
  }
  const perform = async (url: string, ...statements: string[]) => {
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    for (const statement of statements) await client.query(statement).catch(() => {})
    await client.end().catch(() => {})
  }
  const others = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'

  it('the first request succeeds, whatever connections were opened in it', async () => {
    const { url, service, post, read } = await open()
    const name = new URL(url).pathname.slice(1)
    const admin = url.replace(name, 'postgres')
    expect(await post()).toBe(200)
    for (const asked of ['reads', 'writes']) {
      await perform(admin, `alter database ${name} set default_transaction_read_only = on`, others)
      // Several at once, so that several connections are opened.
      if (asked === 'reads') expect(new Set(await Promise.all([1, 2, 3, 4].map(read)))).toEqual(new Set([404]))
      else expect(new Set(await Promise.all([1, 2, 3, 4].map(post)))).toEqual(new Set([502]))
      if (asked === 'writes') expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
      await perform(admin, `alter database ${name} reset default_transaction_read_only`)
      expect(await Promise.all([1, 2, 3, 4].map(post))).toEqual([200, 200, 200, 200])
    }
  })

  it('or after all connections were cut, or after a restart, it succeeds too', async () => {
    const { url, post, read } = await open()
    const admin = url.replace(/[^/]+$/, 'postgres')
    await Promise.all([1, 2, 3, 4].map(read))
    await perform(admin, others)
    expect(await post()).toBe(200)
    await Promise.all([1, 2, 3, 4].map(read))
    await server().halt()
    expect(await post()).toBe(502)
    await server().goOn()
    expect(await post()).toBe(200)
  })

  it('or while it is admitted; a charge whose commit is in doubt is refunded', async () => {
    const { url, post, service, account } = await open()
    expect(await post()).toBe(200)
    // The next value of a sequence stays taken when its transaction is undone, so that each kind of cut comes once.
    await perform(
      url,
      'create sequence cuts',
      `create function cut() returns trigger language plpgsql as $$ begin
        if nextval('cuts') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end $$`,
      'create trigger cut after insert on request execute function cut()',
    )
    expect(await post()).toBe(200)
    await perform(
      url,
      'drop trigger cut on request',
      'alter sequence cuts restart',
      'create constraint trigger cut after insert on request deferrable initially deferred for each row execute function cut()',
    )
    expect(await post()).toBe(502)
    expect(await post()).toBe(200)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 - 3 * 10 })
  })
})
