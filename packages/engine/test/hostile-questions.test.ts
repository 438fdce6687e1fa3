import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedEngine, folderSource, openEmbeddedEngine } from '../src/index.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { HOSTILE_QUESTIONS } from './hostile-questions.ts'

/** Seconds of a processor: an aim of one, with room for a busy machine. What is superlinear takes minutes. */
const MOST = 2.5
const LEVELS = ['low', 'medium', 'high'] as const

const folder = mkdtempSync(join(tmpdir(), 'hostile-questions-'))
const { signal } = new AbortController()
let engine: EmbeddedEngine

async function ask(query: string, level: (typeof LEVELS)[number]): Promise<string> {
  for await (const event of engine.research({ query, level }, { signal }))
    if (event.type === 'completed') return event.result.answer_clean
  return ''
}

/** What every question holds stands in a document, so that it is found, read and weighed. */
beforeAll(async () => {
  for (const [at, { name, query }] of HOSTILE_QUESTIONS.entries()) {
    const lines = Array.from(query.slice(0, 4_000).matchAll(/.{1,90}/gsu), ([line]) => line.replaceAll('\n', ' '))
    writeFileSync(join(folder, `lines-${at}.md`), `# ${name}\n\n${lines.join('. It is so.\n\n')}\n`)
    writeFileSync(join(folder, `whole-${at}.txt`), `The navy of Lincoln had ${name}.\n\n${query}\n`)
  }
  engine = await openEmbeddedEngine({ sources: [folderSource(folder)], indexFile: join(folder, '.index.db') })
  await ask('What did the navy of Lincoln have?', 'medium')
}, 120_000)
afterAll(() => {
  engine.close()
  rmSync(folder, { recursive: true })
})

test.each(HOSTILE_QUESTIONS.map((each, at) => ({ ...each, level: LEVELS[at % LEVELS.length] ?? 'low' })))(
  '$name, asked at $level, is answered in seconds',
  { timeout: 120_000 },
  async ({ query, level }) => {
    const spent = cpuSeconds()
    expect(await ask(query, level)).not.toBe('')
    expect(spent()).toBeLessThan(MOST)
  },
)
