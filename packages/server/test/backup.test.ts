import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { openStorage } from '../src/open-storage.ts'
import { onOwnPostgres, onSqlite } from './support/both-databases.ts'
import { findPostgres } from './support/postgres.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

/** A service whose database is copied while it works, and what is there after a start on the copy. */
async function startOnCopy(from: Record<string, string>, to: Record<string, string>, copy: () => Promise<void> | void) {
  const before = await startTestService({ environment: from })
  const { key, keyId, account } = await before.join('pro')
  const ended = await before.post(key, ask())
  ;(await before.engine.nextRun()).complete()
  await readStream(ended)
  const running = await before.post(key, ask())
  const run = await before.engine.nextRun()
  await copy()
  await before.manage.revokeKey(keyId)
  run.complete()
  await readStream(running)
  await before.close()
  const engine = Object.assign(createScriptedEngine(), { fingerprint: () => 'another' })
  const after = await startTestService({ environment: to, engine })
  const retrieve = async ({ headers }: Response) => {
    const path = `${after.url}/v1/research/${headers.get('x-request-id')}`
    return (await (await fetch(path, { headers: { 'x-api-key': key } })).json()) as Record<string, unknown>
  }
  const told = { ended: await retrieve(ended), running: await retrieve(running) }
  const credits = await after.manage.showCredits(account)
  await after.close()
  const storage = await openStorage(readSettings(to))
  const { drift } = await storage.checkLedger(undefined, 1_000)
  await storage.close()
  return { ...told, credits, drift }
}

/** The key is valid again, what had ended is whole, and what ran is refunded: another engine cannot go on with it. */
const EXPECTED = {
  ended: { status: 'completed', result: expect.any(Object) },
  running: { status: 'failed', error: { code: 'SERVER_RESTARTED' } },
  credits: { free: 290 },
  drift: 0,
}

onSqlite('a backup of a running service', (createUrl) => {
  it('is one consistent state, and starts with the secret beside it', async () => {
    const [from, to] = [await createUrl(), await createUrl()]
    const [file, copied] = [from, to].map((url) => url.replace('sqlite:', '')) as [string, string]
    const found = await startOnCopy({ DATABASE_URL: from }, { DATABASE_URL: to }, async () => {
      const source = new DatabaseSync(file, { readOnly: true })
      await backup(source, copied)
      source.close()
      copyFileSync(`${file}.auth-secret`, `${copied}.auth-secret`)
    })
    expect(found).toMatchObject(EXPECTED)
  })
})

onOwnPostgres('a backup of a running service', (createUrl) => {
  it('is restored into an empty database, and starts with the same secret', async () => {
    const AUTH_SECRET = 's'.repeat(32)
    const [from, to] = [await createUrl(), await createUrl()]
    const found = await startOnCopy({ DATABASE_URL: from, AUTH_SECRET }, { DATABASE_URL: to, AUTH_SECRET }, () => {
      const bin = findPostgres() ?? ''
      const dump = execFileSync(join(bin, 'pg_dump'), ['--format=custom', from])
      execFileSync(join(bin, 'pg_restore'), ['--no-owner', `--dbname=${to}`], { input: dump })
    })
    expect(found).toMatchObject(EXPECTED)
  })
})
