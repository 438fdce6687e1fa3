import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFailed } from 'vitest'
import { seeded } from '../../../engine/test/model/scripted-mind.ts'
import { onCluster, type Servers } from '../support/cluster.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking } from '../support/faults/asking.ts'
import { MODEL_QUESTION } from '../support/faults/model-research.ts'
import { expectNothingLeft, type Nodes, startNodes } from '../support/faults/nodes.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import type { Supervised } from '../support/faults/supervisor.ts'

/** How long everything breaks, in milliseconds, and in which way. */
const LASTS = Number(process.env['FAULT_CHAOS_MS'] ?? 60_000)
const SEED = Number(process.env['FAULT_SEED'] ?? 17)

const ACCOUNTS = 10
const RUNS_EACH = 5
const WORKERS = 3

/** Milliseconds between two faults, and for which one of them lasts, at most. */
const MOST_BETWEEN = 2_000
const MOST_LONG = 4_000

/** Milliseconds before a process that has died is started again. */
const START_PAUSE = 200

type Fault = (longest: number) => Promise<void>

/** What can happen to whom. Nothing happens to anybody to whom something happens already. */
function faultsOf({ apis, workers, line }: Nodes, { redis, postgres }: Servers): Map<unknown, Fault[]> {
  const faults = new Map<unknown, Fault[]>()
  for (const node of [...apis, ...workers]) {
    const freeze: Fault = async (long) => {
      const { pid } = node
      signal(pid, 'SIGSTOP')
      await sleep(long)
      signal(pid, 'SIGCONT')
    }
    const stop: Fault = async () => {
      node.terminate()
      await node.dead
    }
    faults.set(node, [() => node.kill(), freeze, stop])
  }
  faults.set(redis, [
    async (long) => {
      await redis.kill()
      await sleep(long)
      await redis.goOn()
    },
    async () => void (await redis.client.flushall()),
  ])
  faults.set(postgres, [
    async (long) => {
      await postgres.halt()
      await sleep(long)
      await postgres.goOn()
    },
  ])
  faults.set(line, [
    async (long) => {
      line.fallSilent()
      await sleep(long)
      line.speak()
    },
    async () => line.cut(),
  ])
  return faults
}

/** Lets things happen at random, and waits until all of them are over. */
async function breakThings(faults: Map<unknown, Fault[]>, random: () => number): Promise<number> {
  const happening = new Map<unknown, Promise<void>>()
  const until = performance.now() + LASTS
  let happened = 0
  const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One
  while (performance.now() < until) {
    await sleep(random() * MOST_BETWEEN)
    const whom = pick([...faults.keys()])
    const fault = pick(faults.get(whom) ?? [])
    const long = random() * MOST_LONG
    if (happening.has(whom)) continue
    happened += 1
    happening.set(
      whom,
      fault(long).finally(() => happening.delete(whom)),
    )
  }
  await Promise.all(happening.values())
  return happened
}

/** It may be dead by now. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Starts what has died, again and again, until the returned function is called. */
function keepAlive(nodes: readonly Supervised[]): () => void {
  let left = false
  for (const node of nodes) {
    const watch = async () => {
      for (await node.dead; !left; await node.dead) {
        // Without its database it does not start.
        await node.start().catch(() => {})
        await sleep(START_PAUSE)
      }
    }
    watch()
  }
  return () => {
    left = true
  }
}

onCluster('chaos', (servers) => {
  it(`of ${LASTS} ms with the seed ${SEED} costs nobody anything`, async () => {
    const nodes = await startNodes(servers(), WORKERS)
    const keys = await makeKeys(nodes.database, ACCOUNTS)
    const place = { url: 'http://cluster', fetch: nodes.fetch }
    const ask = (key: string, queries: readonly string[]) => keepAsking(place, key, queries)
    const callers = keys.flatMap((key) =>
      Array.from({ length: RUNS_EACH }, (_, run) =>
        ask(key, run === 0 ? [MODEL_QUESTION] : ['short', 'long', 'short']),
      ),
    )
    onTestFailed(() => console.error(callers.flatMap(({ asked }) => asked ?? [])))
    const [poisoned] = await makeKeys(nodes.database, 1)
    const poison = ask(poisoned ?? '', ['poison'])
    const done = poison.stop()
    const leave = keepAlive([...nodes.apis, ...nodes.workers])
    const happened = await breakThings(faultsOf(nodes, servers()), seeded(SEED))
    await Promise.all([done, ...callers.map((caller) => caller.stop())])
    leave()
    const rows = await readRows(nodes.database)
    expect(happened).toBeGreaterThan(LASTS / (2 * MOST_BETWEEN))
    expect(rows.request.filter(({ failure }) => failure === 'SERVER_RESTARTED')).toEqual([])
    const [victim] = rows.request.filter(({ query }) => query === 'poison')
    expect(victim).toMatchObject({ status: 'failed', failure: 'RESEARCH_FAILED' })
    expectSound(rows, 'redis')
    expectTold(
      rows,
      [poison, ...callers].flatMap(({ told }) => told),
    )
    await expectNothingLeft(servers())
    if (process.env['FAULT_TIMES'] === '1') {
      const count = (status: string) => rows.request.filter((request) => request.status === status).length
      console.info({ happened, completed: count('completed'), failed: count('failed') })
    }
    await nodes.end()
  }, 900_000)
})
