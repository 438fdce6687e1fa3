import { REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'
import type { LevelLimits } from '#kernel/level-limits.ts'
import type { RequestAges } from '#kernel/metrics.ts'
import type { Database } from './connection.ts'

/** How many requests have not ended, how old the oldest ones are, and which take longer than their level may. */
export async function readAges({ kysely }: Database, now: number, limits: LevelLimits): Promise<RequestAges> {
  const levels = Object.keys(REASONING_LEVELS) as ReasoningLevel[]
  const { waiting, oldestWaiting, running, oldestRunning, overdue } = await kysely
    .selectFrom('request')
    .where('ended_at', 'is', null)
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('epoch', '=', 0).as('waiting'),
      fn.min(eb.ref('started_at')).filterWhere('epoch', '=', 0).as('oldestWaiting'),
      fn.countAll<number>().filterWhere('epoch', '>', 0).as('running'),
      fn.min(eb.ref('started_at')).filterWhere('epoch', '>', 0).as('oldestRunning'),
      fn
        .countAll<number>()
        .filterWhere('epoch', '>', 0)
        .filterWhere(({ or, and, eb }) =>
          or(levels.map((level) => and([eb('level', '=', level), eb('started_at', '<', now - limits[level])]))),
        )
        .as('overdue'),
    ])
    .executeTakeFirstOrThrow()
  const ageOf = (startedAt: number | null) => (startedAt === null ? 0 : Math.max(0, now - startedAt))
  return {
    waiting: Number(waiting),
    oldestWaitingMs: ageOf(oldestWaiting),
    running: Number(running),
    oldestRunningMs: ageOf(oldestRunning),
    overdue: Number(overdue),
  }
}
