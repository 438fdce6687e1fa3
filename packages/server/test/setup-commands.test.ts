import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listSettings, readEnvironment, readSettings } from '../src/config.ts'
import { complainOfNode } from '../src/node-version.ts'
import { run as runIn, runInProcess, temporaryFolder } from './support/command-line.ts'
import { freePort } from './support/free-port.ts'
import { startOidcProvider } from './support/oidc-provider.ts'
import { startTestService } from './support/service.ts'

let folder: string
let environment: Record<string, string>

beforeEach(async () => {
  folder = temporaryFolder()
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs', 'reef.md'), '# Reef')
  environment = { DATABASE_URL: `sqlite:${join(folder, 'a.db')}`, PORT: String(await freePort()) }
})

const run = (...words: string[]) => runInProcess(words, environment, { stop: new AbortController().signal })

describe('init', () => {
  it('writes every setting with its default, so that the file changes nothing', async () => {
    const file = join(folder, '.env')
    expect(await run('init', '--output', file)).toMatchObject({ code: 0, stdout: expect.stringContaining('Wrote ') })
    const text = readFileSync(file, 'utf8')
    expect(listSettings().filter(({ name }) => !new RegExp(`^# ${name}=`, 'm').test(text))).toEqual([])
    expect(readEnvironment(folder, {})).toEqual({})
    writeFileSync(file, text.replaceAll(/^# ([A-Z0-9_]+=.+)$/gm, '$1'))
    expect(readSettings(readEnvironment(folder, {}))).toEqual(readSettings({}))
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('sets the corpus, and keeps a file that is there', async () => {
    const file = join(folder, '.env')
    await run('init', '--corpus', '/my notes', '--output', file)
    expect(readEnvironment(folder, {})).toEqual({ CORPUS: '/my notes' })
    const again = await run('init', '--output', file)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is there already, and is kept')])
  })
})

describe('doctor', () => {
  let taken: Server
  let reply: { status: number; body: object }
  let asked: (string | undefined)[]
  const url = () => `http://127.0.0.1:${(taken.address() as AddressInfo).port}`

  beforeEach(async () => {
    asked = []
    taken = createServer(({ url }, response) => {
      asked.push(url)
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
    })
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => taken.close())

  it('finds nothing wrong with a set-up that works', async () => {
    reply = { status: 200, body: { results: [{ url: 'https://example.org/water', title: 'Water' }] } }
    Object.assign(environment, { CORPUS: join(folder, 'docs'), SEARCH: 'corpus,searxng', SEARXNG_URL: url() })
    const { code, stdout } = await run('doctor', '--json')
    const results = JSON.parse(stdout) as { name: string; ok: boolean; detail: string }[]
    expect([code, results.filter(({ ok }) => !ok)]).toEqual([0, []])
    expect(results.find(({ name }) => name === 'corpus')?.detail).toMatch(/^1 file to read/)
    const searched = results.find(({ name }) => name === 'search')?.detail
    expect(searched).toBe('searches corpus, then searxng; searxng answers')
    expect(asked).toEqual(['/search?q=water&format=json&language=all'])
  })

  it.each([
    [200, { hits: { hits: [] } }, 'ok     search: searches opensearch; opensearch answers, and finds nothing'],
    [
      401,
      {},
      'answers 401: it rejects the key or the requested format. Set OPENSEARCH_API_KEY to a valid key, or take',
    ],
    [402, {}, 'answers 402: the plan is used up. Wait, or look at your plan, or take opensearch out of SEARCH.'],
    [200, {}, 'sent an unexpected response. Check the network and OPENSEARCH_URL, OPENSEARCH_INDEX, '],
  ])('searches once, and says what to do if a provider answers %i with %j', async (status, body, said) => {
    reply = { status, body }
    Object.assign(environment, { SEARCH: 'opensearch', OPENSEARCH_URL: url(), OPENSEARCH_INDEX: 'pages' })
    expect((await run('doctor')).stdout).toContain(said)
  })

  it.each([
    [200, { data: { title: 'Example', content: 'An example.' } }, /^ok {5}page reader: 127\.0\.0\.1:\d+ opens pages$/m],
    [
      401,
      {},
      /^wrong {2}page reader: \S+ answers with status 401\. Check PAGE_READER, PAGE_READER_URL and PAGE_READER_KEY\.$/m,
    ],
  ])('has the reader of pages open one, and says what to do if it answers %i', async (status, body, said) => {
    reply = { status, body }
    Object.assign(environment, { PAGE_READER: 'jina', PAGE_READER_URL: url(), CORPUS: join(folder, 'docs') })
    expect((await run('doctor')).stdout).toMatch(said)
    expect(asked).toEqual(['/https://example.com/'])
  })

  it('names each thing that is wrong, and what to do', async () => {
    mkdirSync(join(folder, 'empty'))
    const { port } = taken.address() as AddressInfo
    const server = `127.0.0.1:${port}`
    const closed = environment['PORT']
    environment = {
      ...environment,
      CORPUS: join(folder, 'empty'),
      PORT: String(port),
      LLM: 'openai-compatible',
      LLM_MODEL: 'small',
      LLM_BASE_URL: `http://127.0.0.1:${closed}/v1`,
      SMTP_URL: `smtp://127.0.0.1:${closed}`,
      MAIL_FROM: 'a@example.com',
      PUBLIC_URL: 'http://localhost',
      OPENSEARCH_URL: `http://${server}`,
      SEARCH: 'corpus,searxng',
      SEARXNG_URL: `http://127.0.0.1:${closed}`,
    }
    const { code, stdout, stderr } = await run('doctor')
    expect([code, stderr]).toEqual([1, 'Wrong: corpus, model, search, port, mail.\n'])
    expect(stdout).toMatch(/^wrong {2}corpus: CORPUS is .*empty.*Set it to a folder with documents, such as .*$/m)
    expect(stdout).toMatch(/^wrong {2}model: LLM_BASE_URL is .*: start that server, or set another address\.$/m)
    expect(stdout).toMatch(
      /^wrong {2}search: searxng cannot be reached\. Check the network and SEARXNG_URL, or take searxng out of SEARCH\.$/m,
    )
    expect(stdout).toMatch(/^wrong {2}port: PORT .* is in use\. Set PORT to a free port\.$/m)
    expect(stdout).toMatch(/^wrong {2}mail: SMTP_URL names .*, which cannot be reached \(ECONNREFUSED\)\. Start it/m)
    expect(stdout).toMatch(new RegExp(`^ok {5}OpenSearch: ${server} accepts connections$`, 'm'))
  })

  it('takes a port on which this service answers already for no fault', async () => {
    const { url } = await startTestService()
    const { hostname, port } = new URL(url)
    Object.assign(environment, { CORPUS: join(folder, 'docs'), PORT: port })
    const { code, stdout } = await run('doctor')
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(
        `ok     port: a deep-research service already answers on ${hostname}:${port}; another one beside it needs another PORT\n`,
      ),
    ])
  })

  it('finds before anything is opened that PostgreSQL needs a secret', async () => {
    environment['DATABASE_URL'] = 'postgres://ada@127.0.0.1:1/none'
    const missing = /^(?:wrong {2}settings: )?AUTH_SECRET is missing, but PostgreSQL needs it; set it to .*$/m
    expect((await run('doctor')).stdout).toMatch(missing)
    for (const words of [['config', 'check'], ['serve']])
      expect(await run(...words)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(missing) })
    // What works on the database alone needs none.
    expect((await run('account', 'list')).stderr).toMatch(/^The database at 127\.0\.0\.1:1 cannot be reached/)
  })

  it('says that no model is used where its name is set, but not LLM', async () => {
    Object.assign(environment, { CORPUS: join(folder, 'docs'), LLM_MODEL: 'llama', LLM_BASE_URL: 'http://127.0.0.1:1' })
    const told = 'no model is used, although LLM_MODEL, LLM_BASE_URL are set: set LLM to openai-compatible or anthropic'
    expect((await run('doctor')).stdout).toContain(`note   model: ${told}\n`)
    expect(await run('config', 'check')).toMatchObject({ code: 0, stderr: `Note: ${told}.\n` })
  })

  it('takes ~ in CORPUS for the home of the user, as a shell does', () => {
    const { corpus } = readSettings({ CORPUS: '~/notes,/srv/~/docs,~/more', AUTH_SECRET: 's'.repeat(32) })
    expect(corpus).toBe(`${homedir()}/notes,/srv/~/docs,${homedir()}/more`)
  })

  it('names what .env sets and nothing reads, and the setting that may be meant', async () => {
    writeFileSync(join(folder, '.env'), 'CORPSU=docs\nCORPUS=docs\nPOSTGRES_PASSWORD=geheim\nLLMFALLBACK=none\n')
    const told =
      '.env sets names that are no settings: CORPSU (is CORPUS meant?), LLMFALLBACK (is LLM_FALLBACK meant?), POSTGRES_PASSWORD'
    const doctor = await runIn(folder, ['doctor'], environment)
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining(`note   settings file: ${told}\n`)])
    const check = await runIn(folder, ['config', 'check'], environment)
    expect([check.code, check.stderr]).toEqual([0, `Note: ${told}.\n`])
    expect(doctor.stdout + check.stdout).not.toContain('geheim')
  })

  it('reads what a sign-in provider says about itself', async () => {
    const { issuer } = await startOidcProvider('http://localhost/sign-in/provider/callback')
    const given = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', OIDC_NAME: 'Ours', PUBLIC_URL: 'http://localhost' }
    Object.assign(environment, { CORPUS: join(folder, 'docs'), OIDC_ISSUER: issuer }, given)
    expect((await run('doctor')).stdout).toMatch(/^ok {5}sign-in provider: Ours answers$/m)
    environment['OIDC_ISSUER'] = `${issuer}/realms/none`
    expect((await run('doctor')).stdout).toMatch(
      /^wrong {2}sign-in provider: OIDC_ISSUER is .*none, which does not answer as a provider \(.+\)\. Set it to the issuer in/m,
    )
  })

  it('stops at settings that are wrong', async () => {
    environment['PORT'] = 'many'
    const { code, stdout } = await run('doctor')
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong {2}settings: PORT is "many"; set it to .*\n$/m)])
  })

  it('names each setting that is wrong or missing', async () => {
    const given = { PORT: 'many', ROLE: 'worker', LLM: 'anthropic', LLM_API_KEY: 'two words', SEARCH: 'tavily,exa' }
    Object.assign(environment, { ...given, SMTP_URL: 'smtp://localhost', OIDC_ISSUER: 'http://localhost' })
    const { code, stdout, stderr } = await run('doctor')
    expect([code, stderr]).toEqual([1, 'Wrong: settings.\n'])
    const wrong = [...stdout.matchAll(/^wrong {2}settings: (\w+) (is .+?);? .*set it to .+\.$/gm)]
    expect(wrong.map(([, name]) => name).toSorted()).toEqual(
      [
        ...['PORT', 'REDIS_URL', 'LLM_API_KEY', 'LLM_MODEL', 'TAVILY_API_KEY', 'EXA_API_KEY'],
        ...['MAIL_FROM', 'PUBLIC_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
      ].toSorted(),
    )
    expect(stdout.trim().split('\n')).toHaveLength(wrong.length + 1)
    expect(stdout).toContain('LLM_API_KEY is "***"; set it to a key without spaces.')
    const results = JSON.parse((await run('doctor', '--json')).stdout) as { ok: boolean }[]
    expect(results.filter(({ ok }) => !ok)).toHaveLength(wrong.length)
  })

  it('asks of no setting that is wrong what goes with it', async () => {
    Object.assign(environment, { ROLE: 'boss', LLM: 'oracle', SEARCH: 'nowhere', DATABASE_URL: 'x', VERIFY: 'llm' })
    const { stdout } = await run('doctor')
    const names = [...stdout.matchAll(/^wrong {2}settings: (\w+) is/gm)].map(([, name]) => name)
    expect(names.toSorted()).toEqual(['DATABASE_URL', 'LLM', 'ROLE', 'SEARCH'])
  })
})

describe('a Node that is too old', () => {
  it.each([
    ['20.20.2', true],
    ['22.17.1', true],
    ['22.18.0', false],
    ['24.0.0', false],
  ])('%s: refused is %s', (version, refused) => {
    const complaint = complainOfNode(version)
    expect(complaint === undefined).toBe(!refused)
    if (refused) expect(complaint).toContain(`22.18 or newer, and this is Node ${version}.`)
  })
})
