import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { startTestService } from '../support/service.ts'
import { readStream } from '../support/stream.ts'
import { createVisitor, PASSWORD, signUp, type TestVisitor } from '../support/visitor.ts'

const SECRET = 's'.repeat(32)
const SCRIPT = '<script>alert(1)</script>"\'&'

/** Every page that is for those who are signed in, and every form, with ids of another's things. */
const PAGES = [
  '/credentials',
  '/credits',
  '/research',
  '/playground',
  '/account',
  '/operator',
  '/account/activity',
  '/operator/activity',
  '/operator/service',
  '/account/preferences',
  '/research/running',
  '/start',
  '/playground/balance',
]

onBothDatabases('dashboard', (createUrl) => {
  const start = async (environment: Record<string, string> = {}) => {
    const databaseUrl = await createUrl()
    return await startTestService({ environment: { DATABASE_URL: databaseUrl, AUTH_SECRET: SECRET, ...environment } })
  }

  /** One key and one running request of an account. */
  const busy = async (service: Awaited<ReturnType<typeof start>>, visitor: TestVisitor) => {
    await visitor.send('/credentials', { name: 'mine' })
    const keyId = /credentials\/(key_[0-9a-f]{32})\/roll/.exec((await visitor.get('/credentials')).text)?.[1] ?? ''
    const csrf = await visitor.token()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${service.url}/playground/v1/research`, {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'How old do corals get?', reasoning_level: 'low' }),
    })
    expect(response.status).toBe(200)
    return { keyId, requestId: response.headers.get('x-request-id') ?? '', response }
  }

  it('neither of two accounts sees, rolls, revokes or cancels anything of the other, by any id', async () => {
    const service = await start()
    const ada = await signUp(service.url, 'ada@example.com')
    const bob = await signUp(service.url, 'bob@example.com')
    const { keyId, requestId, response } = await busy(service, ada)
    const run = await service.engine.nextRun()
    const { account } = await service.manage.showCredits('ada@example.com')

    for (const page of ['/credentials', '/credits', '/research', '/research/running', '/playground']) {
      const { status, text } = await bob.get(page)
      expect(status).toBe(200)
      for (const secret of [keyId, requestId, 'ada@example.com', 'corals', account.id]) {
        expect(text).not.toContain(secret)
      }
    }
    for (const id of [keyId, `${keyId}x`, encodeURIComponent('../../x'), 'key_']) {
      for (const act of ['roll', 'revoke']) {
        expect((await bob.get(`/credentials/${id}/${act}`)).status).toBe(404)
        expect((await bob.send(`/credentials/${id}/${act}`)).status).toBe(404)
      }
    }
    expect((await bob.send(`/research/${requestId}/cancel`)).status).toBe(404)
    expect((await bob.get(`/operator/accounts/${account.id}`)).status).toBe(404)
    for (const act of ['tier', 'add-credits', 'suspend', 'link', `requests/${requestId}`, `keys/${keyId}`]) {
      const path = `/operator/accounts/${account.id}/${act}`
      expect((await bob.get(path)).status).toBe(404)
      expect((await bob.send(path, { confirm: 'ada@example.com', tier: 'scale', credits: '5' })).status).toBe(404)
    }
    const csrf = await bob.token()
    const cookie = [...bob.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'x-csrf-token': csrf }
    const url = `${service.url}/playground/v1/research`
    expect((await fetch(`${url}/${requestId}`, { method: 'DELETE', headers })).status).toBe(404)
    const resumed = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-research-resume': requestId },
      body: JSON.stringify({ query: 'How old do corals get?', reasoning_level: 'low' }),
    })
    expect(resumed.status).toBe(404)

    expect(run.signal.aborted).toBe(false)
    run.complete()
    expect((await readStream(response)).data.at(-1)).toBe('[DONE]')
    expect((await service.manage.listKeys('ada@example.com'))[0]?.revokedAt).toBeUndefined()
    expect((await service.manage.showCredits('ada@example.com')).account.tier).toBe('free')
  })

  it('refuses forms whose token is missing, forged, of another session or of before a sign-in', async () => {
    const { url, manage } = await start()
    const ada = await signUp(url, 'ada@example.com')
    const bob = await signUp(url, 'bob@example.com')
    const tokens = ['', 'forged', `${await ada.token()}x`, await bob.token()]
    const forms = [
      '/credentials',
      '/account/password',
      '/account/sign-out-everywhere',
      '/sign-out',
      '/research/x/cancel',
    ]
    for (const path of forms) {
      for (const _csrf of tokens) expect((await ada.post(path, { _csrf, name: 'x' })).status).toBe(403)
    }
    // Another's token with the cookie that it was made with.
    const form = [...bob.cookies].find(([name]) => name.endsWith('form'))
    const both = createVisitor(url)
    for (const [name, value] of ada.cookies) both.cookies.set(name, value)
    both.cookies.set(form?.[0] ?? '', form?.[1] ?? '')
    expect((await both.post('/credentials', { _csrf: tokens[3] ?? '' })).status).toBe(403)
    // A token that was right, after its session is over.
    const replayed = await ada.token()
    await ada.send('/sign-out')
    expect((await ada.post('/credentials', { _csrf: replayed })).headers.get('location')).toBe('/sign-in')
    await ada.send('/sign-in', { email: 'ada@example.com', password: PASSWORD }, '/sign-in')
    expect((await ada.post('/credentials', { _csrf: replayed })).status).toBe(403)
    // A right token, sent by a page of another site.
    const _csrf = await ada.token()
    expect((await ada.post('/credentials', { _csrf }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ada.post('/credentials', { _csrf }, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect(await manage.listKeys('ada@example.com')).toEqual([])
    expect((await ada.post('/credentials', { _csrf }, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('refuses the playground without a token, and without a session', async () => {
    const { url, engine } = await start()
    const ada = await signUp(url, 'ada@example.com')
    const ask = (headers: Record<string, string>) =>
      fetch(`${url}/playground/v1/research`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: 'Why?' }),
      })
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await ask({})).status).toBe(401)
    expect((await ask({ cookie })).status).toBe(400)
    expect((await ask({ cookie, 'x-csrf-token': 'x' })).status).toBe(400)
    expect(engine.started).toBe(0)
  })

  it('a cookie opens nothing after the sign-out, here or everywhere, and no forged one ever does', async () => {
    const { url } = await start()
    const ada = await signUp(url, 'ada@example.com')
    const stolen = new Map(ada.cookies)
    const elsewhere = createVisitor(url)
    await elsewhere.send('/sign-in', { email: 'ada@example.com', password: PASSWORD }, '/sign-in')
    await ada.send('/sign-out')
    const thief = createVisitor(url)
    const opens = async (cookies: Map<string, string>) => {
      for (const [name, value] of cookies) thief.cookies.set(name, value)
      return (await Promise.all(PAGES.map((page) => thief.get(page)))).filter(({ status }) => status !== 303)
    }
    expect(await opens(stolen)).toEqual([])
    expect((await elsewhere.get('/credentials')).status).toBe(200)
    const still = new Map(elsewhere.cookies)
    await elsewhere.send('/account/sign-out-everywhere')
    expect(await opens(still)).toEqual([])
    const [name = ''] = still.keys()
    expect(await opens(new Map([[name, 'x'.repeat(43)]]))).toEqual([])
    expect(await opens(new Map([[name, `${'x'.repeat(43)}.${'x'.repeat(43)}`]]))).toEqual([])
  })

  it('shows scripts as text in every field', async () => {
    const service = await start()
    const email = "o'hara&co@example.com"
    const ada = await signUp(service.url, email)
    await service.manage.setOperator(email, true)
    const made = await ada.send('/credentials', { name: SCRIPT })
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${service.url}/playground/v1/research`, {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': await ada.token(), 'content-type': 'application/json' },
      body: JSON.stringify({ query: SCRIPT, metadata: { [SCRIPT]: SCRIPT } }),
    })
    const run = await service.engine.nextRun()
    const key = (await service.manage.listKeys(email))[0]
    const pages = [
      made,
      ...(await Promise.all(
        [...PAGES.slice(0, 6), `/credentials/${key?.id}/roll`, `/operator?search=${encodeURIComponent(SCRIPT)}`].map(
          (page) => ada.get(page),
        ),
      )),
      await createVisitor(service.url).send('/sign-in', { email: SCRIPT, password: SCRIPT, to: SCRIPT }, '/sign-in'),
      await createVisitor(service.url).send('/sign-up', { email: SCRIPT, password: SCRIPT }, '/sign-up'),
      await createVisitor(service.url).get(
        `/sign-in?to=${encodeURIComponent(SCRIPT)}&done=${encodeURIComponent(SCRIPT)}`,
      ),
    ]
    run.complete()
    await readStream(response)
    pages.push(await ada.get('/research'), await ada.get('/credits'))
    for (const { text } of pages) {
      expect(text).not.toMatch(/<script>|"'&|value="[^"]*'/)
      expect(text).toMatch(/^<!doctype html>/)
    }
    expect(pages.filter(({ text }) => text.includes('&lt;script&gt;alert(1)&lt;/script&gt;')).length).toBeGreaterThan(8)
  })

  it('sends every page with a policy that lets nothing of another in, and keeps none', async () => {
    const { url } = await start()
    const ada = await signUp(url, 'ada@example.com')
    for (const page of ['/credentials', '/sign-up', '/account', '/nothing-here', '/operator']) {
      const { headers, text } = await ada.get(page)
      expect(headers.get('cache-control')).toBe('no-store')
      if (!text.startsWith('<')) continue
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
      expect(text).not.toMatch(/ style=| on[a-z]+=|<style|<script(?! type="module" src="\/assets\/[0-9a-f]{16}\/)/)
    }
    const cookies = (await ada.send('/sign-in', { email: 'ada@example.com', password: PASSWORD }, '/credentials'))
      .headers
    for (const line of cookies.getSetCookie()) expect(line).toMatch(/HttpOnly; SameSite=Lax$/)
  })

  it('no page weighs more than 100 KB with all that it loads, and what it loads is kept', async () => {
    const { url } = await start()
    const ada = await signUp(url, 'ada@example.com')
    for (const page of PAGES.slice(0, 5)) {
      const { text } = await ada.get(page)
      const files = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
      let bytes = text.length
      for (const file of files) {
        const { status, headers } = await ada.get(file)
        expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
        expect(headers.get('content-encoding')).toBe('gzip')
        bytes += Number(headers.get('content-length'))
      }
      expect(bytes).toBeLessThan(100_000)
      expect(files.length).toBe(page === '/research' || page === '/playground' ? 4 : 3)
    }
    expect((await ada.get('/assets/0000000000000000/page.js')).status).toBe(404)
  })

  it('over TLS, cookies are for TLS and this host alone', async () => {
    const { url } = await start({ PUBLIC_URL: 'https://research.example.com' })
    const { headers } = await createVisitor(url).get('/sign-in')
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-\S+=\S+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  })
})
