import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { BackendLostError, type EngineEvent } from '@deep-research/engine'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '../src/config.ts'
import { openEnginePool } from '../src/engine-pool/open-pool.ts'
import { openStorage } from '../src/open-storage.ts'
import { onSqlite } from './support/both-databases.ts'
import { onCluster } from './support/cluster.ts'
import { bystanderEvents, HANGING_WORKER, HANGS, hungMark, QUITS, WAITS } from './support/hanging-threads.ts'
import { ask, startTestService, type TestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

/** So long may a thread be silent where it is to be found hung, and where it is not, in milliseconds. */
const SECRET = 's'.repeat(32)
const SOON = 3_000
const NEVER = 600_000

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deep-research-'))
  writeFileSync(join(folder, 'ledger.md'), '# The ledger\n\nThe harbour master keeps a ledger of all ships.\n')
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    rmSync(`${folder}.data`, { recursive: true, force: true })
  })
})

/** A pool of threads that hang when they are told to. */
const openPool = (silenceMs: number, most = 1) =>
  openEnginePool({ corpus: folder, corpusBaseUrl: undefined, indexFile: `${folder}.data/a.index` }, () => {}, {
    ...{ most, silenceMs, script: HANGING_WORKER },
  })

async function open(silenceMs: number, most = 1) {
  const pool = await openPool(silenceMs, most)
  onTestFinished(() => pool.close())
  const workers: Worker[] = []
  const note = (worker: Worker) => workers.push(worker)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const begin = async (query: string, signal = new AbortController().signal) => {
    const run = pool.research({ query, level: 'low' }, { signal })[Symbol.asyncIterator]()
    const first = await run.next()
    return async () => {
      const events: EngineEvent[] = [first.value]
      for (let step = await run.next(); !step.done; step = await run.next()) events.push(step.value)
      return events
    }
  }
  return { pool, workers, begin }
}

const wholeOf = (query: string): EngineEvent[] => [{ type: 'thinking', content: query }, ...bystanderEvents(query)]
const BYSTANDERS = Array.from({ length: 20 }, (_, number) => `Question ${number}?`)

it('a run that hangs fails alone: those beside it go on in another thread, and tell nothing twice', async () => {
  const { begin, workers } = await open(SOON)
  const rests = await Promise.all([...BYSTANDERS.slice(0, 10), HANGS, ...BYSTANDERS.slice(10)].map((one) => begin(one)))
  const [hung] = rests.splice(10, 1)
  const failing = expect(hung?.()).rejects.toThrow('gave no sign of life')
  expect(await Promise.all(rests.map((rest) => rest()))).toEqual(BYSTANDERS.map(wholeOf))
  await failing
  await expect(hung?.()).resolves.toHaveLength(1)
  expect(workers).toHaveLength(2)
})

it('a thread that waits for a model is not taken for one that hangs', async () => {
  const { pool, begin, workers } = await open(SOON, 2)
  const leaving = new AbortController()
  const waiting = [WAITS, WAITS].map(async (one) => (await begin(one, leaving.signal))())
  await vi.waitUntil(() => pool.threads?.running === 2, { timeout: 50_000 })
  await expect((await begin(HANGS))()).rejects.toThrow('gave no sign of life')
  expect(workers).toHaveLength(3)
  leaving.abort(new Error('enough'))
  for (const one of waiting) await expect(one).rejects.toThrow('enough')
})

it('a cancelled run that does not hear of it frees its thread, and those beside it go on', async () => {
  const { begin, workers } = await open(NEVER)
  const leaving = new AbortController()
  const hung = (await begin(HANGS, leaving.signal))()
  const rest = begin(BYSTANDERS[0] ?? '')
  leaving.abort(new Error('cancelled'))
  await expect(hung).rejects.toThrow('cancelled')
  expect(await (await rest)()).toEqual(wholeOf(BYSTANDERS[0] ?? ''))
  expect(workers).toHaveLength(2)
})

it('a run of which threads die is tried once more, and those beside it are not counted', async () => {
  const { begin, workers } = await open(NEVER)
  const [quitting, ...rests] = await Promise.all([QUITS, ...BYSTANDERS].map((one) => begin(one)))
  const failing = quitting?.().catch((error: unknown) => error)
  expect(await failing).not.toBeInstanceOf(BackendLostError)
  expect(workers).toHaveLength(3)
  writeFileSync(hungMark(`${folder}.data/a.index`), '')
  expect(await Promise.all(rests.map((rest) => rest()))).toEqual(BYSTANDERS.map(wholeOf))
})

/** A service, or several processes, whose engine hangs when it is told to. */
async function startHanging(environment: Record<string, string>): Promise<TestService> {
  const openEngine = () => openPool(SOON)
  const shared = { ...environment, AUTH_SECRET: SECRET }
  if (environment['REDIS_URL'] === undefined) return await startTestService({ environment: shared, openEngine })
  await startTestService({ environment: { ...shared, ROLE: 'worker' }, openEngine })
  return await startTestService({ environment: { ...shared, ROLE: 'api' } })
}

/** The sum of a ledger's entries and the balances agree, and this account has been given back what it paid, once. */
async function expectRefundedOnce(environment: Record<string, string>, account: string) {
  const storage = await openStorage(readSettings({ ...environment, AUTH_SECRET: SECRET }))
  onTestFinished(() => storage.close())
  expect(await storage.checkLedger(undefined, 10_000)).toMatchObject({ drift: 0 })
  const { items } = await storage.history.ledger(account, { after: undefined, limit: 100 })
  expect(items.filter(({ reason }) => reason === 'refund')).toHaveLength(1)
}

function suite(settings: () => Promise<Record<string, string>>): void {
  it('20 bystanders of a question that hangs lose nothing; it alone fails, and is refunded once', async () => {
    const environment = await settings()
    const service = await startHanging(environment)
    const accounts = await Promise.all(Array.from({ length: 4 }, () => service.join('scale')))
    const attacker = await service.join()
    const options = { include_thinking: true, include_tool_calls: true }
    const post = (key: string | undefined, query: string) =>
      service.post(key, ask({ query, options })).then((response) => readStream(response))
    const streams = BYSTANDERS.map((query, number) => post(accounts[number % 4]?.key, query))
    const failed = await post(attacker.key, HANGS)
    expect(failed.events.at(-1)).toMatchObject({
      ...{ type: 'research.failed', data: { error: { code: 'RESEARCH_FAILED' } } },
    })
    for (const [number, { events }] of (await Promise.all(streams)).entries()) {
      const [told, whole] = [events.map(({ type }) => type), wholeOf(BYSTANDERS[number] ?? '')]
      expect(told).toHaveLength(whole.length)
      expect(told.at(-1)).toBe('research.completed')
      const answer = events.flatMap((event) => (event.type === 'research.answer.delta' ? [event.data.content] : []))
      expect(answer.join('')).toContain(BYSTANDERS[number])
      const sequence = events.flatMap((event) => (event.type === 'research.answer.delta' ? [event.data.sequence] : []))
      expect(sequence).toEqual(sequence.map((_, index) => index))
    }
    await expectRefundedOnce(environment, attacker.account)
    for (const { account } of accounts)
      expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 - 5 * 10 })
  })
}

onSqlite('threads that hang in this process', (createUrl) => {
  suite(async () => ({ DATABASE_URL: await createUrl() }))
})

onCluster('threads that hang in a worker', (servers) => {
  suite(async () => {
    const { postgres, redis } = servers()
    await redis.client.flushall()
    const { url, remove } = await postgres.create()
    onTestFinished(remove)
    return { DATABASE_URL: url, REDIS_URL: redis.url }
  })
})
