import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings, type Service, startService } from '../packages/server/src/index.ts'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** In place of npx, pnpm and the command: the command as it stands in the clone. */
const COMMAND = `#!/bin/sh
case "$*" in *deep-research\\ *) while [ "$1" != deep-research ]; do shift; done; shift ;; esac
exec "${process.execPath}" --conditions=@deep-research/source "${join(root, 'packages/server/src/main.ts')}" "$@"
`

let folder: string
let environment: Record<string, string>
let service: Service

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'blocks-'))
  for (const name of ['programs', 'notes']) mkdirSync(join(folder, name))
  for (const name of ['npx', 'pnpm', 'deep-research']) {
    writeFileSync(join(folder, 'programs', name), COMMAND)
    chmodSync(join(folder, 'programs', name), 0o755)
  }
  writeFileSync(
    join(folder, 'notes/doctrine.md'),
    '# Doctrine\n\nThe Monroe Doctrine closed America to new colonies.\n\n# Reef\n\nA reef is a ridge of coral.\n',
  )
  environment = { CORPUS: join(folder, 'notes'), DATABASE_URL: `sqlite:${join(folder, 'blocks.db')}` }
  service = await startService(readSettings({ ...environment, PORT: '0' }))
})

afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

/** Runs the lines of a page's block that holds a text; those with an open place, or about another machine, left out. */
async function runBlock(page: string, holding: string, apart: Record<string, string> = {}): Promise<string> {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  const [block = ''] = blocks.flatMap(([, text = '']) => (text.includes(holding) ? [text] : []))
  const script = block
    .replaceAll(/^.*(…|research\.example\.com).*\n/gm, '')
    .replaceAll('http://127.0.0.1:8080', service.url)
  const PATH = [join(folder, 'programs'), process.env['PATH']].join(delimiter)
  const env = { ...environment, PATH, HOME: folder, NO_COLOR: '1', ...apart }
  const { stdout } = await run('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, env })
  return stdout
}

test('accounts, keys and credits, as the page about the service has them', async () => {
  const printed = await runBlock('docs/service.md', 'credits show', { DATABASE_URL: `sqlite:${folder}/other.db` })
  expect(printed).toMatch(/^acct_\S+ +you@example\.com +pro /m)
  expect(printed).toMatch(/^dr_live_\S+$/m)
  expect(printed).toMatch(/^acct_\S+ +300 /m)
})

test('the questions of the page about the command line', async () => {
  const printed = await runBlock('docs/command-line.md', 'ask --level high')
  expect(printed).toMatch(/to new colonies\. ?\[1\]/)
  expect(printed).toMatch(/"answer_clean": "Passages from 1 source:.*A reef is a ridge of coral\./)
  expect(readFileSync(join(folder, 'answer.md'), 'utf8')).toContain('[^1]: ')
})
