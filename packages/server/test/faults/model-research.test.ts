import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking } from '../support/faults/asking.ts'
import { MODEL_QUESTION, settingsForModel } from '../support/faults/model-research.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import { supervise } from '../support/faults/supervisor.ts'

const CALLERS = 3
const KILLS = Math.ceil(Number(process.env['FAULT_KILLS'] ?? 12) / 16)

/** Envelopes that arrive before a kill: a request is rarely hit three times, after which it would fail. */
const BETWEEN = 30

onBothDatabases('research with a model', (createUrl) => {
  it('goes on in the next process, and every stream fits together', async () => {
    const database = await createUrl()
    const keys = await makeKeys(database, CALLERS)
    const service = await supervise({
      ...{ DATABASE_URL: database, AUTH_SECRET: 's'.repeat(32), LOG_LEVEL: 'silent', METRICS: 'off' },
      ...(await settingsForModel()),
    })
    await service.start()
    const callers = keys.map((key) => keepAsking(service, key, [MODEL_QUESTION]))
    const arrived = () => callers.reduce((sum, caller) => sum + caller.arrived, 0)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = arrived() + BETWEEN
      while (arrived() < enough) await sleep(5)
      await service.kill()
      await service.start()
    }
    await Promise.all(callers.map((caller) => caller.stop()))
    const rows = await readRows(database)
    await service.kill()
    expect(rows.request.filter(({ failure }) => failure === 'SERVER_RESTARTED')).toEqual([])
    expectSound(rows)
    expectTold(
      rows,
      callers.flatMap(({ told }) => told),
    )
    // Nobody was answered without the model.
    for (const { usage } of rows.request) expect(JSON.parse(usage ?? '{}')).not.toHaveProperty('degraded')
  })
})
