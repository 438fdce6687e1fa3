import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startChild } from './child.ts'
import { seedAccounts } from './seed.ts'
import { median } from './statistics.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openStreams, receive, watch } from './watched-streams.ts'

const AT_ONCE = 20
/** Milliseconds between two looks. */
const SOON = 50
const QUESTIONS = [
  'How did presidents justify the Panama Canal?',
  'What did presidents say about the gold standard?',
  'How did the navy change between 1880 and 1910?',
  'What was said of public lands, and by whom?',
]
/** So many rounds come before those that are measured: one for which all threads are started, and one for each to compile. */
const BEFORE = 2

/**
 * Twenty questions at once on the demo corpus, researched in the thread that serves or in others, and how late the events
 * of somebody else's stream are meanwhile.
 */
export async function measureQuestions(rounds: number): Promise<Record<string, Record<string, string>>> {
  const table: Record<string, Record<string, string>> = {}
  for (const threads of [0, Math.max(1, availableParallelism() - 1), availableParallelism()]) {
    const folder = temporaryFolder('bench')
    const path = join(folder, 'questions.db')
    // A new account has credits for one round.
    const [neighbour = '', ...keys] = await seedAccounts(path, AT_ONCE * (rounds + BEFORE) + 1)
    const keysOf = (round: number) => keys.slice(AT_ONCE * round, AT_ONCE * (round + 1))
    const service = await startChild('serve-corpus.ts', [path, String(threads)])
    try {
      const [stream] = await openStreams(service, [neighbour])
      if (!stream) throw new Error('the other stream was not opened')
      const delays = watch([stream]).seen
      await threadsOf(service.url, Math.min(1, threads))
      await askAll(service.url, keysOf(0))
      await threadsOf(service.url, threads)
      await askAll(service.url, keysOf(1))
      const seen: Round[] = []
      for (let round = 0; round < rounds; round += 1) {
        seen.push(await measureRound(service.url, keysOf(round + BEFORE), delays))
      }
      const middle = (pick: (round: Round) => number, digits = 0) => median(seen.map(pick)).toFixed(digits)
      table[threads === 0 ? 'in the thread that serves' : `in ${threads} other`] = {
        'questions a second': middle(({ seconds }) => AT_ONCE / seconds, 1),
        'another stream, 99th, ms late': middle(({ p99 }) => p99, 1),
        'at most, ms': middle(({ most }) => most, 1),
        'in all rounds, ms': Math.max(...seen.map(({ most }) => most)).toFixed(1),
      }
      stream.destroy()
    } finally {
      await service.end()
    }
  }
  return table
}

interface Round {
  seconds: number
  /** Milliseconds. */
  p99: number
  most: number
}

async function measureRound(url: string, keys: readonly string[], delays: number[]): Promise<Round> {
  delays.length = 0
  const begun = performance.now()
  await askAll(url, keys)
  const seconds = (performance.now() - begun) / 1000
  // What was due last may still come.
  await receive(delays, delays.length + 1)
  const late = delays.map((us) => us / 1000).sort((a, b) => a - b)
  return { seconds, p99: late[Math.floor(late.length * 0.99)] ?? 0, most: late.at(-1) ?? 0 }
}

/** Waits until so many threads of the engine run. */
async function threadsOf(url: string, threads: number): Promise<void> {
  const running = async () =>
    /^deep_research_engine_threads (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]
  while (Number(await running()) < threads) await wait(SOON)
}

async function askAll(url: string, keys: readonly string[]): Promise<void> {
  await Promise.all(
    keys.map(async (key, index) => {
      const response = await fetch(`${url}/v1/research`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query: QUESTIONS[index % QUESTIONS.length], reasoning_level: 'high' }),
      })
      if (!(await response.text()).includes('research.completed')) throw new Error(`answered ${response.status}`)
    }),
  )
}
