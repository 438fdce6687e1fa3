import { DeepResearch, DeepResearchError, StreamInterruptedError } from '@deep-research/sdk'
import { expect, it } from 'vitest'
import { onSqlite } from '../support/both-databases.ts'
import { makeKeys } from '../support/faults/accounts.ts'
import { supervise } from '../support/faults/supervisor.ts'

/** Kills, and services that they are spread over. */
const KILLS = Number(process.env['FAULT_KILLS'] ?? 20)
const LANES = 2
const CALLERS = 3
/** Envelopes that arrive before a kill. */
const MOST_BEFORE_KILL = 60

const GIVE_UP = 120_000 + KILLS * 10_000

onSqlite('killed', (createUrl) => {
  it(
    'again and again, the service loses no stream of a client as it comes',
    async () => {
      const lanes = await Promise.all(
        Array.from({ length: LANES }, async (_, lane) => killAndRead(await createUrl(), lane)),
      )
      const ended = lanes.flat()
      const counts = {
        kills: KILLS,
        streams: ended.length,
        resumes: ended.reduce((sum, { resumes }) => sum + resumes, 0),
      }
      console.info(counts)
      // The service itself ends research during which it died too often.
      expect(ended.filter(({ outcome }) => !/^(completed|ResearchFailedError)/.test(outcome))).toEqual([])
      expect(counts.resumes).toBeGreaterThanOrEqual(KILLS)
    },
    GIVE_UP,
  )
})

/** One stream: what became of it, and how often it was resumed. */
interface Ended {
  outcome: string
  resumes: number
}

async function killAndRead(database: string, lane: number): Promise<Ended[]> {
  const keys = await makeKeys(database, CALLERS)
  const service = await supervise({
    ...{ DATABASE_URL: database, AUTH_SECRET: 's'.repeat(32), LOG_LEVEL: 'silent', METRICS: 'off' },
  })
  await service.start()
  const ended: Ended[] = []
  let arrived = 0
  /** Callers who have received nothing since the last start. */
  const waiting = new Set(keys)
  let isOver = false
  const callers = keys.map(async (apiKey) => {
    // A question that nobody answered is asked again under its key; what happens to a stream is left to the client.
    const retry = { limit: Number.POSITIVE_INFINITY, unknownOutcome: true }
    const client = new DeepResearch({ baseURL: service.url, apiKey, retry })
    while (!isOver) {
      const one: Ended = { outcome: 'completed', resumes: 0 }
      const onResume = () => {
        one.resumes += 1
      }
      try {
        for await (const _ of await client.stream({ query: 'steady' }, { hooks: { onResume } })) {
          arrived += 1
          waiting.delete(apiKey)
        }
      } catch (error) {
        one.outcome = StreamInterruptedError.isInstance(error) ? `${error.message} ${error.cause}` : String(error)
        if (!DeepResearchError.isInstance(error)) throw error
      }
      ended.push(one)
    }
  })
  for (let kill = lane; kill < KILLS; kill += LANES) {
    const enough = arrived + Math.random() * MOST_BEFORE_KILL
    while (arrived < enough || waiting.size > 0) {
      service.expectNoEnd()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await service.kill()
    for (const key of keys) waiting.add(key)
    await service.start()
  }
  isOver = true
  await Promise.all(callers)
  await service.kill()
  return ended
}
