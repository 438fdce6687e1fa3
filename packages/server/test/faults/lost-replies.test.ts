import { expect, it } from 'vitest'
import { readSettings, startService } from '../../src/index.ts'
import { onPostgres } from '../support/both-databases.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { keepAsking, type Told } from '../support/faults/asking.ts'
import { createFaultEngine, type Query } from '../support/faults/fault-engine.ts'
import { expectSound, expectTold, readRows } from '../support/faults/oracle.ts'
import { type Fate, type Said, startStatementProxy } from '../support/faults/statement-proxy.ts'

/** What is lost of each kind. */
const LOSSES = Number(process.env['FAULT_LOSSES'] ?? 10)
const CALLERS = 5

const settles = ({ transaction }: Said) => transaction.includes('insert into "request_end"')
const admits = ({ transaction }: Said) => transaction.includes('insert into "request"')
const commits = ({ text }: Said) => text.includes('commit')
const insertsEvents = (said: Said) => said.text.includes('insert into "event_chunk"') && !settles(said)

const start = (databaseUrl: string) =>
  startService(readSettings({ PORT: '0', DATABASE_URL: databaseUrl, AUTH_SECRET: 's'.repeat(32), METRICS: 'off' }), {
    openEngine: async () => createFaultEngine(),
  })

/** Every second message that a rule finds is lost, until enough are: what is tried again gets through. */
function loseSome(rule: (said: Said) => boolean, fate: Fate, losses = LOSSES) {
  let found = 0
  let lost = 0
  return {
    decide(said: Said): Fate {
      if (lost >= losses || !rule(said)) return 'pass'
      found += 1
      if (found % 2 === 0) return 'pass'
      lost += 1
      return fate
    },
    get lost() {
      return lost
    },
  }
}

/** Asks until so much is lost, and compares what was told with the books. */
async function askThrough(database: string, query: Query, losing: ReturnType<typeof loseSome>): Promise<Told[]> {
  const keys = await makeKeys(database, CALLERS)
  let started = false
  const proxy = await startStatementProxy(database, (said) => (started ? losing.decide(said) : 'pass'))
  const service = await start(proxy.url)
  started = true
  const callers = keys.map((key) => keepAsking(service, key, [query]))
  while (losing.lost < LOSSES) await new Promise((resolve) => setTimeout(resolve, 10))
  await Promise.all(callers.map((caller) => caller.stop()))
  await service.close()
  await proxy.close()
  // What was left in between is settled by the next start.
  await (await start(database)).close()
  const rows = await readRows(database)
  const told = callers.flatMap((caller) => caller.told)
  expectSound(rows)
  expectTold(rows, told)
  return told
}

onPostgres('a connection that breaks', (createUrl) => {
  const allCompleted = (told: Told[]) => expect(told.filter(({ error }) => error !== undefined)).toEqual([])

  it.each<Fate>(['lose reply', 'lose request'])('at the commit of an end (%s) changes nothing of it', async (fate) => {
    const losing = loseSome((said) => settles(said) && commits(said), fate)
    allCompleted(await askThrough(await createUrl(), 'short', losing))
  })

  it.each<Fate>(['lose reply', 'lose request'])(
    'at the commit of an admission (%s) costs nobody anything',
    async (fate) => {
      const losing = loseSome((said) => admits(said) && commits(said), fate)
      allCompleted(await askThrough(await createUrl(), 'short', losing))
    },
  )

  it.each<Fate>(['lose reply', 'lose request'])('while events are stored (%s) loses none of them', async (fate) => {
    allCompleted(await askThrough(await createUrl(), 'long', loseSome(insertsEvents, fate)))
  })

  it('at any moment is told as it is in the books', async () => {
    const by = () => (Math.random() < 0.5 ? 'lose reply' : 'lose request')
    let lost = 0
    const losing = {
      decide: (): Fate => {
        if (Math.random() > 0.03) return 'pass'
        lost += 1
        return by()
      },
      get lost() {
        return lost
      },
    }
    await askThrough(await createUrl(), 'long', losing)
  })
})
