import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readSettings, startService } from '../../src/index.ts'
import { onOwnPostgres, onSqlite } from '../support/both-databases.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking, type Told } from '../support/faults/asking.ts'
import { createFaultEngine } from '../support/faults/fault-engine.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import { supervise } from '../support/faults/supervisor.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { ask } from '../support/service.ts'
import { readerOf, readStream, readUntil } from '../support/stream.ts'

const settingsOf = (url: string) =>
  readSettings({ PORT: '0', DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32), METRICS: 'off' })

const CALLERS = 4

/** Milliseconds in which every caller would have been told something. */
const STANDSTILL = 1_500

onOwnPostgres('PostgreSQL that is stopped and started again', (createUrl, server) => {
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
    const service = await startService(settingsOf(url), { openEngine: async () => createFaultEngine() })
    const told = await askThrough(url, service, {
      async fault(round) {
        await server().halt()
        await sleep(100 * round)
        await server().goOn()
      },
      rounds: 5,
    })
    await service.close()
    await (await startService(settingsOf(url), { openEngine: async () => createFaultEngine() })).close()
    await expectBooks(url, told)
  })

  it('and one that falls silent, too', async () => {
    const url = await createUrl()
    const proxy = await startCuttingProxy(url.replace('postgres:', 'http:'))
    const through = new URL(url)
    through.port = new URL(proxy.url).port
    const service = await startService(settingsOf(through.href), { openEngine: async () => createFaultEngine() })
    const told = await askThrough(url, service, {
      async fault(_round, felt) {
        proxy.fallSilent()
        await felt()
        proxy.speak()
        proxy.cut()
      },
      rounds: 1,
    })
    await service.close()
    await proxy.close()
    await (await startService(settingsOf(url), { openEngine: async () => createFaultEngine() })).close()
    await expectBooks(url, told)
  })
})

onSqlite('a file', (createUrl) => {
  const supervised = async (url: string) => {
    const service = await supervise({ DATABASE_URL: url, LOG_LEVEL: 'silent', METRICS: 'off' })
    await service.start()
    return service
  }

  it('on a disk that is full is told as it is in the books, and nobody pays for it', async () => {
    const url = await createUrl()
    const service = await supervised(url)
    const told = await askThrough(url, service, {
      async fault(_round, felt) {
        const { size } = statSync(`${pathOf(url)}-wal`)
        limitFiles(service.pid, String(Math.floor(size / 2)))
        await felt()
        limitFiles(service.pid, 'unlimited')
      },
      rounds: 3,
    })
    await service.kill()
    await service.start()
    await service.kill()
    await expectBooks(url, told)
  })

  it('that another process locks is told as it is in the books', async () => {
    const url = await createUrl()
    const service = await supervised(url)
    const told = await askThrough(url, service, {
      async fault(_round, felt) {
        const other = new DatabaseSync(pathOf(url), { timeout: 5_000 })
        other.exec('begin immediate')
        await felt()
        other.close()
      },
      rounds: 1,
    })
    await service.kill()
    await service.start()
    await service.kill()
    await expectBooks(url, told)
  })
})

interface Faults {
  /** What goes wrong, and is right again when it resolves. `felt` resolves when nobody is told anything any more. */
  fault(round: number, felt: () => Promise<void>): Promise<void>
  rounds: number
}

/** Asks while things go wrong, each time after every caller has had an answer. */
async function askThrough(database: string, service: { url: string }, { fault, rounds }: Faults): Promise<Told[]> {
  const keys = await makeKeys(database, CALLERS)
  const callers = keys.map((key) => keepAsking(service, key, ['short', 'long']))
  const told = () => callers.reduce((sum, caller) => sum + caller.told.length, 0)
  for (let round = 0; round < rounds; round += 1) {
    const enough = told() + 2 * CALLERS
    while (told() < enough) await sleep(10)
    const felt = async () => {
      for (let before = -1; before !== told(); await sleep(STANDSTILL)) before = told()
    }
    await fault(round, felt)
  }
  await Promise.all(callers.map((caller) => caller.stop()))
  return callers.flatMap((caller) => caller.told)
}

async function expectBooks(database: string, told: readonly Told[]): Promise<void> {
  const rows = await readRows(database)
  expectSound(rows)
  expectTold(rows, told)
}

const pathOf = (url: string) => url.slice('sqlite:'.length)

/** No file of a process may grow beyond so many bytes: to write further fails, as on a full disk. */
function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}
