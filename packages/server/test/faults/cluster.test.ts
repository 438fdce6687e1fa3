import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFailed } from 'vitest'
import { onCluster, type Servers } from '../support/cluster.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking } from '../support/faults/asking.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import { type Supervised, supervise } from '../support/faults/supervisor.ts'

const CALLERS = 6

/** How often each fault happens. */
const ROUNDS = Math.ceil(Number(process.env['FAULT_KILLS'] ?? 40) / 20)

/** Envelopes that arrive before a fault. */
const BETWEEN = 80

/** Milliseconds that a stopped server is away, and that a process is frozen: longer than a worker's lock. */
const AWAY = 2_000
const FROZEN = 17_000

interface Cluster {
  apis: Supervised[]
  workers: Supervised[]
}

/** What goes wrong, and is right again when it resolves. */
const FAULTS: Record<string, (cluster: Cluster, servers: Servers, round: number) => Promise<void>> = {
  async 'a process that answers requests dies'({ apis }, _servers, round) {
    await restart(apis[round % apis.length])
  },
  async 'a worker dies'({ workers }, _servers, round) {
    await restart(workers[round % workers.length])
  },
  async 'all processes are restarted, one after the other'({ apis, workers }) {
    for (const node of [...workers, ...apis]) {
      node.terminate()
      await node.dead
      await node.start()
    }
  },
  async 'Redis dies'(_cluster, { redis }) {
    await redis.kill()
    await sleep(AWAY)
    await redis.goOn()
  },
  async 'Redis loses everything'(_cluster, { redis }) {
    await redis.client.flushall()
  },
  async 'PostgreSQL is stopped'(_cluster, { postgres }) {
    await postgres.halt()
    await sleep(AWAY)
    await postgres.goOn()
  },
  async 'a worker is frozen'({ workers }, _servers, round) {
    const pid = workers[round % workers.length]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    await sleep(FROZEN)
    process.kill(pid, 'SIGCONT')
  },
}

async function restart(node: Supervised | undefined): Promise<void> {
  await node?.kill()
  await node?.start()
}

/** What Redis says of a key that it never deletes. */
const FOREVER = -1

onCluster('two processes that answer requests and two that do the research', (servers) => {
  it('tell every caller what is in their books, whatever dies', async () => {
    const { url: database } = await servers().postgres.create()
    const shared = { DATABASE_URL: database, REDIS_URL: servers().redis.url, AUTH_SECRET: 's'.repeat(32) }
    const keys = await makeKeys(database, CALLERS)
    const node = (ROLE: string) => supervise({ ...shared, ROLE, LOG_LEVEL: 'silent', METRICS: 'off' })
    const apis = [await node('api'), await node('api')]
    const workers = [await node('worker'), await node('worker')]
    await Promise.all([...apis, ...workers].map((one) => one.start()))
    const callers = keys.map((key) =>
      keepAsking({ url: 'http://cluster', fetch: inTurn(apis) }, key, ['short', 'long']),
    )
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
        await happens({ apis, workers }, servers(), round)
      }
    }
    await Promise.all(callers.map((caller) => caller.stop()))
    const rows = await readRows(database)
    const told = callers.flatMap((caller) => caller.told)
    expect(rows.request.filter(({ failure }) => failure === 'SERVER_RESTARTED')).toEqual([])
    expectSound(rows, 'redis')
    expectTold(rows, told)
    const completed = rows.request.filter(({ status }) => status === 'completed')
    expect(completed.length).toBeGreaterThan(CALLERS * ROUNDS)
    const { client } = servers().redis
    for (const name of await client.keys('dr:{*')) expect(await client.pttl(name)).not.toBe(FOREVER)
    await Promise.all([...apis, ...workers].map((one) => one.kill()))
  }, 600_000)
})

/** Sends each request to the next of the processes. */
function inTurn(apis: readonly Supervised[]): typeof fetch {
  let sent = 0
  return async (input, init) => {
    sent += 1
    const api = apis[sent % apis.length] ?? apis[0]
    if (!api) throw new Error('there is no process to ask')
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    return await fetch(`${api.url}${pathname}`, init)
  }
}
