import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readSettings, startService } from '../../src/index.ts'
import { onPostgres, onSqlite } from '../support/both-databases.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking } from '../support/faults/asking.ts'
import { createFaultEngine } from '../support/faults/fault-engine.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import { supervise } from '../support/faults/supervisor.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { ask } from '../support/service.ts'
import { readerOf, readStream, readUntil } from '../support/stream.ts'

const settingsOf = (url: string) =>
  readSettings({ PORT: '0', DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32), METRICS: 'off' })

const CALLERS = 4

onPostgres('PostgreSQL that is stopped and started again', (createUrl, server) => {
  it('lets a success and its events wait for it', async () => {
    const url = await createUrl()
    const [key = ''] = await makeKeys(url, 1)
    const engine = createScriptedEngine()
    const service = await startService(settingsOf(url), { openEngine: async () => engine })
    const post = (headers: Record<string, string>) =>
      fetch(`${service.url}/v1/research`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
        body: JSON.stringify(ask()),
      })
    const stream = await post({})
    const run = await engine.nextRun()
    const reader = readerOf(stream)
    await server().halt()
    // More than one chunk of the log, and all of it within the outage.
    run.tell(
      ...Array.from({ length: 40 }, (_, index) => ({ type: 'answer' as const, content: `${index}`.padEnd(4_000) })),
    )
    const begun = await readUntil(reader, '"sequence":39')
    run.complete()
    await server().goOn()
    const rest = await readUntil(reader, '[DONE]')
    const again = await readStream(await post({ 'x-research-resume': stream.headers.get('x-request-id') ?? '' }))
    expect(again.text).toBe(begun + rest)
    expectSound(await readRows(url))
    await service.close()
  })

  it('under load is told as it is in the books', async () => {
    const url = await createUrl()
    const keys = await makeKeys(url, CALLERS)
    const service = await startService(settingsOf(url), { openEngine: async () => createFaultEngine() })
    const callers = keys.map((key) => keepAsking(service, key, ['short', 'long']))
    for (let outage = 0; outage < 5; outage += 1) {
      const enough = callers.map(({ told }) => told.length + 1)
      while (callers.some(({ told }, index) => told.length < (enough[index] ?? 0))) await sleep(10)
      await server().halt()
      await sleep(100 * outage)
      await server().goOn()
    }
    await Promise.all(callers.map((caller) => caller.stop()))
    await service.close()
    await (await startService(settingsOf(url), { openEngine: async () => createFaultEngine() })).close()
    const rows = await readRows(url)
    expectSound(rows)
    expectTold(
      rows,
      callers.flatMap(({ told }) => told),
    )
  })
})

onSqlite('a disk that is full', (createUrl) => {
  it('is told as it is in the books, and nobody pays for it', async () => {
    const url = await createUrl()
    const keys = await makeKeys(url, CALLERS)
    const service = await supervise({ DATABASE_URL: url, LOG_LEVEL: 'silent', METRICS: 'off' })
    await service.start()
    const callers = keys.map((key) => keepAsking(service, key, ['short', 'long']))
    const completed = () => callers.flatMap(({ told }) => told).length
    for (let round = 0; round < 3; round += 1) {
      const enough = completed() + 8
      while (completed() < enough) await sleep(10)
      const { size } = statSync(`${url.slice('sqlite:'.length)}-wal`)
      limitFiles(service.pid, String(Math.floor(size / 2)))
      await sleep(700)
      limitFiles(service.pid, 'unlimited')
    }
    await Promise.all(callers.map((caller) => caller.stop()))
    await service.kill()
    await service.start()
    await service.kill()
    const rows = await readRows(url)
    expectSound(rows)
    expectTold(
      rows,
      callers.flatMap(({ told }) => told),
    )
  })
})

/** No file of a process may grow beyond so many bytes: to write further fails, as on a full disk. */
function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}
