import { setTimeout as sleep } from 'node:timers/promises'
import type { ResearchEvent } from '@deep-research/sdk/contract'
import type { Kysely, Selectable } from 'kysely'
import { expect } from 'vitest'
import { dialectOf } from '../../../src/storage/dialects.ts'
import { checkLedger } from '../../../src/storage/sql/ledger-check.ts'
import type { Tables } from '../../../src/storage/sql/schema.ts'
import type { Received } from '../receiver.ts'
import { endedTruly, type Told } from './asking.ts'

type Rows = { [Name in 'request' | 'ledger' | 'request_end']: Selectable<Tables[Name]>[] } & {
  /** Where the stored pieces of streams begin, and how many envelopes each holds, in their order. */
  event_chunk: Pick<Selectable<Tables['event_chunk']>, 'request_id' | 'first' | 'count'>[]
  /** By how many credits balances differ from the sums of their entries. */
  drift: number
}

/** More entries than any test makes. */
const WHOLE_LEDGER = 1_000_000

/** Resolves when nothing waits for a webhook any more. */
export async function untilDelivered(url: string): Promise<void> {
  const { kysely } = await dialectOf(url).open(url)
  const waiting = kysely.selectFrom('webhook_delivery').select('id').where('due_at', 'is not', null)
  while (await waiting.executeTakeFirst()) await sleep(200)
  await kysely.destroy()
}

/** What webhooks were told is what the books say, and nothing else. */
export function expectDelivered({ request }: Rows, received: readonly Received[]): void {
  const told = received.map(({ body }) => JSON.parse(body) as { type: string; data: { request_id: string } })
  const ends = new Set(told.map(({ type, data }) => `${data.request_id} ${type}`))
  const booked = request.filter(({ status }) => status !== 'cancelled')
  expect([...ends].sort()).toEqual(booked.map(({ id, status }) => `${id} research.${status}`).sort())
}

/** Everything that a database says of requests. */
export async function readRows(url: string): Promise<Rows> {
  const database = await dialectOf(url).open(url)
  const { kysely } = database
  const request = await kysely.selectFrom('request').selectAll().execute()
  const ledger = await kysely.selectFrom('ledger').selectAll().execute()
  const event_chunk = await kysely
    .selectFrom('event_chunk')
    .select(['request_id', 'first', 'count'])
    .orderBy('first')
    .execute()
  const request_end = await readEnds(kysely)
  const { drift } = await checkLedger(database, undefined, WHOLE_LEDGER)
  await kysely.destroy()
  return { request, ledger, event_chunk, request_end, drift }
}

/** Whole answers, so many at once that a read ends within the time that a statement may take. */
const ENDS_AT_ONCE = 500

async function readEnds(kysely: Kysely<Tables>): Promise<Rows['request_end']> {
  const ends: Rows['request_end'] = []
  for (;;) {
    const page = await kysely
      .selectFrom('request_end')
      .selectAll()
      .where('request_id', '>', ends.at(-1)?.request_id ?? '')
      .orderBy('request_id')
      .limit(ENDS_AT_ONCE)
      .execute()
    ends.push(...page)
    if (page.length < ENDS_AT_ONCE) return ends
  }
}

/** The books are sound by themselves: every request ended, was charged once, and refunded once where it failed. */
export function expectSound({ request, ledger, event_chunk, request_end, drift }: Rows): void {
  expect(drift).toBe(0)
  const lines = Map.groupBy(ledger, ({ request_id }) => request_id)
  const ends = Map.groupBy(request_end, ({ request_id }) => request_id)
  const chunks = Map.groupBy(event_chunk, ({ request_id }) => request_id)
  const sum = (id: string, reason: string) =>
    (lines.get(id) ?? []).filter((line) => line.reason === reason).reduce((all, { amount }) => all + amount, 0)
  for (const { id, status, credits, idempotency_key, events_until } of request) {
    const refund = status === 'failed' ? credits : 0
    expect({ id, status, charged: -sum(id, 'charge'), refunded: sum(id, 'refund') }).toEqual({
      ...{ id, status: expect.stringMatching(/completed|failed|cancelled/), charged: credits, refunded: refund },
    })
    if (status === 'failed') expect(idempotency_key).toBeNull()
    const end = ends.get(id) ?? []
    expect(end).toHaveLength(1)
    expect(end[0]?.last).toContain(status === 'completed' ? 'research.completed' : 'research.failed')
    // Its events are no longer kept.
    if (events_until === null) continue
    let stored = 0
    for (const chunk of chunks.get(id) ?? []) {
      expect(chunk.first).toBe(stored)
      stored += chunk.count
    }
    expect(end[0]?.position).toBe(stored)
  }
  for (const { balance_after } of ledger) expect(balance_after).toBeGreaterThanOrEqual(0)
}

/** What callers were told is what the books say, and nothing else is in the books. */
export function expectTold({ request, request_end }: Rows, told: readonly Told[]): void {
  const lasts = new Map(request_end.map(({ request_id, last }) => [request_id, last]))
  for (const one of told) {
    expect(endedTruly(one) ? undefined : one.error).toBeUndefined()
    if (one.id === undefined) continue
    expectContiguous(one.events)
    const last = lasts.get(one.id)
    expect(one.events.at(-1)).toEqual(JSON.parse(last ?? 'null'))
  }
  const completed = (ids: readonly (string | undefined)[]) => ids.toSorted()
  const toldOf = told.filter(({ events }) => events.at(-1)?.type === 'research.completed').map(({ id }) => id)
  const kept = request.filter(({ status }) => status === 'completed').map(({ id }) => id)
  expect(completed(toldOf)).toEqual(completed(kept))
}

/** A stream, over all its connections: nothing is missing, nothing comes twice, and the end is the end. */
export function expectContiguous(events: readonly ResearchEvent[]): void {
  let answer = ''
  let sequence = 0
  for (const [index, event] of events.entries()) {
    const isLast = index === events.length - 1
    expect(event.type === 'research.completed' || event.type === 'research.failed').toBe(isLast)
    if (event.type === 'research.answer.delta') {
      expect(event.data.sequence).toBe(sequence)
      sequence += 1
      answer += event.data.content
    }
    if (event.type === 'research.completed') expect(answer).toBe(event.data.answer)
  }
}
