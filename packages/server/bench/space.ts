import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ReasoningLevel } from '@deep-research/sdk/contract'
import { readSettings, startService } from '../src/index.ts'
import { openStorage } from '../src/open-storage.ts'
import { temporaryFolder } from './temporary-folder.ts'

const REQUESTS = 20
const LEVELS: readonly ReasoningLevel[] = ['low', 'medium', 'high']
const QUESTIONS = [
  'How did presidents justify the Panama Canal?',
  'What did presidents say about the gold standard?',
  'How did the navy change?',
  'What was said of public lands?',
]

/** What a request of the demo corpus costs of a SQLite file, by what is still kept of it. */
export async function measureSpace(): Promise<Record<string, Record<string, number>>> {
  const folder = temporaryFolder('bench')
  const path = join(folder, 'space.db')
  const settings = readSettings({ PORT: '0', DATABASE_URL: `sqlite:${path}`, METRICS: 'off' })
  const service = await startService(settings)
  const { id } = await service.manage.createAccount('a@example.com', 'scale')
  await service.manage.grantCredits(id, 1_000_000)
  const { key } = await service.manage.createKey(id)
  const table: Record<string, Record<string, number>> = {}
  try {
    for (const level of LEVELS) {
      const empty = bytesOf(path)
      for (let request = 0; request < REQUESTS; request += 1) {
        await ask(service.url, key, QUESTIONS[request % QUESTIONS.length] ?? '', level)
      }
      const whole = bytesOf(path)
      await sweep(path, Date.now() + settings.resumeWindowMs)
      const result = bytesOf(path)
      await sweep(path, Date.now() + settings.resultRetentionMs)
      const rest = bytesOf(path)
      const each = (bytes: number) => Math.round((bytes - empty) / REQUESTS)
      table[level] = { 'in the resume window': each(whole), 'result kept': each(result), 'for good': each(rest) }
    }
  } finally {
    await service.close()
  }
  return table
}

async function ask(url: string, key: string, query: string, level: ReasoningLevel): Promise<void> {
  const options = { include_thinking: true, include_tool_calls: true }
  const response = await fetch(`${url}/v1/research`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query, reasoning_level: level, options }),
  })
  await response.text()
}

async function sweep(path: string, now: number): Promise<void> {
  const storage = await openStorage(readSettings({ DATABASE_URL: `sqlite:${path}` }))
  await storage.events.sweep(now)
  await storage.close()
}

/** Bytes of the pages in use, the write-ahead log included: what is free is used again before the file grows. */
function bytesOf(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  const pragma = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  database.close()
  return bytes
}
