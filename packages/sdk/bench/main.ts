import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHUNKINGS } from './workload.ts'

const ROUNDS = Number(process.argv[2] ?? 3)
const CANDIDATES = ['ours', 'openai', 'anthropic', 'parser', 'floor'] as const
type Name = (typeof CANDIDATES)[number]

const run = promisify(execFile)
const conditions = '--conditions=@deep-research/source'
const here = (name: string): string => join(import.meta.dirname, name)

async function node(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args)
  return stdout.trim()
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** `1.23 (1.10–1.31)`: the median and the spread. */
function shown(values: readonly number[], digits = 2): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}

/** CPU of a whole stream in milliseconds, per candidate and round; the candidates take turns. */
async function measure(chunking: string, url = ''): Promise<Record<Name, number[]>> {
  const times: Record<Name, number[]> = { ours: [], openai: [], anthropic: [], parser: [], floor: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of CANDIDATES) {
      times[name].push(Number(await node(conditions, here('measure-once.ts'), name, chunking, url)))
    }
  }
  return times
}

function ratios(times: Record<Name, number[]>, to: Name): Record<string, string> {
  const ratio = (name: Name): number[] => times[name].map((time, round) => time / (times[to][round] ?? Number.NaN))
  return Object.fromEntries(CANDIDATES.filter((name) => name !== to).map((name) => [name, shown(ratio(name))]))
}

async function overLoopback(): Promise<Record<Name, number[]>> {
  const server = spawn(process.execPath, [conditions, here('serve.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  try {
    return await measure('loopback', `http://127.0.0.1:${line.toString().trim()}`)
  } finally {
    server.kill()
    await once(server, 'exit')
  }
}

async function coldImports(): Promise<Record<string, string>> {
  const modules = { 'bare node': '', ours: 'dist/index.js', 'ours/citations': 'dist/citations.js' }
  const times: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS * 4; round += 1) {
    for (const [name, path] of Object.entries(modules)) {
      const url = path === '' ? [] : [new URL(`../${path}`, import.meta.url).href]
      times[name] = [...(times[name] ?? []), Number(await node(here('cold-import.ts'), ...url))]
    }
  }
  const bare = times['bare node'] ?? []
  const relative = (own: readonly number[]): number[] => own.map((time, round) => time / (bare[round] ?? Number.NaN))
  return Object.fromEntries(Object.entries(times).map(([name, own]) => [name, shown(relative(own))]))
}

const table: Record<string, Record<string, string>> = {}
const toFloor: Record<string, Record<string, string>> = {}
const own: Record<string, string> = {}
const all = [...CHUNKINGS, 'loopback'] as const
for (const chunking of all) {
  const times = chunking === 'loopback' ? await overLoopback() : await measure(chunking)
  table[chunking] = {
    ...ratios(times, 'openai'),
    'ours, ms': shown(times.ours, 0),
    'openai, ms': shown(times.openai, 0),
  }
  toFloor[chunking] = { 'ours ÷ floor': ratios(times, 'floor')['ours'] ?? '' }
  own[chunking] = String(median(times.ours))
}

console.log(`CPU of a whole stream ÷ openai, median (spread) of ${ROUNDS} interleaved rounds, Node ${process.version}`)
console.table(table)
console.table(toFloor)
console.log(`1 KiB ÷ 16 KiB: ${(Number(own['1 KiB']) / Number(own['16 KiB'])).toFixed(2)}`)
console.log('Cold import, CPU ÷ bare node')
console.table(await coldImports())
console.log(await node(conditions, here('text.ts')))
console.log(await node(conditions, '--expose-gc', here('leaving.ts')))
