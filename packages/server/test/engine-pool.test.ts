import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { BackendLostError, type EngineEvent, type ResearchTask } from '@deep-research/engine'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type CorpusSettings, type OpenedEngine, openCorpusEngine } from '../src/corpus-engine.ts'
import { openEnginePool } from '../src/engine-pool/open-pool.ts'
import { ThreadRuns } from '../src/engine-pool/thread-runs.ts'
import { UserError } from '../src/kernel/user-error.ts'

const TASK: ResearchTask = { query: 'What does the harbour master keep?', level: 'low' }
const A_MINUTE = 60_000
const LEDGER = 'The harbour master keeps a ledger of all ships. It is bound in green leather.'
const LANTERN = 'The harbour master keeps a lantern on the tower. It burns all night.'

describe('threads of the engine', () => {
  let folder: string
  let settings: CorpusSettings
  const opened: OpenedEngine[] = []
  const lines: string[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'deep-research-'))
    writeFileSync(join(folder, 'ledger.md'), `# The ledger\n\n${LEDGER}\n`)
    settings = { corpus: folder, corpusBaseUrl: undefined, indexFile: `${folder}.data/a.index` }
  })
  afterEach(async () => {
    for (const engine of opened.splice(0)) await engine.close()
    rmSync(folder, { recursive: true })
    rmSync(`${folder}.data`, { recursive: true, force: true })
  })

  const openClosed = async (threads: number) => {
    const pool = await openEnginePool(settings, (line) => lines.push(line), { most: threads, silenceMs: 20_000 })
    opened.push(pool)
    return pool
  }
  /** A pool, and the threads that begin from then on, without those that made its index. */
  const openWatched = async (threads: number) => {
    const pool = await openClosed(threads)
    const workers: Worker[] = []
    const note = (worker: Worker) => workers.push(worker)
    process.on('worker', note)
    onTestFinished(() => void process.off('worker', note))
    return { pool, workers }
  }
  const running = (pool: OpenedEngine, threads: number) =>
    vi.waitUntil(() => pool.threads?.running === threads, { timeout: 20_000 })
  const openedAndWatched = async (threads: number) => {
    const watched = await openWatched(threads)
    watched.pool.spread?.()
    await running(watched.pool, 1)
    return watched
  }
  /** A pool with one thread that researches. */
  const open = async (threads: number) => (await openedAndWatched(threads)).pool

  it('tell what the engine tells in this thread, and know its documents', async () => {
    const pool = await open(1)
    const here = await openCorpusEngine(settings, () => {})
    opened.push(here)
    expect(withoutTimes(await eventsOf(pool))).toEqual(withoutTimes(await eventsOf(here)))
    expect(pool.describe?.()).toEqual(here.describe())
    expect(pool.fingerprint?.()).toBe(here.fingerprint?.())
    const url = resultOf(await eventsOf(pool)).sources_summary[0]?.source.url ?? ''
    expect(await pool.documentAt?.(url)).toEqual(here.documentAt?.(url))
    expect((await pool.documentAt?.(url))?.text).toContain(LEDGER)
  })

  it('are not started before the service listens or a question comes, which waits for one', async () => {
    const { pool, workers } = await openWatched(1)
    expect(workers).toHaveLength(0)
    expect(resultOf(await eventsOf(pool)).answer).toContain('ledger')
    pool.spread?.()
    pool.spread?.()
    expect(resultOf(await eventsOf(pool)).answer).toContain('ledger')
    await running(pool, 1)
    expect(workers).toHaveLength(1)
  })

  it('share the runs, and all of them see a document that is new', async () => {
    const pool = await open(2)
    const both = () => Promise.all([eventsOf(pool), eventsOf(pool)])
    await both()
    await running(pool, 2)
    expect((await both()).every((events) => resultOf(events).answer.includes('ledger'))).toBe(true)
    writeFileSync(join(folder, 'lantern.md'), `# The lantern\n\n${LANTERN}\n`)
    const see = async () => (await both()).every((events) => resultOf(events).answer.includes('lantern'))
    await vi.waitUntil(see, { timeout: 20_000 })
    expect(pool.describe?.()?.documents).toBe(2)
  })

  it('are started when all that run have something to do, up to the most', async () => {
    const { pool, workers } = await openedAndWatched(2)
    await eventsOf(pool)
    await eventsOf(pool)
    expect(workers).toHaveLength(1)
    const held = [hold(pool), hold(pool)]
    for (const run of held) await run.next()
    await running(pool, 2)
    held.push(hold(pool), hold(pool))
    for (const run of held.slice(2)) await run.next()
    await eventsOf(pool)
    expect(workers).toHaveLength(2)
    for (const run of held) await run.return?.()
  })

  it.runIf(process.platform === 'linux')('give way to the thread that serves', async () => {
    await open(1)
    const niceness = (task: string) => {
      const [, fields = ''] = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ')
      return Number(fields.split(' ')[16])
    }
    const own = niceness(String(process.pid))
    // A thread may end between the list and its reading.
    const isThere = (task: string) => existsSync(`/proc/self/task/${task}/stat`)
    const all = () => readdirSync('/proc/self/task').filter(isThere).map(niceness)
    expect(await vi.waitFor(all)).toContain(own + 5)
  })

  it('end a run that is aborted or left, and go on with the others', async () => {
    const pool = await open(1)
    const aborted = pool.research(TASK, { signal: AbortSignal.abort(new Error('enough')) })
    await expect(aborted[Symbol.asyncIterator]().next()).rejects.toThrow('enough')
    const controller = new AbortController()
    const run = pool.research(TASK, { signal: controller.signal })[Symbol.asyncIterator]()
    await run.next()
    controller.abort(new Error('enough by now'))
    await expect(drain(run)).rejects.toThrow('enough by now')
    for await (const _event of pool.research(TASK, { signal: new AbortController().signal })) break
    expect(resultOf(await eventsOf(pool)).answer).toContain('ledger')
  })

  it('are started again when one ends, and what it did goes on in the next one', async () => {
    const { pool, workers } = await openedAndWatched(1)
    const whole = withoutTimes(await eventsOf(pool))
    const run = hold(pool)
    const first = await run.next()
    await workers[0]?.terminate()
    expect(pool.threads?.running).toBe(0)
    expect(withoutTimes([first.value, ...(await rest(run))])).toEqual(whole)
    await running(pool, 1)
    expect(workers).toHaveLength(2)
    expect(lines.join()).toContain('is started again')
  })

  it('are waited for no longer than until none can be started three times in a row', async () => {
    const pool = await openClosed(1)
    rmSync(settings.indexFile)
    await expect(eventsOf(pool)).rejects.toThrow(BackendLostError)
  })

  it('are closed although one has just ended', async () => {
    const { pool, workers } = await openedAndWatched(1)
    await workers[0]?.terminate()
    await opened.pop()?.close()
    expect(pool.threads?.running).toBe(0)
  })

  it('are not started after the pool was closed', async () => {
    const { pool, workers } = await openWatched(1)
    vi.useFakeTimers()
    try {
      pool.spread?.()
      await opened.pop()?.close()
      await vi.advanceTimersByTimeAsync(A_MINUTE)
    } finally {
      vi.useRealTimers()
    }
    expect(workers).toHaveLength(0)
  })

  it('say what is wrong with a corpus', async () => {
    settings = { ...settings, corpus: join(folder, 'nowhere') }
    const error = await openEnginePool(settings, () => {}, { most: 1, silenceMs: 20_000 }).catch(
      (reason: unknown) => reason,
    )
    const here = await openCorpusEngine(settings, () => {}).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UserError)
    expect((error as Error).message).toBe((here as Error).message)
  })
})

describe('runs of a thread', () => {
  const told = Array.from({ length: 1_000 }, (_, index): EngineEvent => ({ type: 'thinking', content: String(index) }))

  it('wait for a service that does not take their events', async () => {
    let made = 0
    const engine = {
      async *research() {
        for (const event of told) {
          made += 1
          yield event
        }
      },
    }
    const sent: EngineEvent[] = []
    const ends: unknown[] = []
    const runs = new ThreadRuns(engine, (report) => {
      if (!('events' in report)) return
      sent.push(...report.events)
      if (report.is === 'over') ends.push({ run: report.run, failure: report.failure })
    })
    runs.start(1, TASK)
    await vi.waitUntil(() => sent.length >= 256)
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect([made, sent.length]).toEqual([256, 256])
    while (ends.length === 0) {
      runs.continue(1, 1)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(sent).toEqual(told)
    expect(ends).toEqual([{ run: 1, failure: undefined }])
  })

  it('end when they are left, even if they wait', async () => {
    let left = false
    const engine = {
      async *research() {
        try {
          for (;;) yield* told
        } finally {
          left = true
        }
      },
    }
    const runs = new ThreadRuns(engine, () => {})
    const over = runs.start(1, TASK)
    runs.leave(1)
    await over
    expect(left).toBe(true)
  })
})

async function eventsOf(engine: OpenedEngine): Promise<EngineEvent[]> {
  const events: EngineEvent[] = []
  for await (const event of engine.research(TASK, { signal: new AbortController().signal })) events.push(event)
  return events
}

function hold(engine: OpenedEngine): AsyncIterator<EngineEvent> {
  return engine.research(TASK, { signal: new AbortController().signal })[Symbol.asyncIterator]()
}

async function drain(run: AsyncIterator<EngineEvent>): Promise<void> {
  await rest(run)
}

async function rest(run: AsyncIterator<EngineEvent>): Promise<EngineEvent[]> {
  const events: EngineEvent[] = []
  for (let step = await run.next(); !step.done; step = await run.next()) events.push(step.value)
  return events
}

function resultOf(events: readonly EngineEvent[]) {
  const last = events.at(-1)
  if (last?.type !== 'completed') throw new Error('the run did not complete')
  return last.result
}

/** Events without what differs each time. */
function withoutTimes(events: readonly EngineEvent[]): unknown {
  return JSON.parse(JSON.stringify(events, (key, value) => (/_ms$/.test(key) ? undefined : value)))
}
