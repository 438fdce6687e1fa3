import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { findPostgres, startPostgres } from '../test/support/postgres.ts'
import { findRedis, startRedis } from '../test/support/redis.ts'
import { type Child, startChild } from './child.ts'
import { seedPostgres } from './seed-postgres.ts'
import { median } from './statistics.ts'
import { openStreams, receive, watch } from './watched-streams.ts'

/** How many streams are open, one step after another. */
const STEPS = [100, 500, 1_000, 2_000, 5_000]
const MANY = { milliseconds: 2_000, eventsPerSecond: 25_000 }
/** With so many streams, that each of them tells fifty events a second is measured as well. */
const FIFTY_EACH = 1_000
const FIFTY = { milliseconds: 2_000, eventsPerSecond: 50 * FIFTY_EACH }
/** What leaves the cores some rest, so that delays tell of the service and not of a queue for the cores. */
const SOME = { milliseconds: 2_000, eventsPerSecond: 3_000 }

type Table = Record<string, Record<string, string>>

/**
 * One process that answers requests and one that does the research, over PostgreSQL and Redis: what an event costs and
 * how long it takes, and what a stream keeps, with more and more of them open. node:http beside it tells what the
 * machine can do.
 */
export async function measureCluster(rounds: number): Promise<Table> {
  const [postgresBin, redisProgram] = [findPostgres(), findRedis()]
  if (!postgresBin || !redisProgram) throw new Error('PostgreSQL and Redis must be installed')
  const [postgres, redis] = await Promise.all([startPostgres(postgresBin), startRedis(redisProgram)])
  const database = await postgres.create()
  const shared = {
    ...{ PORT: '0', DATABASE_URL: database.url, REDIS_URL: redis.url, AUTH_SECRET: 's'.repeat(32) },
    ...{ RUNS_AT_ONCE: '10000', CONNECTIONS_PER_ADDRESS: '0' },
  }
  const keys = await seedPostgres(shared, STEPS.at(-1) ?? 0)
  const bare = await startChild('serve-node.ts')
  const start = (ROLE: string) => startChild('serve-cluster.ts', [JSON.stringify({ ...shared, ROLE })])
  const [api, worker] = await Promise.all([start('api'), start('worker')])
  // As the compose file runs it: nothing of it need outlive it.
  await redis.client.config('SET', 'appendonly', 'no')
  const redisPid = Number(/process_id:(\d+)/.exec(await redis.client.info('server'))?.[1])
  try {
    return await measureSteps({ bare, api, worker, redisCpu: () => cpuOf(redisPid) }, keys, rounds)
  } finally {
    await Promise.all([bare, api, worker].map((child) => child.end()))
    await Promise.all([postgres.stop(), redis.stop()])
  }
}

interface Sides {
  bare: Child
  api: Child
  worker: Child
  /** Milliseconds of CPU so far. */
  redisCpu: () => number
}

async function measureSteps(sides: Sides, keys: readonly string[], rounds: number): Promise<Table> {
  const { bare, api, worker } = sides
  const table: Table = {}
  const sockets: { bare: Socket[]; ours: Socket[] } = { bare: [], ours: [] }
  const delays = { bare: watch([]), ours: watch([]) }
  const before = { api: await api.memory(), worker: await worker.memory() }
  for (const step of STEPS) {
    const added = keys.slice(sockets.ours.length, step)
    const more = { bare: await openStreams(bare, added), ours: await openStreams(api, added) }
    for (const side of ['bare', 'ours'] as const) {
      sockets[side].push(...more[side])
      delays[side].add(more[side])
    }
    const seen = []
    const fifties = []
    for (let round = -1; round < rounds; round += 1) {
      const of = await measureRound({ teller: bare, counted: [bare], delays: delays.bare.seen })
      const sideOf = { ...sides, teller: worker, counted: [api, worker], delays: delays.ours.seen }
      const our = await measureRound(sideOf)
      const calm = await measureRound({ ...sideOf, ticking: SOME })
      if (round >= 0) seen.push({ of, our, calm })
      if (step === FIFTY_EACH) fifties.push(await measureRound({ ...sideOf, ticking: FIFTY }))
    }
    const memory = { api: await api.memory(), worker: await worker.memory() }
    const kib = (side: 'api' | 'worker') => ((memory[side].rss - before[side].rss) / step / 1024).toFixed(0)
    const middle = (pick: (one: (typeof seen)[number]) => number) => median(seen.map(pick))
    table[`${step} streams`] = {
      ...shownRound(seen.map(({ our }) => our)),
      'API ÷ node:http': middle(({ of, our }) => (our.cpu[0] ?? 0) / (of.cpu[0] ?? 0)).toFixed(2),
      'delay at 3,000 a second, median ms': (middle(({ calm }) => calm.p50) / 1000).toFixed(1),
      '99th, ms': (middle(({ calm }) => calm.p99) / 1000).toFixed(1),
      'API, KiB a stream': kib('api'),
      'worker, KiB': kib('worker'),
    }
    if (step === FIFTY_EACH) table[`${step}, 50 events a second each`] = shownRound(fifties)
  }
  for (const socket of [...sockets.bare, ...sockets.ours]) socket.destroy()
  return table
}

/** Events, and what they cost, of some rounds. */
function shownRound(rounds: readonly Measured[]): Record<string, string> {
  const middle = (pick: (one: Measured) => number) => median(rounds.map(pick))
  return {
    'events a second': middle(({ rate }) => rate).toFixed(0),
    'API, µs an event': middle(({ cpu }) => cpu[0] ?? 0).toFixed(1),
    'worker, µs': middle(({ cpu }) => cpu[1] ?? 0).toFixed(1),
    'Redis, µs': middle(({ redis }) => redis).toFixed(1),
  }
}

interface Round {
  /** The process that makes the events. */
  teller: Child
  counted: readonly Child[]
  delays: number[]
  redisCpu?: () => number
  ticking?: typeof MANY
}

interface Measured {
  /** Events a second that arrived. */
  rate: number
  /** Microseconds of CPU an event, of Redis and of each counted process. */
  redis: number
  cpu: readonly number[]
  /** Microseconds. */
  p50: number
  p99: number
}

async function measureRound(round: Round): Promise<Measured> {
  const { teller, counted, delays, redisCpu = () => 0, ticking = MANY } = round
  delays.length = 0
  const before = await Promise.all(counted.map((child) => child.cpu()))
  const redisBefore = redisCpu()
  const begun = performance.now()
  const sent = Number(await teller.tell(ticking))
  await receive(delays, sent)
  const seconds = (performance.now() - begun) / 1000
  const redis = (1000 * (redisCpu() - redisBefore)) / sent
  const after = await Promise.all(counted.map((child) => child.cpu()))
  const sorted = delays.toSorted((a, b) => a - b)
  return {
    rate: sent / seconds,
    redis,
    cpu: after.map((ms, index) => (1000 * (ms - (before[index] ?? 0))) / sent),
    p50: sorted[sent >> 1] ?? 0,
    p99: sorted[Math.floor(sent * 0.99)] ?? 0,
  }
}

/** Clock ticks of Linux are hundredths of a second. */
const TICK = 10

/** Milliseconds of CPU that a process of this machine has used. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK
}
