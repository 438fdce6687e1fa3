import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runInProcess, temporaryFolder } from './support/command-line.ts'
import { freePort } from './support/free-port.ts'
import { type ScriptedOpenSearch, startOpenSearch } from './support/opensearch.ts'

let server: ScriptedOpenSearch
let folder: string

beforeEach(async () => {
  server = await startOpenSearch()
  folder = temporaryFolder()
  write('bridge.md', '# Harbour Bridge\n\nIt was designed by Mira Olsen.\n')
  write('reef.md', '# Reef\n\nCorals grow slowly.\n')
  write(
    'ships.jsonl',
    [1, 2, 3].map((n) => JSON.stringify({ title: `Ship ${n}`, text: `It has ${n} masts.`, date: '1932' })).join('\n'),
  )
})

const write = (path: string, text: string) => {
  mkdirSync(join(folder, 'docs'), { recursive: true })
  writeFileSync(join(folder, 'docs', path), text)
}

const push = async (environment: Record<string, string> = {}) => {
  const ran = await runInProcess(
    ['corpus', 'push', '--json'],
    { CORPUS: join(folder, 'docs'), OPENSEARCH_URL: server.url, ...environment },
    { stop: new AbortController().signal },
  )
  return { ...ran, report: ran.code === 0 ? JSON.parse(ran.stdout) : undefined }
}

const titles = (index = 'deep-research') =>
  [...(server.indices.get(index) ?? [])].map(([, { title }]) => title).toSorted()

const nothing = { listed: 3, pushed: 0, removed: 0, documents: 0, problems: [] }

describe('corpus push', () => {
  it('fills an index, and then sends only what changed', async () => {
    const first = await push()
    expect(first.report).toEqual({ ...nothing, pushed: 3, documents: 5 })
    expect(first.stderr).toContain('Pushing: 3 of 3 files (100 %')
    expect(titles()).toEqual(['Harbour Bridge', 'Reef', 'Ship 1', 'Ship 2', 'Ship 3'])
    const [bridge] = [...(server.indices.get('deep-research') ?? [])].flatMap(([, document]) =>
      document['title'] === 'Harbour Bridge' ? [document] : [],
    )
    expect(bridge).toMatchObject({ text: expect.stringContaining('Mira Olsen'), url: 'urn:corpus:bridge.md' })
    expect(JSON.stringify([...server.indices])).not.toContain(folder)
    server.requests.length = 0
    expect((await push()).report).toEqual(nothing)
    expect(server.requests.filter((request) => /_bulk|_delete/.test(request))).toEqual([])
    write('reef.md', '# The reef\n\nCorals grow slowly, and some are old.\n')
    write('ships.jsonl', JSON.stringify({ title: 'Ship 9', text: 'It has nine masts.' }))
    rmSync(join(folder, 'docs', 'bridge.md'))
    write('lamp.md', '# Lamp\n\nIt burns all night.\n')
    expect((await push()).report).toEqual({ ...nothing, pushed: 3, removed: 1, documents: 3 })
    expect(titles()).toEqual(['Lamp', 'Ship 9', 'The reef'])
  })

  it('leaves documents alone that it did not bring', async () => {
    server.indices.set('deep-research', new Map([['x', { title: 'Yours' }]]))
    await push()
    for (const path of ['bridge.md', 'reef.md', 'ships.jsonl']) rmSync(join(folder, 'docs', path))
    write('one.md', '# One\n\nOne.\n')
    expect((await push()).report).toMatchObject({ removed: 3 })
    expect(titles()).toEqual(['One', 'Yours'])
  })

  it('uses the index, the fields and the key that are set', async () => {
    await push({
      OPENSEARCH_INDEX: 'papers',
      OPENSEARCH_FIELDS: 'title=title,text=body.plain',
      OPENSEARCH_API_KEY: 'c2VjcmV0',
    })
    expect([...server.indices.keys()]).toEqual(['papers'])
    const [document = {}] = server.indices.get('papers')?.values() ?? []
    expect(document['body.plain']).toContain('It was designed by Mira Olsen.')
    expect(server.mappings).toMatchObject({ properties: { 'body.plain': { type: 'text' }, url: { type: 'keyword' } } })
    expect(server.headers.authorization).toBe('ApiKey c2VjcmV0')
    const named = new URL(server.url)
    named.username = 'ada'
    named.password = 'p@ss'
    expect((await push({ OPENSEARCH_URL: named.href })).code).toBe(0)
    expect(server.headers.authorization).toBe(`Basic ${Buffer.from('ada:p@ss').toString('base64')}`)
  })

  it('tells what is refused, and tries it again the next time', async () => {
    server.refuse = (document) => (document?.['title'] === 'Ship 2' ? 400 : undefined)
    const first = await push()
    expect(first.report.problems).toEqual([
      { source: 'ships.jsonl', message: 'was refused by the index: failed to parse' },
    ])
    server.refuse = () => undefined
    expect((await push()).report).toEqual({ ...nothing, pushed: 1, documents: 3 })
    expect(titles()).toContain('Ship 2')
  })

  it('sends what a busy server did not take once more', async () => {
    let busy = 3
    server.refuse = () => (busy-- > 0 ? 429 : undefined)
    server.answers.push({ status: 503, body: {} })
    expect((await push()).report).toEqual({ ...nothing, pushed: 3, documents: 5 })
    expect(titles()).toHaveLength(5)
  })

  it.each([
    [401, {}, /rejects the user of OPENSEARCH_URL, or OPENSEARCH_API_KEY/],
    [400, { error: { reason: 'illegal name' } }, /answers 400: illegal name/],
  ])('says what is wrong where the server answers %i', async (status, body, line) => {
    server.answers.push({ status: 404, body: {} }, { status: 200, body: {} }, { status, body })
    const { code, stderr } = await push()
    expect([code, stderr]).toEqual([1, expect.stringMatching(line)])
  })

  it('says what is wrong with a server that is none, is not there or is not set', async () => {
    server.answers.push({ status: 200, body: {} }, { status: 200, body: {} })
    expect((await push()).stderr).toMatch(/does not answer as OpenSearch or Elasticsearch does/)
    const port = await freePort()
    const { stderr } = await push({ OPENSEARCH_URL: `http://a:secret@127.0.0.1:${port}` })
    expect(stderr).toBe(`OPENSEARCH_URL is http://127.0.0.1:${port}, which cannot be reached (ECONNREFUSED).\n`)
    expect((await push({ OPENSEARCH_URL: '' })).stderr).toMatch(/OPENSEARCH_URL is missing/)
    expect((await push({ OPENSEARCH_FIELDS: 'text' })).stderr).toMatch(
      /OPENSEARCH_FIELDS is "text"; set it to title=title/,
    )
  })
})
