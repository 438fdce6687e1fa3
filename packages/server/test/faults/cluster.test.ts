import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFailed } from 'vitest'
import { onCluster, type Servers } from '../support/cluster.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking } from '../support/faults/asking.ts'
import type { Failpoint } from '../support/faults/failpoints.ts'
import { MODEL_QUESTION } from '../support/faults/model-research.ts'
import { expectNothingLeft, type Nodes, startNodes } from '../support/faults/nodes.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import type { Supervised } from '../support/faults/supervisor.ts'

const CALLERS = 6
const WORKERS = 3

/** How often each fault happens. */
const ROUNDS = Math.ceil(Number(process.env['FAULT_KILLS'] ?? 40) / 40)

/** Envelopes that arrive before a fault. */
const BETWEEN = 80

/** Milliseconds that a stopped server is away: Redis, and PostgreSQL. */
const [REDIS_AWAY, POSTGRES_AWAY] = [process.env['REDIS_AWAY'] ?? 2_000, process.env['POSTGRES_AWAY'] ?? 2_000].map(
  Number,
) as [number, number]

/** Milliseconds that a process is frozen or cannot be heard: longer than a worker's lock. */
const LOST = 17_000

/** Milliseconds in which callers add to what waits while there is no worker. */
const WITHOUT_WORKERS = 1_500

/** What goes wrong, and is right again when it resolves. */
const FAULTS: Record<string, (nodes: Nodes, servers: Servers, round: number) => Promise<void>> = {
  async 'a process that answers requests dies'({ apis }, _servers, round) {
    await revive(apis[round % apis.length])
  },
  async 'such a process dies before it has given a request to the workers'({ apis }, _servers, round) {
    await dieAt(apis[round % apis.length], 'after admit')
  },
  async 'a worker dies'({ workers }, _servers, round) {
    await revive(workers[round % workers.length])
  },
  async 'a worker dies when it has settled a request and told nobody'({ workers }, _servers, round) {
    await dieAt(workers[round % workers.length], 'after settle')
  },
  async 'all workers die, and Redis loses what waits for them'({ workers }, { redis }) {
    await Promise.all(workers.map((worker) => worker.kill()))
    await sleep(WITHOUT_WORKERS)
    await redis.client.flushall()
    await Promise.all(workers.map((worker) => worker.start()))
  },
  async 'Redis dies'(_nodes, { redis }) {
    await redis.kill()
    await sleep(REDIS_AWAY)
    await redis.goOn()
  },
  async 'Redis loses everything'(_nodes, { redis }) {
    await redis.client.flushall()
  },
  async 'PostgreSQL is stopped'(_nodes, { postgres }) {
    await postgres.halt()
    await sleep(POSTGRES_AWAY)
    await postgres.goOn()
  },
  async 'one worker is frozen, and two other processes hear nothing from Redis'({ workers, line }) {
    const pid = workers[0]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    line.fallSilent()
    await sleep(LOST)
    line.speak()
    process.kill(pid, 'SIGCONT')
  },
}

async function revive(node: Supervised | undefined): Promise<void> {
  await node?.kill()
  await node?.start()
}

async function dieAt(node: Supervised | undefined, point: Failpoint): Promise<void> {
  await node?.kill()
  await node?.start(point, 1)
  await node?.dead
  await node?.start()
}

onCluster('processes that answer requests, and workers', (servers) => {
  it('tell every caller what is in their books, whatever dies', async () => {
    const nodes = await startNodes(servers(), WORKERS)
    const keys = await makeKeys(nodes.database, CALLERS)
    const place = { url: 'http://cluster', fetch: nodes.fetch }
    const callers = keys.map((key) => keepAsking(place, key, ['short', 'long', MODEL_QUESTION]))
    const arrived = () => callers.reduce((sum, caller) => sum + caller.arrived, 0)
    let fault = 'none'
    onTestFailed(() =>
      console.error(
        fault,
        callers.map(({ asked }) => asked),
      ),
    )
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, happens] of Object.entries(FAULTS)) {
        fault = name
        const enough = arrived() + BETWEEN
        while (arrived() < enough) await sleep(5)
        await happens(nodes, servers(), round)
      }
    }
    await Promise.all(callers.map((caller) => caller.stop()))
    const rows = await readRows(nodes.database)
    expect(rows.request.filter(({ failure }) => failure === 'SERVER_RESTARTED')).toEqual([])
    expectSound(rows)
    expectTold(
      rows,
      callers.flatMap(({ told }) => told),
    )
    const completed = rows.request.filter(({ status }) => status === 'completed')
    expect(completed.length).toBeGreaterThan(CALLERS * ROUNDS)
    await expectNothingLeft(servers())
    await nodes.end()
  }, 900_000)
})
