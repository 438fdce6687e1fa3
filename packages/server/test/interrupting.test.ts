import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { start, temporaryFolder } from './support/command-line.ts'
import { HANGS } from './support/hanging-threads.ts'

const HANGING = new URL('./support/hanging-main.ts', import.meta.url)

/** A question that computes for ever would end these processes by nothing but Ctrl-C. */
const NEVER = { ENGINE_SILENCE_MS: '600000', ENGINE_WORKERS: '1' }

it.each(['ask', 'demo'])('Ctrl-C ends %s while its question computes without a pause', async (command) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'reef.md'), '# Reef\n\nCorals of the reef grow slowly.\n')
  const { child, ended } = start(folder, [command, HANGS], { ...NEVER, CORPUS: 'reef.md' }, HANGING)
  // A folder in which it was asked before.
  const data = join(folder, '.data')
  mkdirSync(data)
  const hangs = () => readdirSync(data).some((name) => name.endsWith('.hung'))
  await vi.waitUntil(hangs, { timeout: 50_000 })
  child.kill('SIGINT')
  expect((await ended).code).toBe(130)
})

it('Ctrl-C ends corpus index in the middle of a file', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '1.md'), '# One\n\nCorals of the reef grow slowly.\n')
  writeFileSync(
    join(folder, '2.md'),
    `# Two\n\n${'Corals of the reef grow slowly, as the sea is cold. '.repeat(200_000)}`,
  )
  const { child, ended } = start(folder, ['corpus', 'index'], { CORPUS: '.' })
  child.stderr?.on('data', (text) => String(text).includes('1 of 2') && child.kill('SIGINT'))
  const { code, stdout } = await ended
  expect([code, stdout]).toEqual([130, ''])
})
