import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from './support.ts'

/** Three processes beside other work take longer than a test may by default. */
const PATIENCE = 60_000

it(
  'lets several processes make and fill one index at once',
  async () => {
    const indexFile = join(temporaryFolder(), 'index.db')
    const script = fileURLToPath(new URL('./open-in-process.ts', import.meta.url))
    const run = () => promisify(execFile)(process.execPath, ['--conditions=@deep-research/source', script, indexFile])
    const outputs = await Promise.all([run(), run(), run()])
    const results = outputs.map(({ stdout }) => JSON.parse(stdout) as { documents: number; hits: unknown[] })
    expect(results[0]?.documents).toBe(233)
    expect(results[0]?.hits).toHaveLength(3)
    for (const result of results) expect(result).toEqual(results[0])
  },
  PATIENCE,
)
