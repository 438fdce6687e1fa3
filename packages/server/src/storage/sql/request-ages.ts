import type { RequestAges } from '#kernel/metrics.ts'
import type { Database } from './schema.ts'

/** How many requests have not ended, and how old the oldest ones are. */
export async function readAges({ kysely }: Database, now: number): Promise<RequestAges> {
  const { waiting, oldestWaiting, running, oldestRunning } = await kysely
    .selectFrom('request')
    .where('ended_at', 'is', null)
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('epoch', '=', 0).as('waiting'),
      fn.min(eb.ref('started_at')).filterWhere('epoch', '=', 0).as('oldestWaiting'),
      fn.countAll<number>().filterWhere('epoch', '>', 0).as('running'),
      fn.min(eb.ref('started_at')).filterWhere('epoch', '>', 0).as('oldestRunning'),
    ])
    .executeTakeFirstOrThrow()
  const ageOf = (startedAt: number | null) => (startedAt === null ? 0 : Math.max(0, now - startedAt))
  return {
    waiting: Number(waiting),
    oldestWaitingMs: ageOf(oldestWaiting),
    running: Number(running),
    oldestRunningMs: ageOf(oldestRunning),
  }
}
