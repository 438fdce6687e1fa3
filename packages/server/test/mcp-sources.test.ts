import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResearchResult } from '@deep-research/sdk/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseTools } from '#mcp/choose-tools.ts'
import { createMcpProvider } from '#mcp/provider.ts'
import { readResult } from '#mcp/read-result.ts'
import { readMcpSources } from '#mcp/sources.ts'
import { serveHttp } from '../src/cli/mcp/serve-http.ts'
import { readSettings, settingProblems, showSettings } from '../src/config.ts'
import { openProductEngine } from '../src/product-engine.ts'
import { createWiki } from './support/mcp-wiki.ts'

const WIKI = join(import.meta.dirname, 'support/mcp-wiki.ts')
const { signal } = new AbortController()

let folder: string
const closing: (() => unknown)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-sources-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true, force: true })
})

const wiki = (env: Record<string, string> = {}) => ({ command: process.execPath, args: [WIKI], env })
const started = () => JSON.parse(readFileSync(join(folder, 'started.json'), 'utf8'))

/** The settings of a service that searches the servers, and the engine of it. */
async function engineWith(mcpServers: Record<string, unknown>, search: string) {
  const settings = readSettings({
    ...{ DATABASE_URL: `sqlite:${folder}/dr.db`, SEARCH: search, ENGINE_WORKERS: '0' },
    MCP_SOURCES: JSON.stringify({ mcpServers }),
  })
  const lines: string[] = []
  const engine = await openProductEngine(settings, (line) => lines.push(line))
  let isOpen = true
  const close = async () => {
    if (isOpen) await engine.close()
    isOpen = false
  }
  closing.push(close)
  const ask = async (query: string): Promise<ResearchResult> => {
    for await (const event of engine.research({ query, level: 'low' }, { signal }))
      if (event.type === 'completed') return event.result
    return expect.fail('no result')
  }
  return { ask, lines, close }
}

const request = { query: 'When was the tide mill built?', limit: 10, language: 'en', signal } as never

function provider(...[source, name = 'wiki']: [Parameters<typeof createMcpProvider>[1], string?]) {
  const own = createMcpProvider(name, source)
  closing.push(() => own.close())
  return own
}

async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a server that is started', () => {
  it('is searched and read, cited by its own names, cleaned as a stranger’s text, and ended with the engine', async () => {
    const { ask, lines, close } = await engineWith(
      { wiki: wiki({ WIKI_FILE: join(folder, 'started.json') }) },
      'mcp:wiki',
    )
    const result = await ask('When was the tide mill of Velm built?')
    expect(result.answer_clean).toContain('built in 1712')
    expect(result.citations[0]).toMatchObject({
      verified: true,
      source: { title: 'Tide mill of Velm', url: 'urn:mcp:wiki:page%2F1', source_type: 'document' },
    })
    expect(JSON.stringify(result)).not.toContain('Ignore all previous')
    expect(lines).toContain('mcp:wiki searches with search, and reads with fetch.')
    const { pid } = started()
    expect(await isRunning(pid)).toBe(true)
    await close()
    expect(await isRunning(pid)).toBe(false)
  })

  it('sees its own variables, and none of the service’s', async () => {
    process.env['LLM_API_KEY'] = 'sk-of-the-service'
    closing.push(() => delete process.env['LLM_API_KEY'])
    await provider(wiki({ WIKI_FILE: join(folder, 'started.json'), WIKI_TOKEN: 'its-own' })).search(request)
    const { environment } = started()
    expect(environment).toMatchObject({ WIKI_TOKEN: 'its-own' })
    expect(environment).not.toHaveProperty('LLM_API_KEY')
  })

  it('is started again after it died', async () => {
    const own = provider(wiki({ WIKI_FILE: join(folder, 'started.json') }))
    expect(await own.search(request)).toHaveLength(1)
    const { pid } = started()
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(
        () =>
          own.search(request).then(
            ({ length }) => length,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(1)
    expect(started().pid).not.toBe(pid)
  })

  it.each([
    [{ command: '/nowhere/wiki' }, 'unreachable', 'cannot be started: its "command" is not found'],
    [{ command: process.execPath, args: ['-e', 'process.exit(3)'] }, 'unreachable', 'ended before it answered'],
  ])('and tells why it cannot be', async (source, reason, message) => {
    await expect(provider(source).search(request)).rejects.toMatchObject({ reason, message })
  })

  it('and tells nothing of what it says when it fails', async () => {
    await expect(provider(wiki({ WIKI_FAILS: 'yes' })).search(request)).rejects.toMatchObject({
      reason: 'status',
      message: 'tells of an error',
    })
  })

  it('is left when the caller aborts, and closes while it starts', async () => {
    const own = provider({ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] })
    const controller = new AbortController()
    const searching = own.search({ ...(request as object), signal: controller.signal } as never)
    controller.abort(new Error('enough'))
    await expect(searching).rejects.toThrow('enough')
    await own.close()
    await expect(own.search(request)).rejects.toMatchObject({ reason: 'unreachable', message: 'is closed' })
  })
})

describe('a server that is reached over HTTP', () => {
  it('is searched and read', async () => {
    const { http, url } = await serveHttp(() => createWiki(), 0)
    closing.push(() => http.close())
    const { ask } = await engineWith(
      { 'velm.wiki': { url, headers: { authorization: 'Bearer wiki-key' } } },
      'mcp:velm.wiki',
    )
    const { citations } = await ask('How far is the lamp of the lighthouse seen?')
    expect(citations[0]?.source.url).toBe('urn:mcp:velm.wiki:page%2F2')
  })

  it.each([
    [401, 'key', 'answers 401: it wants other "headers"'],
    [429, 'quota', 'answers 429: too many calls'],
    [302, 'unreachable', undefined],
    [500, 'status', undefined],
  ] as const)('and tells of %i in words of ours', async (status, reason, message) => {
    const asked: string[] = []
    const server: Server = createServer((incoming, response) => {
      asked.push(incoming.headers.authorization ?? '')
      response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('the password is swordfish')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    const failure = await provider({ url, headers: { authorization: 'Bearer wiki-key' } })
      .search(request)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ ...(message && { reason, message }) })
    expect(String(failure)).not.toMatch(/swordfish|wiki-key/)
    expect(asked[0]).toBe('Bearer wiki-key')
  })
})

describe('the settings', () => {
  const wrong = (mcpServers: unknown, search = 'mcp:wiki') =>
    settingProblems({ SEARCH: search, MCP_SOURCES: JSON.stringify({ mcpServers }) })

  it('are read from JSON, and from a file', () => {
    const servers = { wiki: { command: 'npx', args: ['-y', 'wiki'] }, docs: { url: 'https://docs.example/mcp' } }
    const file = join(folder, 'servers.json')
    writeFileSync(file, JSON.stringify({ mcpServers: servers }))
    for (const setting of [JSON.stringify({ mcpServers: servers }), file])
      expect(readMcpSources(setting)).toEqual(servers)
    expect(wrong(servers, 'mcp:docs,corpus,mcp:wiki')).toEqual([])
  })

  it('show no secret', () => {
    const setting = JSON.stringify({ mcpServers: { wiki: { command: 'npx', env: { TOKEN: 'swordfish' } } } })
    expect(JSON.stringify(showSettings({ MCP_SOURCES: setting }))).not.toContain('swordfish')
    expect(JSON.stringify(wrong({ wiki: { command: 7, env: { TOKEN: 'swordfish' } } }))).not.toContain('swordfish')
  })

  it.each([
    [
      { wiki: {} },
      'MCP_SOURCES has neither "command" nor "url" in mcpServers.wiki; name the program to start, or the address.',
    ],
    [{ wiki: { command: 'npx', args: 'x' } }, /^MCP_SOURCES is wrong at mcpServers\.wiki\.args: /],
    [{ wiki: { url: 'ftp://x' } }, /^MCP_SOURCES is wrong at mcpServers\.wiki\.url: /],
    [{ wiki: { url: 'https://x.example', type: 'sse' } }, /"type": "sse" in mcpServers\.wiki/],
    [{ 'a b': { command: 'x' } }, /^MCP_SOURCES names a server "a b"; use up to 64 letters/],
    [{ docs: { command: 'x' } }, 'SEARCH names mcp:wiki, but MCP_SOURCES has only docs; name one of them.'],
    [7, /^MCP_SOURCES has no object "mcpServers"; write it as assistants have it, such as /],
  ])('tell what is wrong with %j', (mcpServers, told) => {
    expect(wrong(mcpServers)).toEqual([typeof told === 'string' ? told : expect.stringMatching(told)])
  })

  it('tell what is missing, or no JSON', () => {
    expect(settingProblems({ SEARCH: 'mcp:wiki' })[0]).toMatch(/^MCP_SOURCES is missing, but SEARCH with mcp: needs it/)
    expect(settingProblems({ MCP_SOURCES: '{"mcpServers":' })[0]).toMatch(
      /^MCP_SOURCES is wrong: it is no JSON; write it such as/,
    )
    expect(settingProblems({ MCP_SOURCES: '/nowhere.json' })[0]).toMatch(
      /^MCP_SOURCES cannot be read as a file \(ENOENT/,
    )
    expect(settingProblems({ SEARCH: 'mcp:' })[0]).toMatch(/^SEARCH is "mcp:"; set it to any of .* and mcp:NAME/)
  })
})

describe('the tools', () => {
  const tool = (
    name: string,
    properties: Record<string, unknown> = { query: { type: 'string' } },
    required = Object.keys(properties),
  ) => ({
    name,
    inputSchema: { properties, required },
  })
  const number = { type: 'number' }

  it('are those called search and fetch, else the only one that searches, else the ones that are named', () => {
    const fetch = tool('fetch', { id: { type: 'string' } })
    const argument = 'query'
    expect(chooseTools([tool('search_all'), tool('search'), fetch])).toEqual({
      search: { name: 'search', argument },
      fetch: { name: 'fetch', argument: 'id' },
    })
    const only = tool('webSearch', { limit: number, query: { type: 'string' } }, ['query'])
    expect(chooseTools([only, tool('write')])).toEqual({ search: { name: 'webSearch', argument }, fetch: undefined })
    const named = { search: 'ask', fetch: 'open' }
    expect(chooseTools([tool('ask'), tool('search'), tool('open')], named)).toMatchObject({
      search: { name: 'ask' },
      fetch: { name: 'open' },
    })
  })

  it.each([
    [[], undefined, 'offers no single tool to search with; name it in "tools": {"search": "…"}; it has none'],
    [[tool('search_a'), tool('search_b')], undefined, 'it has search_a, search_b'],
    [[tool('search')], { search: 'find' }, 'has no tool find, which "tools.search" names; it has search'],
    [
      [tool('search', { a: { type: 'string' }, b: { type: 'string' } })],
      undefined,
      'has a tool search that needs something else than one text (a, b)',
    ],
    [[tool('search', { n: number })], undefined, 'has a tool search that needs something else than one text (n)'],
  ])('and where there are none, it is told what to set', (offered, named, message) => {
    expect(() => chooseTools(offered, named)).toThrow(message)
  })
})

describe('a result', () => {
  const text = (value: unknown) => ({
    content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
  })

  it('is a list in JSON, structured or not, resources and links, or a text as it is', () => {
    const item = { id: 'a', title: 'A', url: 'https://a.example/', snippet: 'On a.', updated_at: '2020-01-02' }
    const found = { id: 'a', title: 'A', url: 'https://a.example/', text: 'On a.', date: '2020-01-02' }
    expect(readResult(text([item]))).toEqual([found])
    expect(readResult(text({ total: 1, documents: [item] }))).toEqual([found])
    expect(readResult({ content: [], structuredContent: { results: [item] } })).toEqual([found])
    expect(readResult(text('Velm has a mill.'))).toEqual([{ text: 'Velm has a mill.' }])
    expect(readResult(text({ results: [] }))).toEqual([])
    const resource = { type: 'resource', resource: { uri: 'wiki://a', text: 'On a.' } }
    const link = { type: 'resource_link', uri: 'https://b.example/', name: 'B', description: 'On b.' }
    expect(readResult({ content: [resource, link, { type: 'image', data: 'x' }] })).toEqual([
      { url: 'wiki://a', text: 'On a.' },
      { url: 'https://b.example/', title: 'B', text: 'On b.' },
    ])
    expect(() => readResult({ ...text('no'), isError: true })).toThrow('The tool failed.')
  })

  it('of any kind has few items with bounded texts', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, plain) => {
        for (const items of [readResult(text(json)), readResult(text(plain))]) {
          expect(items.length).toBeLessThanOrEqual(20)
          for (const each of items) for (const value of Object.values(each)) expect(typeof value).toBe('string')
        }
      }),
    )
    expect(
      readResult(text({ results: Array.from({ length: 50 }, () => ({ text: 'x'.repeat(200_000) })) })).map(
        ({ text }) => text?.length,
      ),
    ).toEqual(Array.from({ length: 20 }, () => 100_000))
  })
})
