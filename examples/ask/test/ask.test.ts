import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readSettings, startService } from '@deep-research/server'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const SPEECH = 'The Monroe Doctrine was a warning to Europe. It said that America was closed to new colonies.'

test('asks a running service and prints the answer with its sources', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ask-'))
  writeFileSync(join(folder, 'speech.md'), `---\ntitle: A Speech\nauthors: [A. Writer]\n---\n${SPEECH}\n`)
  const settings = readSettings({ PORT: '0', DATABASE_URL: `sqlite:${folder}/ask.db`, CORPUS: folder })
  const service = await startService(settings)
  try {
    const account = await service.manage.createAccount('a@example.com', 'free')
    const { key } = await service.manage.createKey(account.id)
    const env = { ...process.env, DEEP_RESEARCH_API_KEY: key, DEEP_RESEARCH_BASE_URL: service.url }
    const script = join(import.meta.dirname, '../src/ask.mjs')
    const { stdout } = await run(process.execPath, ['--conditions=@deep-research/source', script], { env })
    expect(stdout).toContain('The Monroe Doctrine was a warning to Europe.')
    expect(stdout).toContain('A. Writer: A Speech')
    expect(stdout).toMatch(/\nIterations: \d+. Sources: 1.\n$/)
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
