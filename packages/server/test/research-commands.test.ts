import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openProductEngine } from '../src/product-engine.ts'
import { runInProcess, temporaryFolder } from './support/command-line.ts'

let environment: Record<string, string>

beforeEach(() => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'docs'))
  writeFileSync(
    join(folder, 'docs', 'bridge.md'),
    '# Harbour Bridge\n\nIt was designed by Mira Olsen. It opened in 1932.\n',
  )
  writeFileSync(join(folder, 'docs', 'reef.md'), '# Reef\n\nCorals of the reef grow slowly.\n')
  environment = { CORPUS: join(folder, 'docs'), DATABASE_URL: `sqlite:${join(folder, 'a.db')}` }
})

const run = (words: string[], stop = new AbortController().signal) =>
  runInProcess(words, environment, { openEngine: openProductEngine, stop })

describe('corpus', () => {
  it('index reads what is new, and tells what there is', async () => {
    const first = await run(['corpus', 'index', '--json'])
    expect([first.code, JSON.parse(first.stdout)]).toEqual([0, { documents: 2, read: 2, removed: 0, problems: [] }])
    const second = await run(['corpus', 'index'])
    expect([second.code, second.stdout]).toEqual([
      0,
      'documents  read  removed  problems\n2          0     0        0\n',
    ])
  })

  it('index tells what cannot be read', async () => {
    writeFileSync(join(environment['CORPUS'] ?? '', 'broken.pdf'), 'no PDF')
    const { code, stdout, stderr } = await run(['corpus', 'index'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^2 .* 1$/m)])
    expect(stderr).toMatch(/Left out of the corpus: broken\.pdf: /)
  })

  it('search prints passages, best first', async () => {
    const { code, stdout } = await run(['corpus', 'search', 'slow', 'corals', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      {
        document_id: expect.any(String),
        title: 'Reef',
        url: 'urn:corpus:reef.md',
        text: 'Corals of the reef grow slowly.',
        start: expect.any(Number),
        end: expect.any(Number),
        score: expect.any(Number),
      },
    ])
    expect((await run(['corpus', 'search', 'corals'])).stdout).toContain('Corals of the reef grow slowly.')
    expect((await run(['corpus', 'search', 'zebra'])).stdout).toBe('none\n')
    expect((await run(['corpus', 'search', 'corals', '--limit', '0'])).code).toBe(2)
  })

  it('of a setting that names none is refused with one line', async () => {
    environment['CORPUS'] = '/nowhere/at/all'
    const { code, stderr } = await run(['corpus', 'index'])
    expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining('/nowhere/at/all')]])
  })
})

describe('ask', () => {
  it('prints the answer with numbers and sources, and what it does beside it', async () => {
    const { code, stdout, stderr } = await run(['ask', 'Who', 'designed the Harbour Bridge?'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/designed by Mira Olsen\. It opened in 1932\. ?\[1\]/)
    expect(stdout).toMatch(/^\[1\] Harbour Bridge\n {4}\S*docs\/bridge\.md:3\n/m)
    expect(stdout).not.toContain('<cite')
    expect(stderr).toMatch(/^search /m)
  })

  it('prints the result as JSON', async () => {
    const { code, stdout } = await run(['ask', 'Who designed the Harbour Bridge?', '--level', 'low', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ answer_clean: expect.stringContaining('Mira Olsen'), citations: [expect.anything()] }),
    ])
  })

  it('refuses what the service would refuse, and another level', async () => {
    const empty = await run(['ask', ' '])
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringMatching(/query/)])
    expect((await run(['ask', 'x'.repeat(10_001)])).code).toBe(1)
    expect((await run(['ask', 'x', '--level', 'huge'])).code).toBe(2)
    expect((await run(['ask'])).code).toBe(2)
  })

  it('that is interrupted says so', async () => {
    const { code, stderr } = await run(['ask', 'Who?'], AbortSignal.abort())
    expect([code, stderr]).toEqual([1, expect.stringContaining('Interrupted.')])
  })
})
