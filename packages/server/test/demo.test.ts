import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../src/main.ts')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function demo(...words: string[]) {
  const options = { cwd: folder, env: { ...process.env, CORPUS: '' } }
  return run(process.execPath, ['--conditions=@deep-research/source', main, 'demo', ...words], options)
}

/** Counts the `[number]`s in the answer and the source lines below it. */
function read(stdout: string) {
  const [, answer = '', sources = ''] = /\nAnswer\n([\s\S]*)\nSources\n([\s\S]*)\nUsage/.exec(stdout) ?? []
  return {
    references: answer.match(/\[\d+\]/g) ?? [],
    sources: sources.split('\n').filter((line) => /^ {2}\[/.test(line)),
  }
}

test('the first run indexes and answers with verified citations', async () => {
  const { stdout } = await demo('What was the Monroe Doctrine?')
  expect(stdout).toContain('Question  What was the Monroe Doctrine?')
  expect(stdout).toContain('Corpus: 233 documents, 231 files read')
  const { references, sources } = read(stdout)
  expect(references.length).toBeGreaterThanOrEqual(3)
  expect(sources.length).toBeGreaterThanOrEqual(1)
  for (const line of sources) expect(line).toMatch(/ — .+, \d{4}$/)
  expect(stdout).toMatch(/\d+ quotations/)
  expect(stdout).toMatch(/Passages from \d+ sources?:/)
  expect(stdout).not.toContain('\u001B')
})

test('the second run has nothing to index, and asks a question of its own', async () => {
  const { stdout } = await demo()
  expect(stdout).toContain('Corpus: 233 documents, the index is up to date.')
  expect(read(stdout).references.length).toBeGreaterThanOrEqual(3)
})
