import type { Socket } from 'node:net'
import { join } from 'node:path'
import { mintApiKey } from '../src/accounts/api-key.ts'
import { type Child, startChild } from './child.ts'
import { ask, flood, open, requestWith } from './load.ts'
import { type SeededKeys, seed } from './seed.ts'
import { median, shown } from './statistics.ts'
import { temporaryFolder } from './temporary-folder.ts'

const KEYS = 100_000
const CONNECTIONS = 32
const SLICE = 120
/** Rounds until both servers are compiled. */
const WARM_UPS = 3
const TRIES = 2_000

/** Requests with a key that opens nothing, against a bare Fastify route: by rate, by CPU, and how long one takes. */
export async function measureRefusals(rounds: number): Promise<Record<string, Record<string, string>>> {
  const folder = temporaryFolder('bench')
  const path = join(folder, 'keys.db')
  const keys = await seed(path, KEYS)
  const flags = process.env['BENCH_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] : []
  const bare = await startChild('serve-bare.ts')
  const service = await startChild('serve-service.ts', [`sqlite:${path}`], flags)
  const kinds = kindsOf(keys)
  try {
    const rates = await measureRates(bare, service, kinds, rounds)
    const times = await measureTimes(service, kinds)
    return Object.fromEntries(kinds.map(([kind]) => [kind, { ...rates.get(kind), 'one, median µs': times.get(kind) }]))
  } finally {
    await bare.end()
    await service.end()
  }
}

type Kind = readonly [name: string, requests: readonly Buffer[]]

/** `unknown, again` tells how far apart two measurements of the same are. */
function kindsOf({ unknown, revoked, rolled }: SeededKeys): Kind[] {
  return [
    ['malformed', unknown.map((key) => requestWith(`${key.slice(0, -6)}000000`))],
    ['unknown', unknown.map(requestWith)],
    ['unknown, again', unknown.map(() => requestWith(mintApiKey()))],
    ['revoked', revoked.map(requestWith)],
    ['rolled', rolled.map(requestWith)],
  ]
}

interface Rate {
  perSecond: number
  /** Microseconds of CPU a request. */
  cpu: number
}

async function measureRate(child: Child, sockets: readonly Socket[], requests: readonly Buffer[]): Promise<Rate> {
  const before = await child.cpu()
  const begun = performance.now()
  const count = await flood(sockets, requests, SLICE)
  const seconds = (performance.now() - begun) / 1000
  return { perSecond: count / seconds, cpu: (1000 * ((await child.cpu()) - before)) / count }
}

async function measureRates(bare: Child, service: Child, kinds: readonly Kind[], rounds: number) {
  const connect = ({ url }: Child) => Promise.all(Array.from({ length: CONNECTIONS }, () => open(url)))
  const [bareSockets, sockets] = [await connect(bare), await connect(service)]
  const pairs = new Map<string, { of: Rate; our: Rate }[]>(kinds.map(([kind]) => [kind, []]))
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    for (const [kind, requests] of kinds) {
      const of = await measureRate(bare, bareSockets, requests)
      const our = await measureRate(service, sockets, requests)
      if (round >= 0) pairs.get(kind)?.push({ of, our })
    }
  }
  for (const socket of [...bareSockets, ...sockets]) socket.destroy()
  return new Map([...pairs].map(([kind, rounds]) => [kind, toRow(rounds)]))
}

function toRow(pairs: readonly { of: Rate; our: Rate }[]): Record<string, string> {
  // On a busy machine the least is what was disturbed least.
  const [least, ours] = [Math.min(...pairs.map(({ of }) => of.cpu)), Math.min(...pairs.map(({ our }) => our.cpu))]
  return {
    'requests/s ÷ bare': shown(pairs.map(({ of, our }) => our.perSecond / of.perSecond)),
    'by CPU': shown(pairs.map(({ of, our }) => of.cpu / our.cpu)),
    'by least CPU': `${(least / ours).toFixed(2)} (${ours.toFixed(1)} µs)`,
    'requests/s': shown(
      pairs.map(({ our }) => our.perSecond),
      0,
    ),
  }
}

/** Medians and middle halves of one request at a time, the kinds in another order each time. */
async function measureTimes(service: Child, kinds: readonly Kind[]): Promise<Map<string, string>> {
  const socket = await open(service.url)
  const times = new Map<string, number[]>(kinds.map(([kind]) => [kind, []]))
  for (let attempt = -TRIES / 10; attempt < TRIES; attempt += 1) {
    for (const [kind, requests] of kinds.toSorted(() => Math.random() - 0.5)) {
      const begun = performance.now()
      const answer = await ask(socket, requests[Math.abs(attempt) % requests.length] ?? Buffer.alloc(0))
      if (!answer.startsWith('HTTP/1.1 401')) throw new Error(answer)
      if (attempt >= 0) times.get(kind)?.push(1000 * (performance.now() - begun))
    }
  }
  socket.destroy()
  return new Map([...times].map(([kind, own]) => [kind, toMiddle(own)]))
}

function toMiddle(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1)
  return `${median(values).toFixed(1)} (${at(0.25)}–${at(0.75)})`
}
