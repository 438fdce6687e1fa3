import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPasswordHasher } from '../../src/accounts/password.ts'
import { SESSION_FOR } from '../../src/accounts/sessions.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { run, start as startProcess, temporaryFolder } from '../support/command-line.ts'
import { startTestService, type TestServiceOptions } from '../support/service.ts'
import { createVisitor, PASSWORD, setUpByLink, signUp } from '../support/visitor.ts'

onBothDatabases('signing in', (createUrl) => {
  const start = async (environment: Record<string, string> = {}, options: TestServiceOptions = {}) => {
    const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
    const service = await startTestService({
      ...options,
      clock,
      environment: { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32), ...environment },
    })
    return { ...service, clock }
  }
  const signIn = (url: string, email: string, password: string) =>
    createVisitor(url).send('/sign-in', { email, password }, '/sign-in')

  it('takes a right password alone, however the address is written', async () => {
    const { url } = await start()
    await signUp(url, 'Ada@Example.com ')
    expect((await signIn(url, 'ada@example.com', PASSWORD)).status).toBe(303)
    expect((await signIn(url, ' ADA@example.com', PASSWORD)).status).toBe(303)
    const wrong = await signIn(url, 'ada@example.com', `${PASSWORD}x`)
    const nobody = await signIn(url, 'nobody@example.com', PASSWORD)
    expect([wrong.status, nobody.status]).toEqual([401, 401])
    const told = (text: string) => /role="alert">([^<]*)/.exec(text)?.[1]
    expect(told(wrong.text)).toBe(told(nobody.text))
  })

  it('signs in whoever makes an account, and makes none without an address, with a short password, or twice', async () => {
    const { url, manage } = await start()
    const visitor = createVisitor(url)
    const attempt = (email: string, password: string) => visitor.send('/sign-up', { email, password }, '/sign-up')
    expect((await attempt('nobody', PASSWORD)).text).toContain('Enter a valid email address.')
    expect((await attempt('ada@example.com', 'short')).text).toContain('10 to 200 characters')
    expect((await attempt('ada@example.com', 'x'.repeat(201))).status).toBe(400)
    expect((await attempt('operator@localhost', PASSWORD)).status).toBe(400)
    expect(await manage.listAccounts()).toHaveLength(1)
    await manage.createAccount('ada@example.com', 'pro')
    const taken = await attempt('ada@example.com', PASSWORD)
    const console = async () => (await visitor.get('/credits')).status
    expect(await console()).toBe(303)
    const free = await attempt('free@example.com', PASSWORD)
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/sign-in?done=taken&to=/start'])
    expect([free.status, free.headers.get('location')]).toEqual([303, '/start'])
    expect(await console()).toBe(200)
    expect((await signIn(url, 'ada@example.com', PASSWORD)).status).toBe(401)
    expect(await manage.listAccounts()).toHaveLength(3)
  })

  it('makes whoever fails wait, longer each time, and nobody else', async () => {
    const { url, clock } = await start({ TRUST_PROXY: '127.0.0.1' })
    await signUp(url, 'ada@example.com')
    await signUp(url, 'bob@example.com')
    const from = (ip: string, email: string, password: string) =>
      createVisitor(url, { 'x-forwarded-for': ip }).send('/sign-in', { email, password }, '/sign-in')
    const [thief, owner] = ['203.0.113.7', '198.51.100.1']
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await from(thief, 'ada@example.com', 'wrong wrong wrong')).status).toBe(401)
    }
    const refused = await from(thief, ' Ada@example.com', PASSWORD)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(refused.text).toContain('Too many attempts. Try again in 1.0 s.')
    // The owner, elsewhere, is not kept out; nor is the neighbour of whoever failed.
    expect((await from(owner, 'ada@example.com', PASSWORD)).status).toBe(303)
    expect((await from(thief, 'bob@example.com', PASSWORD)).status).toBe(303)
    clock.at += 1_000
    expect((await from(thief, 'ada@example.com', 'wrong wrong wrong')).status).toBe(401)
    expect((await from(thief, 'ada@example.com', PASSWORD)).headers.get('retry-after')).toBe('2')
    clock.at += 2_000
    expect((await from(thief, 'ada@example.com', PASSWORD)).status).toBe(303)
    expect((await from(thief, 'ada@example.com', 'wrong wrong wrong')).status).toBe(401)
  }, 30_000)

  it('a flood of tries of some callers keeps no other out', async () => {
    // A hash costs far more than a request, so that the queue is full however busy the machine is.
    const hasher = createPasswordHasher({ N: 2 ** 14, r: 8, p: 1 })
    const { url } = await start({ TRUST_PROXY: '127.0.0.1' }, { hasher })
    await signUp(url, 'ada@example.com')
    const tries: Promise<{ status: number }>[] = []
    for (const ip of ['203.0.113.7', '203.0.113.8', '203.0.113.9']) {
      const flood = createVisitor(url, { 'x-forwarded-for': ip })
      const _csrf = await flood.token('/sign-in')
      for (let index = 0; index < 45; index += 1) {
        tries.push(flood.post('/sign-in', { _csrf, email: `nobody${index}@example.com`, password: PASSWORD }))
      }
    }
    const owner = createVisitor(url, { 'x-forwarded-for': '198.51.100.1' })
    const answer = await owner.send('/sign-in', { email: 'ada@example.com', password: PASSWORD }, '/sign-in')
    expect(answer.status).toBe(303)
    const statuses = new Set((await Promise.all(tries)).map(({ status }) => status))
    expect(statuses).toEqual(new Set([401, 503]))
  }, 30_000)

  it('takes passwords by their characters, and refuses common ones', async () => {
    const { url } = await start()
    const attempt = (email: string, password: string) =>
      createVisitor(url).send('/sign-up', { email, password }, '/sign-up')
    const emoji = '🐢🌵🍩🚲🧊🪁🎻🧭'.repeat(15)
    expect((await attempt('emoji@example.com', emoji)).status).toBe(303)
    expect((await signIn(url, 'emoji@example.com', emoji)).status).toBe(303)
    expect((await signIn(url, 'emoji@example.com', [...emoji].slice(0, 100).join(''))).status).toBe(401)
    expect((await attempt('ada@example.com', '🐢🌵🍩🚲🧊')).text).toContain('10 to 200 characters')
    for (const password of ['password123', 'qwertyuiop', 'ada@example.com']) {
      expect((await attempt('ada@example.com', password)).text).toContain('too easy to guess')
    }
    const ada = await signUp(url, 'ada@example.com')
    const changed = await ada.send('/account/password', { current: PASSWORD, password: '1234567890' })
    expect([changed.status, changed.text]).toEqual([400, expect.stringContaining('too easy to guess')])
  })

  it('holds a session for two weeks without use, and anew with each use', async () => {
    const { url, clock } = await start()
    const ada = await signUp(url, 'ada@example.com')
    clock.at += SESSION_FOR - 1
    expect((await ada.get('/credits')).status).toBe(200)
    clock.at += SESSION_FOR - 1
    expect((await ada.get('/credits')).status).toBe(200)
    clock.at += SESSION_FOR
    expect((await ada.get('/credits')).headers.get('location')).toBe('/sign-in?to=%2Fcredits')
  })

  it('goes on to where it was asked from, and nowhere else', async () => {
    const { url } = await start()
    await signUp(url, 'ada@example.com')
    const place = async (to: string) => {
      const visitor = createVisitor(url)
      const answer = await visitor.send('/sign-in', { email: 'ada@example.com', password: PASSWORD, to }, '/sign-in')
      return answer.headers.get('location')
    }
    expect(await place('/usage?after=1.req_x')).toBe('/usage?after=1.req_x')
    for (const to of ['', '//evil.example', 'https://evil.example', '/\\evil.example', '/usagex', '/enter?token=x']) {
      expect(await place(to)).toBe('/credentials')
    }
    // What no header can hold as it is.
    expect(await place('/usage?after=\u2028é\r\nx: y')).toBe('/usage?after=%E2%80%A8%C3%A9x:%20y')
    expect(await place('/credentials/../enter?token=x')).toBe('/credentials')
    expect(await place('\u0000//evil.example/credentials')).toBe(null)
  })

  it('a new password closes every session; the old one must be known', async () => {
    const { url } = await start()
    const ada = await signUp(url, 'ada@example.com')
    const other = createVisitor(url)
    await other.send('/sign-in', { email: 'ada@example.com', password: PASSWORD }, '/sign-in')
    const next = 'another long password'
    const change = (fields: Record<string, string>) => ada.send('/account/password', fields)
    expect((await change({ current: 'wrong', password: next })).text).toContain('Your current password is not correct.')
    expect((await change({ current: PASSWORD, password: 'short' })).status).toBe(400)
    expect((await change({ current: PASSWORD, password: next })).headers.get('location')).toBe('/sign-in?done=password')
    expect((await other.get('/account')).status).toBe(303)
    expect((await signIn(url, 'ada@example.com', PASSWORD)).status).toBe(401)
    expect((await signIn(url, 'ada@example.com', next)).status).toBe(303)
  })

  it('closed, makes accounts by the command line alone', async () => {
    const { url, manage } = await start({ SIGN_UP: 'closed' })
    const visitor = createVisitor(url)
    expect((await visitor.get('/sign-up')).text).toContain('On this service, accounts are created by the operator.')
    expect((await visitor.get('/sign-in')).text).not.toContain('/sign-up')
    const answer = await visitor.send('/sign-up', { email: 'ada@example.com', password: PASSWORD }, '/sign-in')
    expect(answer.status).toBe(403)
    expect(await manage.listAccounts()).toHaveLength(1)
  })

  it('an operator sets tiers, adds credits and cancels; no longer one, sees nothing of it', async () => {
    const { url, manage, engine, join: joinWith } = await start()
    const ada = await signUp(url, 'ada@example.com')
    await manage.setOperator('ada@example.com', true)
    const { account, key } = await joinWith('free')
    const act = (name: string, fields: Record<string, string>, confirm = 'user1@example.com') =>
      ada.send(`/operator/accounts/${account}/${name}`, { reason: 'agreed by phone', confirm, ...fields })
    expect((await act('tier', { tier: 'scale' })).status).toBe(303)
    expect((await act('tier', { tier: 'emperor' })).status).toBe(400)
    expect((await act('add-credits', { credits: '70' })).status).toBe(303)
    for (const credits of ['0', '-5', '1.5', 'all', '99999999999']) {
      expect((await act('add-credits', { credits })).status).toBe(400)
    }
    expect(await manage.showCredits(account)).toMatchObject({ account: { tier: 'scale' }, free: 300, added: 70 })
    const response = await fetch(`${url}/v1/research`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'wait' }),
    })
    const running = await engine.nextRun()
    const id = response.headers.get('x-request-id') ?? ''
    expect((await ada.get('/operator')).text).toContain(id)
    expect((await act(`requests/${id}`, {})).status).toBe(303)
    await running.left
    await response.text()
    await manage.setOperator('ada@example.com', false)
    expect((await ada.get('/operator')).status).toBe(404)
    expect((await ada.get('/credits')).text).not.toContain('Operator')
  })
})

it('keeps the secret that it makes beside SQLite, for its owner alone', async () => {
  const folder = temporaryFolder()
  const first = startProcess(folder, ['serve'], { PORT: '0' })
  const printed = await first.printed('key create')
  const link = /http:\S+enter\S+/.exec(printed)?.[0] ?? ''
  const file = join(folder, '.data/deep-research.db.auth-secret')
  const secret = readFileSync(file, 'utf8')
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const visitor = createVisitor(new URL(link).origin)
  await setUpByLink(visitor, link, 'owner@example.com')
  first.child.kill('SIGTERM')
  await first.ended

  const { stdout, code } = await run(folder, ['account', 'link', 'owner@example.com'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/enter\?token=[\w-]{43}\n$/)])

  // The session holds over a restart, with the same secret.
  const second = startProcess(folder, ['serve'], { PORT: '0' })
  const again = await second.printed('is listening on')
  expect(again).not.toContain('/enter')
  const later = createVisitor(/http:\S+/.exec(again)?.[0] ?? '')
  for (const [name, value] of visitor.cookies) later.cookies.set(name, value)
  expect((await later.get('/credentials')).status).toBe(200)
  expect(readFileSync(file, 'utf8')).toBe(secret)
})

it('with PostgreSQL, says what is missing before anything is opened', async () => {
  const folder = temporaryFolder()
  const { code, stderr } = await run(folder, ['serve'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^AUTH_SECRET is missing, but PostgreSQL needs it; set it to .*\n$/),
  ])
  expect(existsSync(join(folder, '.data'))).toBe(false)
  const short = await run(folder, ['config', 'check'], { AUTH_SECRET: 'short' })
  expect(short.stderr).toBe(
    'AUTH_SECRET is "***"; set it to at least 32 characters that nobody can guess, such as the output of openssl rand -hex 32.\n',
  )
  const masked = await run(folder, ['config', 'check'], { AUTH_SECRET: 'x'.repeat(40) })
  expect(masked.stdout).not.toContain('xx')
})
