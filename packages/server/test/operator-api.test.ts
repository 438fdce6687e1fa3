import { expect, it } from 'vitest'
import { silentLog } from '../src/kernel/log.ts'
import { onBothDatabases } from './support/both-databases.ts'
import { runInProcess } from './support/command-line.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'
import { storedRows } from './support/stored-rows.ts'
import { signUp } from './support/visitor.ts'

const ALL = [
  ...['accounts:read', 'accounts:write', 'keys:read', 'keys:revoke', 'credits:read', 'credits:grant'],
  ...['usage:read', 'requests:read', 'audit:read'],
]
const DAY = 86_400_000
const QUESTION = 'a question that only its owner may see'

interface Told {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks into.
  json: any
}

/** A service, its operator in a browser, and what calls of the API are answered with. */
async function open(createUrl: () => Promise<string>) {
  const clock = { at: Date.UTC(2026, 2, 20, 12), now: () => clock.at }
  const errors: string[] = []
  const url = await createUrl()
  const service = await startTestService({
    engine: createScriptedEngine((run) => run.complete()),
    environment: { DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) },
    clock,
    log: { ...silentLog, error: (_facts, message) => void errors.push(message) },
  })
  const operator = await signUp(service.url, 'op@example.com')
  await service.manage.setOperator('op@example.com', true)
  const makeKey = async (scopes = ALL, days = '30') => {
    const form = new URLSearchParams({ name: 'billing', days, _csrf: await operator.token('/operator/keys') })
    for (const scope of scopes) form.append('scope', scope)
    const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await fetch(`${service.url}/operator/keys`, { method: 'POST', body: form, headers: { cookie } })
    return /dr_operator_\w+/.exec(await page.text())?.[0] ?? ''
  }
  const call = async (key: string, line: string, body?: unknown, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const response = await fetch(`${service.url}/operator/v1${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json } satisfies Told
  }
  return { ...service, databaseUrl: url, clock, errors, operator, makeKey, call }
}

onBothDatabases('the operator’s API', (createUrl) => {
  it('manages accounts, keys and credits, and each call is in the audit trail as the key’s', async () => {
    const { post, makeKey, call, manage, errors } = await open(createUrl)
    const key = await makeKey()
    const created = await call(key, 'POST /accounts', { email: 'Eve@example.com', tier: 'pro' })
    expect([created.status, created.json]).toMatchObject([201, { email: 'eve@example.com', tier: 'pro' }])
    const { id } = created.json
    expect((await call(key, 'POST /accounts', { email: 'eve@example.com' })).status).toBe(400)
    expect((await call(key, `PATCH /accounts/${id}`, { tier: 'scale', spending_limit: 10 })).json).toMatchObject({
      tier: 'scale',
      spending_limit: 10,
    })
    const { key: secret, id: keyId } = await manage.createKey(id)
    const ten = await post(secret, ask())
    await ten.text()
    const over = await post(secret, ask())
    expect([ten.status, over.status, await over.text()]).toEqual([200, 402, expect.stringContaining('spending limit')])
    expect((await call(key, `PATCH /accounts/${id}`, { spending_limit: null })).json.spending_limit).toBeUndefined()
    await (await post(secret, ask())).text()

    expect((await call(key, `POST /accounts/${id}/suspend`, { reason: 'misuse' })).json.suspended_at).toBeDefined()
    expect((await post(secret, ask())).status).toBe(401)
    await call(key, `POST /accounts/eve@example.com/reinstate`)
    const keys = await call(key, `GET /accounts/${id}/keys`)
    expect(keys.json.keys).toMatchObject([{ id: keyId, last4: secret.slice(-4) }])
    expect(keys.text).not.toContain(secret)
    expect((await call(key, `POST /keys/${keyId}/revoke`)).json.revoked_at).toBeDefined()
    expect((await post(secret, ask())).status).toBe(401)
    const list = await call(key, 'GET /accounts?search=eve&limit=1')
    expect(list.json.accounts).toMatchObject([{ id, credits: { free: 280, added: 0, balance: 280 } }])

    const audit = await call(key, `GET /audit?account=${id}`)
    const changes = audit.json.events.map(({ kind, actor }: Record<string, string>) => `${actor} ${kind}`)
    expect(changes.toSorted()).toEqual([
      ...['operator_key account_created', 'operator_key account_reinstated', 'operator_key account_suspended'],
      ...['operator_key key_revoked', 'operator_key spending_limit_set', 'operator_key spending_limit_set'],
      ...['operator_key tier_set', 'program key_created'],
    ])
    const reads = (await call(key, 'GET /audit?limit=200')).json.events
    const read = reads.filter(({ kind }: { kind: string }) => kind === 'operator_api_read')
    expect(read.map(({ detail }: { detail: { call: string } }) => detail.call).toSorted()).toEqual([
      ...['GET /accounts', 'GET /accounts/:account/keys', 'GET /audit'],
    ])
    expect(errors).toEqual([])
  })

  it('grants once under one name, however often and at once it is asked', async () => {
    const { makeKey, call, manage } = await open(createUrl)
    const key = await makeKey(['credits:grant', 'credits:read'])
    const { id } = await manage.createAccount('eve@example.com', 'free')
    await manage.createAccount('ada@example.com', 'free')
    const grant = (account: string, credits: number, reason = 'payment 17') =>
      call(key, `POST /accounts/${account}/credits`, { credits, reason }, { 'idempotency-key': 'payment-17' })
    const told = await Promise.all(Array.from({ length: 8 }, () => grant(id, 500)))
    expect(told.map(({ status, json }) => [status, json.added])).toEqual(told.map(() => [200, 500]))
    expect((await grant('eve@example.com', 500)).json).toMatchObject({ account_id: id, balance: 800 })
    for (const other of [grant(id, 501), grant(id, 500, 'another'), grant('ada@example.com', 500)]) {
      expect(await other).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } } })
    }
    expect((await call(key, `POST /accounts/${id}/credits`, { credits: 5, reason: 'x' })).text).toContain(
      'Idempotency-Key',
    )
    for (const credits of [0, -5, 1.5, '7', 2_000_000_000, undefined]) {
      const wrong = await call(
        key,
        `POST /accounts/${id}/credits`,
        { credits, reason: 'x' },
        { 'idempotency-key': 'b' },
      )
      if (credits === '7') expect(wrong.status).toBe(200)
      else expect([credits, wrong.status, wrong.text]).toEqual([credits, 400, expect.stringContaining('credits')])
    }
    expect(await manage.showCredits('ada@example.com')).toMatchObject({ added: 0 })
    expect(await manage.showCredits(id)).toMatchObject({ added: 507 })
  })

  it('tells usage and requests of all accounts, as JSON and CSV, and never a question', async () => {
    const { post, makeKey, call, manage, clock } = await open(createUrl)
    const key = await makeKey()
    const ids: string[] = []
    for (const email of ['eve@example.com', 'ada@example.com']) {
      const { id } = await manage.createAccount(email, 'pro')
      const { key: secret } = await manage.createKey(id)
      for (const request_id of ['order-1', 'order-2']) {
        const body = ask({ query: QUESTION, request_id, metadata: { team: `=${email}` } })
        await (await post(secret, body)).text()
        clock.at += DAY
      }
      ids.push(id)
    }
    const usage = await call(key, 'GET /usage?from=2026-03-01')
    expect(usage.json.usage).toMatchObject([
      { day: '2026-03-20', account_id: ids[0], requests: 1, credits: 10, reasoning_level: 'low' },
      { day: '2026-03-21', account_id: ids[0] },
      { day: '2026-03-22', account_id: ids[1] },
      { day: '2026-03-23', account_id: ids[1] },
    ])
    const asCsv = await call(key, 'GET /usage?from=2026-03-21&before=2026-03-22&format=csv')
    expect(asCsv.headers.get('content-type')).toContain('text/csv')
    expect(asCsv.text.split('\r\n')).toEqual([
      'day,account_id,key_id,reasoning_level,requests,credits',
      expect.stringMatching(/^2026-03-21,acct_\w+,key_\w+,low,1,10$/),
      '',
    ])
    const first = await call(key, 'GET /requests?limit=3')
    const rest = await call(key, `GET /requests?limit=3&after=${first.json.next}`)
    expect([first.json.requests.length, rest.json.requests.length, rest.json.next]).toEqual([3, 1, undefined])
    const found = await call(key, 'GET /requests?id=order-2&account=ada@example.com')
    expect(found.json.requests).toMatchObject([
      { account_id: ids[1], client_request_id: 'order-2', status: 'completed' },
    ])
    const byId = await call(key, `GET /requests?id=${found.json.requests[0].request_id}`)
    expect(byId.json.requests).toHaveLength(1)
    expect((await call(key, 'GET /requests?metadata=EVE@')).json.requests).toHaveLength(2)
    expect((await call(key, 'GET /requests?metadata=%25')).json.requests).toEqual([])
    const lines = await call(key, 'GET /requests?format=csv&limit=1')
    expect(lines.headers.get('x-next-after')).toBeTruthy()
    const audit = await call(key, 'GET /audit?format=csv')
    for (const { text } of [usage, asCsv, first, rest, lines, audit]) expect(text).not.toContain('only its owner')
    for (const path of ['/usage?from=x', '/usage?from=2020-01-01', '/requests?limit=0', '/requests?status=gone']) {
      expect([path, (await call(key, `GET ${path}`)).status]).toEqual([path, 400])
    }
    for (const path of ['/requests?id=%00', '/accounts/%00', '/usage?account=%00', '/audit?after=%00']) {
      expect([path, (await call(key, `GET ${path}`)).status]).toEqual([path, 400])
    }
  })

  it('lets in nobody without a key that is valid and may do it', async () => {
    const { url, makeKey, call, manage, clock, join, operator, databaseUrl, errors } = await open(createUrl)
    const { key: researchKey, account } = await join()
    const calls = [
      ...['GET /accounts', 'POST /accounts', `GET /accounts/${account}`, `PATCH /accounts/${account}`],
      ...[`POST /accounts/${account}/suspend`, `POST /accounts/${account}/reinstate`, `GET /accounts/${account}/keys`],
      ...['POST /keys/key_1/revoke', `GET /accounts/${account}/credits`, `POST /accounts/${account}/credits`],
      ...['GET /usage', 'GET /requests', 'GET /audit'],
    ]
    const refusedBy = async (key: string, status: number) => {
      for (const line of calls) {
        const body = line.startsWith('GET')
          ? undefined
          : { email: 'x@example.com', credits: 5, reason: 'r', tier: 'pro' }
        const told = await call(key, line, body, { 'idempotency-key': 'n' })
        expect([line, told.status]).toEqual([line, status])
      }
    }
    const key = await makeKey(['usage:read'])
    const tampered = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
    for (const wrong of ['', researchKey, tampered, 'x'.repeat(10_000)]) await refusedBy(wrong, 401)
    // What a browser holds opens nothing here.
    const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await fetch(`${url}/operator/v1/accounts`, { headers: { cookie } })).status).toBe(401)
    expect((await fetch(`${url}/v1/research/req_${'0'.repeat(32)}`, { headers: { 'x-api-key': key } })).status).toBe(
      401,
    )
    expect((await call(key, 'GET /usage')).status).toBe(200)
    for (const line of calls.filter((line) => line !== 'GET /usage')) {
      const told = await call(key, line, line.startsWith('GET') ? undefined : {}, { 'idempotency-key': 'n' })
      expect([line, told.status, told.json.error.code]).toEqual([line, 403, 'INSUFFICIENT_SCOPE'])
    }
    const form = await fetch(`${url}/operator/v1/accounts/${account}/suspend`, {
      method: 'POST',
      headers: { 'x-api-key': await makeKey(), 'content-type': 'text/plain' },
      body: '{"reason":"x"}',
    })
    expect(form.status).toBe(400)

    const fresh = await makeKey(ALL)
    expect((await call(fresh, 'GET /usage')).status).toBe(200)
    await manage.setOperator('op@example.com', false)
    await refusedBy(fresh, 401)
    await manage.setOperator('op@example.com', true)
    expect((await call(fresh, 'GET /usage')).status).toBe(200)
    const { text: page } = await operator.get('/operator/keys')
    const [revoke = ''] = /\/operator\/keys\/\w+\/revoke/.exec(page.slice(page.indexOf(`…${fresh.slice(-4)}`))) ?? []
    expect((await operator.send(revoke, {}, '/operator/keys')).status).toBe(303)
    await refusedBy(fresh, 401)
    expect((await operator.post(revoke, {})).status).toBe(403)
    const rows = JSON.stringify(await storedRows(databaseUrl))
    for (const secret of [key, fresh]) expect(rows).not.toContain(secret)
    expect((await call(fresh, 'GET /nothing')).status).toBe(404)
    clock.at += 31 * DAY
    await refusedBy(key, 401)
    expect(errors).toEqual([])
  })

  it('limits how often a key calls, and makes no key without a name, a right or an end', async () => {
    const { makeKey, call, operator } = await open(createUrl)
    const key = await makeKey(['usage:read'])
    let told = await call(key, 'GET /accounts')
    for (let count = 0; count < 600; count += 1) told = await call(key, 'GET /accounts')
    expect([told.status, told.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await makeKey([])).toBe('')
    expect(await makeKey(ALL, '400')).toBe('')
    expect(await makeKey(['everything'])).toBe('')
    expect((await operator.get('/operator/keys')).text.match(/dr_operator_…/g)).toHaveLength(1)
  })
})

onBothDatabases('the command line with --url', (createUrl) => {
  it('does with a key what it does with the database, and no more than that key may', async () => {
    const { url, makeKey, manage } = await open(createUrl)
    const run = async (key: string, ...words: string[]) => {
      const environment = { DEEP_RESEARCH_OPERATOR_KEY: key, DATABASE_URL: 'sqlite:/nowhere/none.db' }
      const context = { stop: new AbortController().signal }
      const ran = await runInProcess([...words, '--url', `${url}/`, '--json'], environment, context)
      return { ...ran, told: ran.code === 0 ? JSON.parse(ran.stdout) : undefined }
    }
    const key = await makeKey()
    const created = await run(key, 'account', 'create', '--email', 'eve@example.com')
    expect(created.told).toMatchObject({ email: 'eve@example.com', tier: 'free' })
    const { key: secret, id: keyId } = await manage.createKey('eve@example.com')
    expect((await run(key, 'account', 'tier', 'eve@example.com', 'scale')).told).toMatchObject({ tier: 'scale' })
    const twice = ['credits', 'grant', 'eve@example.com', '50', '--reason', 'payment 3', '--once', 'payment-3']
    for (const ran of [await run(key, ...twice), await run(key, ...twice)]) {
      expect(ran.told).toMatchObject({ added: 50, balance: 350 })
    }
    const keys = await run(key, 'key', 'list', 'eve@example.com')
    expect(keys.told).toMatchObject([{ id: keyId, last4: secret.slice(-4), revoked_at: null }])
    expect((await run(key, 'key', 'revoke', keyId)).told.revoked_at).not.toBeNull()
    expect((await run(key, 'account', 'suspend', 'eve@example.com')).told.suspended_at).not.toBeNull()
    expect((await run(key, 'account', 'list')).told).toHaveLength(3)
    const refused = [
      [await run(key, 'account', 'operator', 'eve@example.com'), 'without --url'],
      [await run(key, 'credits', 'show', 'nobody@example.com'), 'no such account'],
      [await run(await makeKey(['usage:read']), 'account', 'list'), 'lacks the scope accounts:read'],
      [await run('', 'account', 'list'), 'DEEP_RESEARCH_OPERATOR_KEY is missing'],
      [await run('dr_operator_no', 'account', 'list'), 'invalid operator key'],
    ] as const
    for (const [ran, said] of refused) expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(said)])
  })
})
