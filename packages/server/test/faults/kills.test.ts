import { expect, it, onTestFailed } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking } from '../support/faults/asking.ts'
import { FAILPOINTS } from '../support/faults/failpoints.ts'
import { expectDelivered, expectSound, expectTold, readRows, untilDelivered } from '../support/faults/oracle.ts'
import { supervise } from '../support/faults/supervisor.ts'
import { startReceiver } from '../support/receiver.ts'

/** Kills of each database, and services that they are spread over: while one starts, another one is asked. */
const KILLS = Number(process.env['FAULT_KILLS'] ?? 12)
const LANES = 4
const CALLERS = 4

/** Milliseconds after which a run is given up and what it waits for is printed: four times what it took on a slow machine. */
const GIVE_UP = 120_000 + KILLS * 6_000

/** Envelopes that arrive before a kill at a random moment. */
const MOST_BEFORE_KILL = 150

onBothDatabases('killed', (createUrl) => {
  it(
    'again and again, the service tells every caller what is in its books',
    async () => {
      const lanes = Array.from({ length: LANES }, async (_, lane) => killAndCheck(await createUrl(), lane))
      await Promise.all(lanes)
    },
    GIVE_UP,
  )
})

/** Every third kill of a service is at a random moment; all the others together take the failpoints in turn. */
async function killAndCheck(database: string, lane: number): Promise<void> {
  const secret = 's'.repeat(32)
  const keys = await makeKeys(database, CALLERS, { secret })
  const receiver = await startReceiver()
  const service = await supervise({
    ...{ DATABASE_URL: database, AUTH_SECRET: secret, LOG_LEVEL: 'silent', METRICS: 'off' },
    RECEIVER_PORT: String(receiver.port),
  })
  await service.start()
  const callers = keys.map((key) => keepAsking(service, key, ['short', 'long', 'short'], { background: true }))
  const progress = { lane, kill: -1 }
  onTestFailed(() =>
    console.error(
      progress,
      callers.map(({ asked }) => asked),
    ),
  )
  const arrived = () => callers.reduce((sum, caller) => sum + caller.arrived, 0)
  for (let kill = lane; kill < KILLS; kill += LANES) {
    const round = Math.floor(kill / LANES)
    progress.kill = kill
    await service.kill()
    if (round % 3 === 0) {
      await service.start()
      const enough = arrived() + Math.random() * MOST_BEFORE_KILL
      while (arrived() < enough) {
        service.expectNoEnd()
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    } else {
      await service.start(FAILPOINTS[kill % FAILPOINTS.length], Math.floor(Math.random() * 4))
      await service.dead
      service.expectNoEnd()
    }
  }
  await service.kill()
  await service.start()
  await Promise.all(callers.map((caller) => caller.stop()))
  await untilDelivered(database)
  const rows = await readRows(database)
  await service.kill()
  const told = callers.flatMap((caller) => caller.told)
  expect(told.length).toBeGreaterThan(KILLS / LANES)
  // What was running went on in the next process, unless one died of it too often.
  expect(rows.request.filter(({ failure }) => failure === 'SERVER_RESTARTED')).toEqual([])
  expectSound(rows)
  expectTold(rows, told)
  expectDelivered(rows, receiver.received)
}
