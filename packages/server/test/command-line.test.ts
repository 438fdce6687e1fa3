import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../src/config.ts'
import { run, runInProcess, start, temporaryFolder } from './support/command-line.ts'
import { ask } from './support/service.ts'
import { readStream } from './support/stream.ts'

const json = async (folder: string, ...words: string[]) => {
  const { code, stdout, stderr } = await run(folder, [...words, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('accounts, keys and credits', () => {
  it('are printed as JSON in the documented shapes', async () => {
    const folder = temporaryFolder()
    const account = await json(folder, 'account', 'create', '--email', 'Ada@Example.com', '--tier', 'pro')
    expect(account).toEqual({
      id: expect.stringMatching(/^acct_/),
      email: 'ada@example.com',
      tier: 'pro',
      registered_at: time,
    })
    expect(await json(folder, 'account', 'list')).toEqual([account])
    expect(await json(folder, 'account', 'tier', account.id, 'scale')).toEqual({ ...account, tier: 'scale' })
    const credits = { account: account.id, balance: 300, free: 300, added: 0, next_renewal: time }
    expect(await json(folder, 'credits', 'show', 'ada@example.com')).toEqual(credits)
    expect(await json(folder, 'credits', 'grant', account.id, '45')).toEqual({ ...credits, balance: 345, added: 45 })
    const key = await json(folder, 'key', 'create', account.id, '--name', 'laptop')
    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^dr_live_[0-9A-Za-z]{49}$/),
      created_at: time,
    })
    const rolled = await json(folder, 'key', 'roll', key.id)
    expect(rolled.key).not.toBe(key.key)
    const listed = await json(folder, 'key', 'list', account.id)
    const shown = { name: 'laptop', created_at: time, last_used_at: null }
    expect(listed).toEqual([
      { ...shown, id: key.id, last4: key.key.slice(-4), revoked_at: time },
      { ...shown, id: rolled.id, last4: rolled.key.slice(-4), revoked_at: null },
    ])
    expect(await json(folder, 'key', 'revoke', rolled.id)).toEqual({ ...listed[1], revoked_at: time })
  })

  it('an account is suspended, and reinstated, once each', async () => {
    const environment = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'test.db')}` }
    const account = (...words: string[]) => runInProcess(['account', ...words], environment)
    await account('create', '--email', 'ada@example.com')
    const suspended = await account('suspend', 'ada@example.com', '--reason', 'unpaid', '--json')
    expect(JSON.parse(suspended.stdout)).toMatchObject({ email: 'ada@example.com', suspended_at: time })
    const again = await account('suspend', 'ada@example.com')
    expect([again.code, again.stderr]).toEqual([1, 'ada@example.com is already suspended.\n'])
    expect(JSON.parse((await account('reinstate', 'ada@example.com', '--json')).stdout).suspended_at).toBeNull()
  })

  it('are printed as tables for people, the key once', async () => {
    const folder = temporaryFolder()
    await run(folder, ['account', 'create', '--email', 'ada@example.com'])
    const made = await run(folder, ['key', 'create', 'ada@example.com'])
    expect(made.stdout).toMatch(/^dr_live_\S+\n$/)
    expect(made.stderr).toMatch(/^The key key_\S+ is shown only this once\./)
    const [key = ''] = /dr_live_\S+/.exec(made.stdout) ?? []
    const listed = await run(folder, ['key', 'list', 'ada@example.com'])
    expect(listed.stdout).not.toContain(key)
    expect(listed.stdout).toContain(key.slice(-4))
  })
})

describe('exit codes', () => {
  it.each([
    [2, ['nonsense'], /unknown command/],
    [2, ['account', 'create'], /--email/],
    [2, ['account', 'create', '--email', 'a@b.c', '--tier', 'gold'], /free, pro, scale/],
    [2, ['credits', 'grant', 'a@b.c', 'many'], /whole number/],
    [2, ['serve', '--colour'], /unknown option/],
    [2, ['serve', '--port', 'http'], /from 0 to 65535[\s\S]*serve --help/],
    [1, ['key', 'create', 'nobody@example.com'], /There is no account "nobody@example.com"/],
    [1, ['key', 'roll', 'key_1'], /There is no key "key_1"/],
    [1, ['account', 'create', '--email', 'nobody'], /not an email address/],
  ])('%i for %j', async (code, words, message) => {
    const ran = await runInProcess(words)
    expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
    expect(ran.stderr).not.toMatch(/ {4}at /)
  })

  it('0 for help', async () => {
    expect(await runInProcess(['--help'])).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('settings', () => {
  it('come from the environment, then from .env, and are checked', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.env'), 'PORT=1234\nHOST=::1\nLOG_LEVEL=warn\n')
    const environment = readEnvironment(folder, { PORT: '4321' })
    const checked = await runInProcess(['config', 'check', '--json'], environment)
    expect(JSON.parse(checked.stdout)).toMatchObject({ PORT: '4321', HOST: '::1', LOG_LEVEL: 'warn' })
  })

  it.each([
    ['LOG_LEVEL', 'loud', 'set it to one of trace, debug, info, warn, error, fatal, silent.'],
    ['PORT', '65536', 'set it to a port from 0 to 65535.'],
    ['PORT', '80 80', 'set it to a port from 0 to 65535.'],
    ['RESEARCH_TIMEOUT_MS', '0', 'set it to a number of milliseconds from 1 to 2147483647.'],
    ['DATABASE_URL', 'mysql://a:***@b/c', 'set it to sqlite:<path> or postgres://user:password@host/database.'],
    ['CORPUS_BASE_URL', 'https://ada:***@host/docs', 'set it to an http or https URL without a user name, "?" or "#".'],
    ['DATABASE_URL', 'host=db password=***', 'set it to sqlite:<path> or postgres://user:password@host/database.'],
  ])('%s=%s stops the start with one line', async (name, value, takes) => {
    const ran = await runInProcess(['serve'], { [name]: value.replace('***', 'secret') })
    expect(ran).toEqual({ code: 1, stdout: '', stderr: `${name} is ${JSON.stringify(value)}; ${takes}\n` })
  })

  it('are printed with what is secret masked', async () => {
    const environment = {
      DATABASE_URL: 'postgres://ada:secret@db/main',
      AUTH_SECRET: 's'.repeat(32),
      CORPUS: 'a, b.jsonl',
    }
    const { stdout } = await runInProcess(['config', 'check'], environment)
    expect(stdout).toMatch(/DATABASE_URL +postgres:\/\/ada:\*\*\*@db\/main\n/)
    expect(stdout).not.toContain('secret')
  })

  it('that name a taken port stop the start with one line', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const ran = await run(temporaryFolder(), ['serve'], { PORT: String(port) })
    server.close()
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr: `PORT ${port} on 127.0.0.1 is in use. Set PORT to a free port.\n`,
    })
  })
})

describe('serve', () => {
  it('answers with a key made beside it, logs neither key nor query nor metadata, and ends at SIGTERM', async () => {
    const folder = temporaryFolder()
    const service = start(folder, ['serve'], { PORT: '0' })
    const printed = await service.printed('key create')
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
    await run(folder, ['account', 'create', '--email', 'ada@example.com'])
    const { key } = await json(folder, 'key', 'create', 'ada@example.com')
    const post = (body: object, headers = {}) =>
      fetch(`${url}/v1/research`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
        body: JSON.stringify(body),
      })
    const { data } = await readStream(await post(ask({ query: 'secret question', metadata: { team: 'secret value' } })))
    expect(data.at(-1)).toBe('[DONE]')
    await post({ query: 5 }, { 'x-api-key': `${key}x` })
    const waiting = await post(ask({ query: 'wait' }))
    const begun = performance.now()
    service.child.kill('SIGTERM')
    expect(await waiting.text()).toContain('SERVER_SHUTTING_DOWN')
    const ended = await service.ended
    expect(ended.code).toBe(0)
    expect(performance.now() - begun).toBeLessThan(5_000)
    const lines = ended.stderr.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')).toMatchObject([
      { status: 200, route: '/v1/research' },
      { status: 401 },
      { status: 200 },
    ])
    expect(ended.stdout + ended.stderr).not.toMatch(new RegExp(`${key.slice(8, 40)}|secret`))
    expect((await json(folder, 'credits', 'show', 'ada@example.com')).balance).toBe(290)
  })

  it('settles and refunds at its next start what a killed process left running', async () => {
    const folder = temporaryFolder()
    const first = start(folder, ['serve'], { PORT: '0' })
    const url = /http:\S+/.exec(await first.printed('key create'))?.[0] ?? ''
    await run(folder, ['account', 'create', '--email', 'ada@example.com'])
    const { key } = await json(folder, 'key', 'create', 'ada@example.com')
    const response = await fetch(`${url}/v1/research`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(ask({ query: 'wait' })),
    })
    expect(response.status).toBe(200)
    expect((await json(folder, 'credits', 'show', 'ada@example.com')).balance).toBe(290)
    first.child.kill('SIGKILL')
    await first.ended
    const second = start(folder, ['serve'], { PORT: '0' })
    await second.printed('is listening')
    expect((await json(folder, 'credits', 'show', 'ada@example.com')).balance).toBe(300)
  })
})

describe('output', () => {
  it('that is longer than a pipe holds arrives whole', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.env'), `CORPUS=${'x'.repeat(2_000_000)}\n`)
    const { code, stdout } = await run(folder, ['config', 'check', '--json'])
    expect([code, JSON.parse(stdout).CORPUS.length]).toEqual([0, 2_000_000])
  })
})
