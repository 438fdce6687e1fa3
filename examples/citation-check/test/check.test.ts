import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const example = resolve(import.meta.dirname, '..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'citation-check-'))
  for (const part of ['docs', 'answers']) cpSync(join(example, part), join(folder, part), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function check(): Promise<{ code: unknown; printed: string }> {
  const words = [
    '--conditions=@deep-research/source',
    '--no-warnings',
    join(example, 'src/check.ts'),
    'docs',
    'answers',
  ]
  return new Promise((done) => {
    execFile(process.execPath, words, { cwd: folder }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, printed: stderr + stdout }),
    )
  })
}

const change = (file: string, from: string, to: string) => {
  const path = join(folder, file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}

test('answers that agree with the documents pass, also after a change elsewhere', async () => {
  appendFileSync(join(folder, 'docs/on-call.md'), '\nThe phone is in the drawer.\n')
  expect(await check()).toEqual({ code: 0, printed: '2 answers with 3 citations. Problems: 0\n' })
})

test('a changed sentence, a document that is gone, and a spoiled answer are each told', async () => {
  change('docs/backups.md', 'thirty days', 'ninety days')
  rmSync(join(folder, 'docs/on-call.md'))
  change('answers/on-call.json', '"start_offset": 0', '"start_offset": 5')
  const { code, printed } = await check()
  expect(code).toBe(1)
  expect(printed).toContain(
    'answers/backups.json: cite_1: urn:corpus:backups.md no longer says “The database is copied every night',
  )
  expect(printed).toContain('answers/on-call.json: cite_1 quotes urn:corpus:on-call.md, which is gone')
  expect(printed).toMatch(/answers\/on-call\.json: citations\S*: /)
})

test('a folder without an answer is a mistake, and not a success', async () => {
  rmSync(join(folder, 'answers'), { recursive: true })
  cpSync(join(example, 'src'), join(folder, 'answers'), { recursive: true })
  expect(await check()).toEqual({ code: 1, printed: '0 answers with 0 citations. Problems: 0\n' })
})
