import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFailed } from 'vitest'
import { type OwnServers, onOwnCluster } from '../support/cluster.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking } from '../support/faults/asking.ts'
import type { Failpoint } from '../support/faults/failpoints.ts'
import { MODEL_QUESTION } from '../support/faults/model-research.ts'
import { expectNothingLeft, type Nodes, startNodes } from '../support/faults/nodes.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import type { Supervised } from '../support/faults/supervisor.ts'

const CALLERS = 6
const WORKERS = 3

/** How many processes and servers have to die; without a number, only what is planned happens, once. */
const KILLS = process.env['FAULT_KILLS']

/** How many of them die when each fault happens once. */
const KILLS_A_ROUND = 11

/** How often each fault happens. */
const ROUNDS = Math.ceil(Number(KILLS ?? 1) / KILLS_A_ROUND)

/** Milliseconds after which a round is given up: four times what it takes on a slow machine. */
const ROUND_WITHIN = 400_000

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

/** Goes wrong, and is right again when it resolves. */
type Fault = (nodes: Nodes, servers: OwnServers, round: number) => Promise<void>

/** What also happens in `chaos.test.ts`. */
const ALSO_AT_RANDOM: Record<string, Fault> = {
  async 'a process that answers requests dies'({ apis }, _servers, round) {
    await revive(apis[round % apis.length])
  },
  async 'a worker dies'({ workers }, _servers, round) {
    await revive(workers[round % workers.length])
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
}

/** What has to happen at a certain moment, to several at once, or for long. */
const BY_PLAN: Record<string, Fault> = {
  async 'a process dies before it has given a request to the workers'({ apis }, _servers, round) {
    await dieAt(apis[round % apis.length], 'after admit')
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
  async 'one worker is frozen, and two other processes hear nothing from Redis'({ workers, line }) {
    workers[0]?.freeze()
    line.fallSilent()
    await sleep(LOST)
    line.speak()
    workers[0]?.thaw()
  },
}

const FAULTS = KILLS === undefined ? BY_PLAN : { ...ALSO_AT_RANDOM, ...BY_PLAN }

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

onOwnCluster('processes that answer requests, and workers', (servers) => {
  it(
    'tell every caller what is in their books, whatever dies',
    async () => {
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
      if (process.env['FAULT_TIMES'] === '1') {
        const failed = rows.request.flatMap(({ failure }) => failure ?? [])
        console.info({ rounds: ROUNDS, completed: completed.length, failed })
      }
      await nodes.end()
    },
    ROUNDS * ROUND_WITHIN,
  )
})
