import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFailed } from 'vitest'
import { seeded } from '../../../engine/test/model/scripted-mind.ts'
import { MOST_TRIES } from '../../src/jobs/tries.ts'
import { onOwnCluster } from '../support/cluster.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking } from '../support/faults/asking.ts'
import { MODEL_QUESTION } from '../support/faults/model-research.ts'
import { expectNothingLeft, startNodes } from '../support/faults/nodes.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import { breakAtRandom, keepAlive } from '../support/faults/random-faults.ts'

/** How long everything breaks, in seconds, and in which way. */
const SECONDS = Number(process.env['FAULT_CHAOS_SECONDS'] ?? 30)
const SEED = Number(process.env['FAULT_SEED'] ?? 17)

const ACCOUNTS = 10
const RUNS_EACH = 5
const WORKERS = 3

/** Milliseconds in which every call has to end once nothing breaks any more. */
const END_WITHIN = 90_000

onOwnCluster('chaos', (servers) => {
  it(
    `of ${SECONDS} seconds with the seed ${SEED} costs nobody anything`,
    async () => {
      const nodes = await startNodes(servers(), WORKERS)
      const keys = await makeKeys(nodes.database, ACCOUNTS + 1)
      const place = { url: 'http://cluster', fetch: nodes.fetch }
      const callers = keys
        .slice(1)
        .flatMap((key) =>
          Array.from({ length: RUNS_EACH }, (_, run) =>
            keepAsking(place, key, run === 0 ? [MODEL_QUESTION] : ['short', 'long', 'short']),
          ),
        )
      const poison = keepAsking(place, keys[0] ?? '', ['poison'])
      const poisoned = poison.stop()
      onTestFailed(() => {
        const asked = [poison, ...callers].flatMap(({ asked }) => asked ?? [])
        console.error(`FAULT_SEED=${SEED}`, JSON.stringify(asked, undefined, 1))
      })
      const leave = keepAlive([...nodes.apis, ...nodes.workers])
      const happened = await breakAtRandom(nodes, servers(), { lasts: SECONDS * 1_000, random: seeded(SEED) })
      const over = Promise.all([poisoned, ...callers.map((caller) => caller.stop())])
      const ended = await Promise.race([over.then(() => true), sleep(END_WITHIN, false, { ref: false })])
      expect(ended).toBe(true)
      leave()
      const rows = await readRows(nodes.database)
      expect(rows.request.filter(({ failure }) => failure === 'SERVER_RESTARTED')).toEqual([])
      const [victim] = rows.request.filter(({ query }) => query === 'poison')
      expect(victim).toMatchObject({ status: 'failed', failure: 'RESEARCH_FAILED' })
      expect(victim?.tries).toBeGreaterThan(MOST_TRIES)
      expectSound(rows)
      expectTold(
        rows,
        [poison, ...callers].flatMap(({ told }) => told),
      )
      await expectNothingLeft(servers())
      if (process.env['FAULT_TIMES'] === '1') {
        const count = (status: string) => rows.request.filter((request) => request.status === status).length
        console.info({ ...Object.fromEntries(happened), completed: count('completed'), failed: count('failed') })
      }
      await nodes.end()
    },
    (SECONDS + 60) * 1_000 + END_WITHIN,
  )
})
