import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readSettings, startService } from '../src/index.ts'
import { run, start, temporaryFolder } from './support/command-line.ts'
import { makeKeys } from './support/faults/accounts.ts'
import { supervise } from './support/faults/supervisor.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask, startTestService, type TestService } from './support/service.ts'
import { eventsIn, readerOf, readUntil } from './support/stream.ts'

const FILES = ['', '-wal', '-shm']

async function startOn(file: string) {
  const service = await startTestService({ environment: { DATABASE_URL: `sqlite:${file}` } })
  const { key } = await service.join('scale')
  return { service, key }
}

/** Starts research, loses the database, and gives what the stream and a new request are told. */
async function lose(service: TestService, key: string, act: () => void) {
  const streams = [readerOf(await service.post(key, ask())), readerOf(await service.post(key, ask()))]
  const [first, second] = [await service.engine.nextRun(), await service.engine.nextRun()]
  first.tell({ type: 'answer', content: 'Corals' })
  act()
  // One ends in the moment in which nobody has noticed yet, the other goes on.
  second.complete()
  const refused = await service.post(key, ask())
  const told: string[] = []
  for (const stream of streams) {
    told.push(await readUntil(stream, 'research.failed'))
    expect((await stream.read()).done).toBe(true)
  }
  return { refused, told }
}

async function expectTruth({ refused, told }: Awaited<ReturnType<typeof lose>>, service: TestService) {
  expect([refused.status, await refused.json()]).toMatchObject([502, { error: { code: 'PROXY_ERROR' } }])
  for (const text of told) {
    expect(text).not.toMatch(/refunded|research\.completed|\[DONE\]/)
    expect(eventsIn(text).at(-1)).toMatchObject({ type: 'research.failed', data: { error: { code: 'PROXY_ERROR' } } })
  }
  expect(service.lost.aborted).toBe(true)
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
}

const startAlone = (file: string) =>
  startService(readSettings({ PORT: '0', DATABASE_URL: `sqlite:${file}`, METRICS: 'off' }), {
    openEngine: async () => createScriptedEngine(),
  })

it('a database that is removed while it runs lets nobody in, and tells nothing as booked', async () => {
  const file = join(temporaryFolder(), 'research.db')
  const { service, key } = await startOn(file)
  const lost = await lose(service, key, () => rmSync(file))
  await expectTruth(lost, service)
  await service.close()
  await expect(startAlone(file)).rejects.toThrow(/removed while it was in use.*move .*-wal and .*-shm away/)
})

it('a database that is replaced while it runs is never mixed with the log of the former one', async () => {
  const folder = temporaryFolder()
  const [file, copy] = [join(folder, 'research.db'), join(folder, 'copy.db')]
  const { service, key } = await startOn(file)
  const source = new DatabaseSync(file, { readOnly: true })
  await backup(source, copy)
  source.close()
  const lost = await lose(service, key, () => renameSync(copy, file))
  await expectTruth(lost, service)
  await service.close()
  expect(existsSync(`${file}-wal`)).toBe(true)
  await expect(startAlone(file)).rejects.toThrow(/replaced while it was in use/)
  for (const end of ['-wal', '-shm']) renameSync(file + end, join(folder, `former${end}`))
  await (await startAlone(file)).close()
  const found = new DatabaseSync(file).prepare('pragma integrity_check').get()
  expect(found).toEqual({ integrity_check: 'ok' })
})

it('a log that its own killed process left is replayed, and so is a whole copy of both', async () => {
  const folder = temporaryFolder()
  const [file, copy] = [join(folder, 'research.db'), join(folder, 'copy.db')]
  const { service, key } = await startOn(file)
  await service.post(key, ask())
  for (const end of [...FILES, '.opened']) copyFileSync(file + end, copy + end)
  await service.close()
  const again = await startAlone(copy)
  expect(await again.manage.listAccounts()).toHaveLength(2)
  await again.close()
  expect(existsSync(`${copy}.opened`)).toBe(false)
})

it('a killed service starts by itself, but not with a file that was restored beside its log', async () => {
  const folder = temporaryFolder()
  const [file, old] = [join(folder, 'research.db'), join(folder, 'old.db')]
  const url = `sqlite:${file}`
  const [key = ''] = await makeKeys(url, 1)
  const service = await supervise({ DATABASE_URL: url, LOG_LEVEL: 'silent', METRICS: 'off' })
  await service.start()
  const research = async (query: string) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key }
    const body = JSON.stringify(ask({ query }))
    return await (await service.fetch(`${service.url}/v1/research`, { method: 'POST', headers, body })).text()
  }
  await research('long')
  const other = new DatabaseSync(file)
  await backup(other, old)
  for (let time = 0; time < 3; time += 1) await research('long')
  other.exec('pragma wal_checkpoint(truncate)')
  other.close()
  expect(await research('short')).toContain('[DONE]')
  await service.kill()
  await service.start()
  expect(await research('short')).toContain('[DONE]')
  await service.kill()
  copyFileSync(old, file)
  await expect(startAlone(file)).rejects.toThrow(/not the write-ahead log/)
  for (const end of ['-wal', '-shm']) rmSync(file + end)
  await (await startAlone(file)).close()
})

it('the process ends with one line and an exit code that is not 0', async () => {
  const folder = temporaryFolder()
  const environment = { PORT: '0', DATABASE_URL: 'sqlite:./research.db', LOG_LEVEL: 'silent' }
  const { printed, ended } = start(folder, ['serve'], environment)
  await printed('is listening')
  rmSync(join(folder, 'research.db'))
  const { code, stderr } = await ended
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/research\.db was removed while it was open/)])
  const again = await run(folder, ['serve'], environment)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('move')])
})
