import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { seedAccounts } from './seed.ts'
import { median } from './statistics.ts'

const AT_ONCE = 20
const QUESTIONS = [
  'How did presidents justify the Panama Canal?',
  'What did presidents say about the gold standard?',
  'How did the navy change between 1880 and 1910?',
  'What was said of public lands, and by whom?',
]
/** How often somebody else asks for something that takes no time, in milliseconds. */
const EVERY = 5

/** Twenty questions at once on the demo corpus, researched in the thread that serves or in others. */
export async function measureQuestions(rounds: number): Promise<Record<string, Record<string, string>>> {
  const table: Record<string, Record<string, string>> = {}
  for (const threads of [0, Math.max(1, availableParallelism() - 1), availableParallelism()]) {
    const folder = mkdtempSync(join(tmpdir(), 'deep-research-bench-'))
    const path = join(folder, 'questions.db')
    // A new account has credits for one round.
    const keys = await seedAccounts(path, AT_ONCE * (rounds + 1))
    const keysOf = (round: number) => keys.slice(AT_ONCE * round, AT_ONCE * (round + 1))
    const service = await startChild('serve-corpus.ts', [path, String(threads)])
    try {
      await askAll(service.url, keysOf(rounds))
      const seen: { seconds: number; late: number }[] = []
      for (let round = 0; round < rounds; round += 1) seen.push(await measureRound(service.url, keysOf(round)))
      table[threads === 0 ? 'in the thread that serves' : `in ${threads} other`] = {
        'questions a second': median(seen.map(({ seconds }) => AT_ONCE / seconds)).toFixed(1),
        'longest /healthz, ms': median(seen.map(({ late }) => late)).toFixed(0),
      }
    } finally {
      await service.end()
      rmSync(folder, { recursive: true })
    }
  }
  return table
}

async function measureRound(url: string, keys: readonly string[]) {
  const begun = performance.now()
  let over = false
  const watching = watch(url, () => over)
  await askAll(url, keys)
  const seconds = (performance.now() - begun) / 1000
  over = true
  return { seconds, late: await watching }
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

/** The longest that somebody else waited. */
async function watch(url: string, over: () => boolean): Promise<number> {
  let late = 0
  while (!over()) {
    const begun = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    late = Math.max(late, performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, EVERY))
  }
  return late
}
