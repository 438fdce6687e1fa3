import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFailed } from 'vitest'
import { seeded } from '../../../engine/test/model/scripted-mind.ts'
import { onCluster } from '../support/cluster.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking } from '../support/faults/asking.ts'
import { MODEL_QUESTION } from '../support/faults/model-research.ts'
import { expectNothingLeft, startNodes } from '../support/faults/nodes.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import { breakAtRandom, keepAlive } from '../support/faults/random-faults.ts'

/** How long everything breaks, in seconds, and in which way. */
const SECONDS = Number(process.env['FAULT_CHAOS_SECONDS'] ?? 60)
const SEED = Number(process.env['FAULT_SEED'] ?? 17)

const ACCOUNTS = 10
const RUNS_EACH = 5
const WORKERS = 3

/** Milliseconds in which every call has to end once nothing breaks any more. */
const END_WITHIN = 90_000

onCluster('chaos', (servers) => {
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
      onTestFailed(() =>
        console.error(
          `seed ${SEED}`,
          JSON.stringify(
            callers.flatMap(({ asked }) => asked ?? []),
            null,
            1,
          ),
        ),
      )
      const leave = keepAlive([...nodes.apis, ...nodes.workers])
      const happened = await breakAtRandom(nodes, servers(), { lasts: SECONDS * 1_000, random: seeded(SEED) })
      const over = Promise.all([poisoned, ...callers.map((caller) => caller.stop())])
      const late = await Promise.race([over.then(() => false), sleep(END_WITHIN, true, { ref: false })])
      if (late) {
        const rows = await readRows(nodes.database)
        for (const { asked } of callers) {
          if (!asked?.id) continue
          const row = rows.request.find(({ id }) => id === asked.id)
          const end = rows.request_end.find(({ request_id }) => request_id === asked.id)
          const chunks = rows.event_chunk
            .filter(({ request_id }) => request_id === asked.id)
            .map(({ first, count }) => [first, count])
          const { client } = servers().redis
          console.error(
            'HANG',
            asked.id,
            row?.status,
            row?.failure,
            'epoch',
            row?.epoch,
            'position',
            end?.position,
            'chunks',
            JSON.stringify(chunks),
            'redis',
            await client.xlen(`dr:{${asked.id}}:events`),
            await client.hgetall(`dr:{${asked.id}}:state`),
          )
        }
      }
      expect(late).toBe(false)
      leave()
      const rows = await readRows(nodes.database)
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
        console.info({ ...Object.fromEntries(happened), completed: count('completed'), failed: count('failed') })
      }
      await nodes.end()
    },
    (SECONDS + 60) * 1_000 + END_WITHIN,
  )
})
