import type { Selectable } from 'kysely'
import type { Claim } from '#jobs/claim.ts'
import type { Job } from '#jobs/ports.ts'
import type { RunStore } from '#jobs/run-store.ts'
import { isValid, requestOf } from './claims.ts'
import type { Database, Executor } from './connection.ts'
import type { RequestTable } from './schema.ts'

/** Stores who owns a request, and the results of its finished steps, in SQL. */
export function createRunStore(database: Database): RunStore {
  return { ...stepsOf(database), ...claimsOf(database), ...statesOf(database) }
}

/** The results of the finished steps of requests. */
function stepsOf(database: Database): Pick<RunStore, 'journal' | 'saveStep' | 'restoreSteps' | 'steps'> {
  const { kysely, journal } = database
  const saveStep: RunStore['saveStep'] = (claim, key, result) => insertStep(database, claim, key, result)
  return {
    journal,
    saveStep,
    async restoreSteps() {
      for (const { claim, key, result } of journal?.left() ?? []) await saveStep(claim, key, result)
      journal?.clear()
    },
    steps: (id) => readSteps(kysely, id),
  }
}

/** Who owns a request. */
function claimsOf({ kysely }: Database): Pick<RunStore, 'claim' | 'owns' | 'handBack' | 'countTry'> {
  return {
    claim: (id, { engine, now }) =>
      kysely.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('request')
          .set(({ eb, ref }) => ({
            epoch: eb('epoch', '+', 1),
            tries: eb('tries', '+', 1),
            engine: eb
              .case()
              .when('epoch', '=', 0)
              .then(engine ?? null)
              .else(ref('engine'))
              .end(),
            seen_at: now,
          }))
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .returningAll()
          .executeTakeFirst()
        if (!row) return undefined
        return { job: jobOf(row), tries: row.tries, engine: row.engine ?? undefined, steps: await readSteps(trx, id) }
      }),
    owns: (claim) => isValid(kysely, claim),
    async handBack({ id, epoch }) {
      const { numUpdatedRows } = await kysely
        .updateTable('request')
        .set(({ eb }) => ({ epoch: eb('epoch', '+', 1), tries: eb('tries', '-', 1) }))
        .where('id', '=', id)
        .where('epoch', '=', epoch)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async countTry({ id, epoch }) {
      const row = await kysely
        .updateTable('request')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .where('epoch', '=', epoch)
        .where('ended_at', 'is', null)
        .returning('tries')
        .executeTakeFirst()
      return row?.tries
    },
  }
}

/** What is known of many requests at once, for those who look after them. */
function statesOf({ kysely }: Database): Pick<RunStore, 'seen' | 'detached' | 'abandoned' | 'ended'> {
  return {
    async seen(ids, now) {
      if (ids.length === 0) return
      await kysely.updateTable('request').set({ seen_at: now }).where('id', 'in', ids).execute()
    },
    async detached(ids) {
      if (ids.length === 0) return new Set()
      const query = kysely.selectFrom('request').select('id').where('id', 'in', ids).where('detached', '=', 1)
      return new Set((await query.execute()).map(({ id }) => id))
    },
    abandoned: (since, limit) =>
      kysely
        .selectFrom('request')
        .select(['id', 'started_at as startedAt'])
        .where('ended_at', 'is', null)
        .where('seen_at', '<', since)
        .orderBy('started_at')
        .limit(limit)
        .execute(),
    async ended(ids) {
      if (ids.length === 0) return new Map()
      const rows = await kysely
        .selectFrom('request')
        .leftJoin('request_end', 'request_end.request_id', 'request.id')
        .select(['id', 'position', 'last'])
        .where('id', 'in', ids)
        .where('ended_at', 'is not', null)
        .execute()
      return new Map(
        rows.map(({ id, position, last }) => [id, last === null || position === null ? undefined : { position, last }]),
      )
    },
  }
}

/** A power failure may lose a step, which is then done again. */
function insertStep(database: Database, claim: Claim, key: string, result: string): Promise<boolean> {
  return database.withoutSync(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('step')
      .columns(['request_id', 'key', 'result'])
      .expression(
        requestOf(db, database, claim).select(({ val }) => ['id', val(key).as('key'), val(result).as('result')]),
      )
      .onConflict((conflict) => conflict.columns(['request_id', 'key']).doNothing())
      .executeTakeFirst()
    // Nothing is inserted either if the step is already stored.
    return numInsertedOrUpdatedRows === 1n || (await isValid(db, claim))
  })
}

async function readSteps(db: Executor, id: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('step').select(['key', 'result']).where('request_id', '=', id).execute()
  return new Map(rows.map(({ key, result }) => [key, result]))
}

function jobOf(row: Selectable<RequestTable>): Job {
  const {
    id,
    key_id,
    epoch,
    query,
    level,
    client_request_id,
    metadata,
    include_thinking,
    include_tool_calls,
    detached,
  } = row
  return {
    claim: { id, epoch },
    task: { query, level },
    envelopes: {
      requestId: client_request_id ?? id,
      includeThinking: include_thinking === 1,
      includeToolCalls: include_tool_calls === 1,
      metadata: metadata === null ? undefined : JSON.parse(metadata),
    },
    attended: key_id !== null && detached === 0,
  }
}
