import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { ask, flood, open, requestWith } from './load.ts'
import { type SeededKeys, seed } from './seed.ts'
import { median, shown } from './statistics.ts'

const KEYS = 100_000
const CONNECTIONS = 32
const SLICE = 120
const TRIES = 2_000

/** Requests with a key that opens nothing, against a bare Fastify route: by rate, by CPU, and how long one takes. */
export async function measureRefusals(rounds: number): Promise<Record<string, Record<string, string>>> {
  const folder = mkdtempSync(join(tmpdir(), 'deep-research-bench-'))
  const path = join(folder, 'keys.db')
  const keys = await seed(path, KEYS)
  const flags = process.env['BENCH_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] : []
  const bare = await startChild('serve-bare.ts')
  const service = await startChild('serve-service.ts', [path], flags)
  try {
    const rates = await measureRates(bare, service, keys, rounds)
    const times = await measureTimes(service, keys)
    return Object.fromEntries(
      Object.entries(rates).map(([kind, row]) => [kind, { ...row, 'one, median µs': times[kind] ?? '' }]),
    )
  } finally {
    await bare.end()
    await service.end()
    rmSync(folder, { recursive: true })
  }
}

const requestsOf = ({ unknown, revoked, rolled }: SeededKeys) => ({
  malformed: unknown.map((key) => requestWith(`${key.slice(0, -6)}000000`)),
  unknown: unknown.map(requestWith),
  revoked: revoked.map(requestWith),
  rolled: rolled.map(requestWith),
})

async function measureRates(bare: Child, service: Child, keys: SeededKeys, rounds: number) {
  const connect = ({ url }: Child) => Promise.all(Array.from({ length: CONNECTIONS }, () => open(url)))
  const sockets = { bare: await connect(bare), service: await connect(service) }
  const rate = async (child: Child, to: readonly (typeof sockets.bare)[number][], requests: readonly Buffer[]) => {
    const before = await child.cpu()
    const begun = performance.now()
    const count = await flood(to, requests, SLICE)
    const seconds = (performance.now() - begun) / 1000
    return { perSecond: count / seconds, cpu: ((await child.cpu()) - before) / count }
  }
  const rows: Record<string, Record<string, string>> = {}
  for (const [kind, requests] of Object.entries(requestsOf(keys))) {
    const rates: number[] = []
    const cpus: number[] = []
    const own: number[] = []
    const all: { of: number[]; our: number[] } = { of: [], our: [] }
    // The first round warms both up.
    for (let round = -1; round < rounds; round += 1) {
      const of = await rate(bare, sockets.bare, requests)
      const our = await rate(service, sockets.service, requests)
      if (round < 0) continue
      rates.push(our.perSecond / of.perSecond)
      cpus.push(of.cpu / our.cpu)
      own.push(our.perSecond)
      all.of.push(1000 * of.cpu)
      all.our.push(1000 * our.cpu)
    }
    // On a busy machine the least is what was disturbed least.
    const [least, ours] = [Math.min(...all.of), Math.min(...all.our)]
    rows[kind] = {
      'requests/s ÷ bare': shown(rates),
      'by CPU': shown(cpus),
      'by least CPU': `${(least / ours).toFixed(2)} (${ours.toFixed(1)} µs)`,
      'requests/s': shown(own, 0),
    }
  }
  for (const socket of [...sockets.bare, ...sockets.service]) socket.destroy()
  return rows
}

async function measureTimes(service: Child, keys: SeededKeys): Promise<Record<string, string>> {
  const socket = await open(service.url)
  const kinds = Object.entries(requestsOf(keys))
  const times: Record<string, number[]> = Object.fromEntries(kinds.map(([kind]) => [kind, []]))
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    for (const [kind, requests] of kinds) {
      const begun = performance.now()
      const answer = await ask(socket, requests[attempt % requests.length] ?? Buffer.alloc(0))
      if (!answer.startsWith('HTTP/1.1 401')) throw new Error(answer)
      times[kind]?.push(1000 * (performance.now() - begun))
    }
  }
  socket.destroy()
  return Object.fromEntries(Object.entries(times).map(([kind, own]) => [kind, median(own).toFixed(0)]))
}
