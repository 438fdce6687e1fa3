import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { ask, startTestService } from '../support/service.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { createVisitor, PASSWORD, setUpByLink, signUp, type TestVisitor } from '../support/visitor.ts'

onBothDatabases('who may', (createUrl) => {
  const start = async (more: Record<string, string> = {}, fresh = false) => {
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32), ...more }
    const clock = { at: Date.UTC(2026, 2, 20, 12), now: () => clock.at }
    const engine = createScriptedEngine((run) => run.complete())
    const service = await startTestService({ engine, environment, clock, fresh })
    const asOperator = async () => {
      const operator = await signUp(service.url, 'op@example.com')
      await service.manage.setOperator('op@example.com', true)
      return operator
    }
    return { ...service, clock, asOperator }
  }
  const follow = (visitor: TestVisitor, link: string, fields: Record<string, string>) => {
    const { pathname, search, searchParams } = new URL(link)
    return visitor.send('/enter', { token: searchParams.get('token') ?? '', ...fields }, `${pathname}${search}`)
  }

  const isUsedUp = async (url: string, link: string) => {
    const { pathname, search } = new URL(link)
    return (await createVisitor(url).get(`${pathname}${search}`)).status === 410
  }

  it('sign up: nobody before there is an operator, also where the command line made accounts', async () => {
    const { url, manage, firstLink = '' } = await start({}, true)
    await manage.createAccount('ada@example.com', 'free')
    const eve = createVisitor(url)
    expect((await eve.get('/sign-up')).status).toBe(403)
    expect((await eve.post('/sign-up', { email: 'eve@example.com', password: PASSWORD })).status).toBe(403)
    await setUpByLink(createVisitor(url), firstLink, 'op@example.com')
    expect((await eve.get('/sign-up')).status).toBe(200)
    expect(await isUsedUp(url, firstLink)).toBe(true)
  })

  it('sign up by mail: only addresses of the domains, but whoever is invited', async () => {
    const sink = await startSmtpSink()
    const mail = { SMTP_URL: sink.url, MAIL_FROM: 'a@example.com', PUBLIC_URL: 'http://research.example.com' }
    const { url, manage, clock } = await start({ ...mail, SIGN_UP_DOMAINS: 'Example.com, reef.example.org' })
    const visitor = createVisitor(url)
    for (const email of ['eve@evil.com', 'eve@sub.example.com', 'eve@example.com.evil.org']) {
      const refused = await visitor.send('/sign-up', { email }, '/sign-up')
      expect([email, refused.status, refused.text]).toEqual([email, 403, expect.stringContaining('reef.example.org')])
    }
    expect((await visitor.send('/sign-up', { email: 'Op@EXAMPLE.com' }, '/sign-up')).text).toContain('Check your mail')
    const { link } = await sink.next()
    expect((await follow(visitor, link, { password: PASSWORD })).status).toBe(303)
    await visitor.send('/sign-in', { email: 'op@example.com', password: PASSWORD }, '/sign-in')
    expect((await visitor.get('/operator/invite')).status).toBe(404)
    await manage.setOperator('op@example.com', true)
    const wrong = await visitor.send('/operator/invite', { email: 'op@example.com' }, '/operator/invite')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('already has an account')])
    const unforged = await visitor.post('/operator/invite', { email: 'eve@evil.com' })
    expect(unforged.status).toBe(403)
    expect((await visitor.send('/operator/invite', { email: 'Eve@evil.com' }, '/operator/invite')).status).toBe(303)
    const invitation = await sink.next()
    expect(invitation.to).toEqual(['eve@evil.com'])
    const { link: invited } = invitation
    clock.at += 6 * 86_400_000
    expect((await follow(createVisitor(url), invited, { password: PASSWORD })).status).toBe(303)
    expect(await isUsedUp(url, invited)).toBe(true)
    expect((await manage.listAccounts()).map(({ email }) => email)).toContain('eve@evil.com')
  })

  it('be invited where no mail is sent and sign-up is closed: by a link that is shown once', async () => {
    const DATABASE_URL = await createUrl()
    const open = await start({ DATABASE_URL })
    const { cookies } = await open.asOperator()
    await open.close()
    const { url, manage } = await start({ DATABASE_URL, SIGN_UP: 'closed' })
    const operator = createVisitor(url)
    for (const [name, value] of cookies) operator.cookies.set(name, value)
    const { text } = await operator.send('/operator/invite', { email: 'eve@example.com' }, '/operator/invite')
    const [link = ''] = /http\S+\/enter\?token=[\w-]+/.exec(text) ?? []
    expect((await follow(createVisitor(url), link, { password: PASSWORD })).status).toBe(303)
    expect(await manage.showCredits('eve@example.com')).toMatchObject({ free: 300 })
  })

  it('use a key: to ask, to read, or both, also after it was rolled', async () => {
    const { url, post, manage } = await start()
    const ada = await signUp(url, 'ada@example.com')
    const { key, id } = await manage.createKey('ada@example.com')
    const whole = await post(key, ask())
    await whole.text()
    const request = whole.headers.get('x-request-id') ?? ''
    const scope = async (scopes: string[]) => {
      const _csrf = await ada.token(`/credentials/${id}`)
      const form = new URLSearchParams({ name: 'laptop', lastDay: '', budget: '', scoped: 'yes', _csrf })
      for (const one of scopes) form.append('scope', one)
      const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const init = { method: 'POST', body: form, headers: { cookie }, redirect: 'manual' } as const
      return (await fetch(`${url}/credentials/${id}`, init)).status
    }
    const tried = async (with_: string) => {
      const headers = { 'x-api-key': with_ }
      const one = async (response: Promise<Response>) => {
        const { status, text } = await response.then(async (told) => ({ status: told.status, text: await told.text() }))
        if (status === 401) expect(text).toContain('This key may not')
        return status
      }
      const retrieve = `${url}/v1/research/${request}`
      return {
        ask: await one(post(with_, ask())),
        resume: await one(post(with_, ask(), { headers: { 'x-research-resume': request } })),
        read: await one(fetch(retrieve, { headers })),
        cancel: await one(fetch(retrieve, { method: 'DELETE', headers })),
      }
    }
    expect(await scope([])).toBe(400)
    expect(await scope(['read'])).toBe(303)
    expect(await tried(key)).toEqual({ ask: 401, resume: 200, read: 200, cancel: 401 })
    const rolled = await manage.rollKey(id)
    expect(await tried(rolled.key)).toEqual({ ask: 401, resume: 200, read: 200, cancel: 401 })
    const { key: other, id: otherId } = await manage.createKey('ada@example.com')
    await manage.changeKey(otherId, {
      name: undefined,
      expiresAt: undefined,
      monthlyBudget: undefined,
      scopes: ['ask'],
    })
    expect(await tried(other)).toEqual({ ask: 200, resume: 401, read: 401, cancel: 204 })
    expect((await ada.get('/credentials')).text).toContain('may read')
  })

  it('spend: as much as the owner of an account allows in a month, with all keys and the playground', async () => {
    const { url, post, manage, clock } = await start()
    const ada = await signUp(url, 'ada@example.com')
    const keys = [await manage.createKey('ada@example.com'), await manage.createKey('ada@example.com')]
    const set = (spendingLimit: string) =>
      ada.send('/account/preferences', { timeZone: 'UTC', alertBelow: '', spendingLimit }, '/account/preferences')
    expect((await set('lots')).status).toBe(400)
    expect((await set('20')).status).toBe(303)
    const statuses: number[] = []
    for (const { key } of [...keys, ...keys]) {
      const response = await post(key, ask())
      await response.text()
      statuses.push(response.status)
    }
    expect(statuses).toEqual([200, 200, 402, 402])
    const refused = await post(keys[0]?.key, ask())
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_400)
    expect(await manage.showCredits('ada@example.com')).toMatchObject({ free: 280 })
    expect((await ada.get('/credits')).text).toMatch(/Spent this month<\/dt><dd>20<[\s\S]*of a limit of <a[^>]*>20</)
    clock.at += 32 * 86_400_000
    expect((await post(keys[0]?.key, ask())).status).toBe(200)
  })

  it('find: by id, the caller’s id and metadata, their own requests; an operator those of all, without questions', async () => {
    const { url, post, manage, asOperator } = await start()
    const operator = await asOperator()
    const ada = await signUp(url, 'ada@example.com')
    const { key } = await manage.createKey('ada@example.com')
    const { key: foreign } = await manage.createKey('op@example.com')
    const asked = async (with_: string, body: Parameters<typeof ask>[0]) => {
      const response = await post(with_, ask(body))
      await response.text()
      return response.headers.get('x-request-id') ?? ''
    }
    const id = await asked(key, { query: 'Where is the reef?', request_id: 'order-7', metadata: { team: '=100 %_a"' } })
    const other = await asked(foreign, { query: 'Another matter', request_id: 'order-7' })
    const found = async (q: string) => (await ada.get(`/research?${new URLSearchParams({ q })}`)).text.includes(id)
    for (const q of [id, 'order-7', '100 %_a"', 'TEAM', 'the REEF']) expect([q, await found(q)]).toEqual([q, true])
    for (const q of ['order', other, '100 %xa', 'Another']) expect([q, await found(q)]).toEqual([q, false])
    const file = await ada.get('/research/requests.csv?q=order-7')
    expect(file.headers.get('content-type')).toContain('text/csv')
    const [, line = '', end] = file.text.split('\r\n')
    expect([line.startsWith(`${id},order-7,2026-03-20T12:00:00.000Z,`), end]).toEqual([true, ''])
    expect(file.text).not.toMatch(/reef|Another/)
    const page = await operator.get('/operator/requests?id=order-7')
    for (const part of [id, other, 'ada@example.com']) expect(page.text).toContain(part)
    expect(page.text).not.toMatch(/Where is the reef|Another matter/)
    expect((await operator.get('/operator/requests?metadata=100')).text).not.toContain(other)
    expect((await ada.get('/operator/requests?id=order-7')).status).toBe(404)
  })
})
