import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { seedAccounts } from './seed.ts'
import { median, shown } from './statistics.ts'
import { temporaryFolder } from './temporary-folder.ts'
import type { Ticking } from './ticker.ts'
import { openStreams, receive, watch } from './watched-streams.ts'

/** A folder in memory: how long a disk takes to open streams is not what is measured. */
const MEMORY = '/dev/shm'
const STREAMS = 1_000
const TICKING: Ticking = { milliseconds: 1_000, eventsPerSecond: 20_000 }
const SPREAD = 320
/** Idle streams that are measured, after so many that the process has all that any further one shares. */
const IDLE = 3_000
const WARM = 3_000

type Table = Record<string, Record<string, string>>

/** Streams of the service against node:http: what an event costs, how late it arrives, and what an idle one keeps. */
export async function measureStreams(rounds: number): Promise<Table> {
  const folder = temporaryFolder('bench', existsSync(MEMORY) ? MEMORY : tmpdir())
  const path = join(folder, 'streams.db')
  const keys = await seedAccounts(path, WARM + IDLE)
  const flags = process.env['BENCH_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] : []
  const bare = await startChild('serve-node.ts', [], flags)
  const service = await startChild('serve-streams.ts', [path], flags)
  try {
    const idle = { bare: await measureIdle(bare, keys), service: await measureIdle(service, keys) }
    return { ...toMemoryRows(idle), ...(await measureEvents(bare, service, keys, rounds)) }
  } finally {
    await bare.end()
    await service.end()
  }
}

interface Idle {
  heap: number
  rss: number
}

/** Bytes that each of many silent streams keeps. */
async function measureIdle(child: Child, keys: readonly string[]): Promise<Idle> {
  const first = await openStreams(child, keys.slice(0, WARM))
  const before = await child.memory()
  const second = await openStreams(child, keys.slice(WARM))
  const after = await child.memory()
  for (const socket of [...first, ...second]) socket.destroy()
  return { heap: (after.heap - before.heap) / IDLE, rss: (after.rss - before.rss) / IDLE }
}

function toMemoryRows({ bare, service }: { bare: Idle; service: Idle }): Table {
  const row = (of: number, our: number) => ({
    'ours ÷ node:http': (our / of).toFixed(2),
    ours: (our / 1024).toFixed(1),
    'node:http': (of / 1024).toFixed(1),
  })
  return {
    'heap of an idle stream, KiB': row(bare.heap, service.heap),
    'RSS of an idle stream, KiB': row(bare.rss, service.rss),
  }
}

async function measureEvents(bare: Child, service: Child, keys: readonly string[], rounds: number): Promise<Table> {
  const used = keys.slice(0, STREAMS)
  const sides = [
    { child: bare, delays: watch(await openStreams(bare, used)).seen },
    { child: service, delays: watch(await openStreams(service, used)).seen },
  ] as const
  const seen: { cpu: [number, number]; p50: [number, number]; p99: [number, number] }[] = []
  for (const { child, delays } of sides) await receive(delays, Number(await child.tell({ spread: SPREAD })))
  for (let round = -2; round < rounds; round += 1) {
    const [of, our] = [await measureRound(sides[0]), await measureRound(sides[1])]
    if (round < 0) continue
    seen.push({ cpu: [of.cpu, our.cpu], p50: [of.p50, our.p50], p99: [of.p99, our.p99] })
  }
  const row = (name: 'cpu' | 'p50' | 'p99') => ({
    'ours ÷ node:http': shown(seen.map(({ [name]: [of, our] }) => our / of)),
    ours: median(seen.map(({ [name]: [, our] }) => our)).toFixed(1),
    'node:http': median(seen.map(({ [name]: [of] }) => of)).toFixed(1),
  })
  return { 'CPU of an event, µs': row('cpu'), 'delay, median µs': row('p50'), 'delay, p99 µs': row('p99') }
}

async function measureRound({ child, delays }: { child: Child; delays: number[] }) {
  delays.length = 0
  const before = await child.cpu()
  const sent = Number(await child.tell(TICKING))
  const cpu = (1000 * ((await child.cpu()) - before)) / sent
  await receive(delays, sent)
  const sorted = delays.toSorted((a, b) => a - b)
  return { cpu, p50: sorted[sent >> 1] ?? 0, p99: sorted[Math.floor(sent * 0.99)] ?? 0 }
}
