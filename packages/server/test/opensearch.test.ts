import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ResearchResult } from '@deep-research/sdk/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { openEngineWhenNeeded } from '../src/engine-when-needed.ts'
import { runInProcess, temporaryFolder } from './support/command-line.ts'
import { type ScriptedOpenSearch, startOpenSearch } from './support/opensearch.ts'

const HARBOUR = 'The harbour master keeps a ledger of all ships. It is bound in green leather.'
const REEF = 'Corals of the reef grow slowly. The oldest is four thousand years old, as http://reef.example says.'

let server: ScriptedOpenSearch
let environment: Record<string, string>

beforeEach(async () => {
  server = await startOpenSearch()
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs', 'harbour.md'), `# The harbour\n\n${HARBOUR}\n`)
  writeFileSync(join(folder, 'docs', 'reef.md'), `# The reef\n\n${REEF}\n`)
  environment = {
    CORPUS: join(folder, 'docs'),
    OPENSEARCH_URL: server.url,
    DATABASE_URL: `sqlite:${join(folder, 'a.db')}`,
  }
})

const run = (words: string[], more: Record<string, string> = {}) =>
  runInProcess(
    words,
    { ...environment, ...more },
    { openEngine: openEngineWhenNeeded, stop: new AbortController().signal },
  )

const ask = async (question: string, more: Record<string, string> = {}): Promise<ResearchResult> => {
  const { code, stdout, stderr } = await run(['ask', question, '--json'], { SEARCH: 'opensearch', ...more })
  // The command tells each tool call; nothing is fetched.
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^fetch /m)])
  return JSON.parse(stdout)
}

describe('SEARCH=opensearch', () => {
  it('answers from an index that corpus push filled, with exact passages and nothing fetched', async () => {
    await run(['corpus', 'push'])
    const { answer, sources_summary, citations } = await ask('What does the harbour master keep?')
    expect(answer).toContain('a ledger of all ships')
    expect(sources_summary[0]?.source).toMatchObject({ url: 'urn:corpus:harbour.md', title: 'The harbour' })
    expect(citations.length).toBeGreaterThan(0)
    const texts = new Map(
      [...(server.indices.get('deep-research')?.values() ?? [])].map(({ url, text }) => [url, text]),
    )
    for (const { source, source_anchor: anchor } of citations) {
      const text = String(texts.get(source.url))
      expect(text.slice(anchor.source_start_offset, anchor.source_end_offset)).toBe(anchor.quote)
    }
    expect(server.requests.every((request) => /deep-research|_bulk/.test(request))).toBe(true)
    // The operator's own documents may name addresses.
    expect((await ask('How old is the oldest coral of the reef?')).answer).toContain('four thousand years')
  })

  it('answers from an index with fields of its own', async () => {
    const documents = [
      ['x', { headline: 'Harbour', body: { plain: HARBOUR }, link: 'https://harbour.example/ledger' }],
    ] as const
    server.indices.set('papers', new Map(documents))
    const { answer, sources_summary } = await ask('What does the harbour master keep?', {
      OPENSEARCH_INDEX: 'papers',
      OPENSEARCH_FIELDS: 'title=headline,text=body.plain,url=link',
    })
    expect(answer).toContain('a ledger of all ships')
    expect(sources_summary[0]?.source.url).toBe('https://harbour.example/ledger')
  })

  it('is refused without a server, and fails if that does not answer', async () => {
    const without = await run(['ask', 'What?'], { SEARCH: 'opensearch', OPENSEARCH_URL: '' })
    expect([without.code, without.stderr]).toEqual([
      1,
      'OPENSEARCH_URL is missing, but SEARCH with opensearch needs it; set it to an http or https URL.\n',
    ])
    server.answers.push(...Array.from({ length: 20 }, () => ({ status: 500, body: {} })))
    const { code, stderr } = await run(['ask', 'What does the harbour master keep?'], { SEARCH: 'opensearch' })
    expect([code, stderr]).toEqual([1, expect.stringContaining('No search provider answers')])
  })
})
