import { describe, expect, it } from 'vitest'
import { FRESH_FOR } from '../../src/accounts/sessions.ts'
import type { Log } from '../../src/kernel/log.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { NO_BROWSER, withBrowser } from '../support/dashboard-browser.ts'
import { freePort } from '../support/free-port.ts'
import { CLIENT, startOidcProvider } from '../support/oidc-provider.ts'
import { startTestService } from '../support/service.ts'
import { type Answer, createVisitor, PASSWORD, signUp, type TestVisitor } from '../support/visitor.ts'

const ADA = 'ada@example.com'

onBothDatabases('sign-in at a provider', (createUrl) => {
  const start = async (more: Record<string, string> = {}) => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const { issuer, person } = await startOidcProvider(`${url}/sign-in/provider/callback`)
    // The provider has the machine's clock; half an hour later here is now there.
    const clock = { at: Date.now() - FRESH_FOR, now: () => clock.at }
    const lines: string[] = []
    const note = (data: object, message: string) => void lines.push(`${JSON.stringify(data)} ${message}`)
    const log: Log = { debug: note, info: note, warn: note, error: note }
    const environment = {
      DATABASE_URL: await createUrl(),
      AUTH_SECRET: 's'.repeat(32),
      PORT: String(port),
      PUBLIC_URL: url,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example Login',
      ...more,
    }
    const service = await startTestService({ clock, environment, log })
    /** Goes to the provider as a browser does. @returns the address that it comes back to. */
    const leave = async (visitor: TestVisitor, path: string): Promise<string> => {
      const idp = createVisitor(issuer)
      let next = (await visitor.get(path)).headers.get('location') ?? ''
      for (let hops = 0; next.startsWith(issuer) && hops < 6; hops += 1) {
        next = (await idp.get(next.slice(issuer.length))).headers.get('location') ?? ''
        if (next.startsWith('/')) next = `${issuer}${next}`
      }
      return next.slice(url.length)
    }
    const go = async (visitor: TestVisitor, path = '/sign-in/provider'): Promise<Answer> =>
      visitor.get(await leave(visitor, path))
    return { ...service, url, person, clock, lines, leave, go, issuer }
  }

  it('opens a new account, and the same one again, by the lasting id and not by the address', async () => {
    const { url, person, go, manage, lines } = await start()
    const ada = createVisitor(url)
    expect((await ada.get('/sign-in')).text).toContain('Sign in with Example Login')
    const first = await go(ada, '/sign-in/provider?to=/usage')
    expect([first.status, first.headers.get('location')]).toEqual([303, '/usage'])
    expect((await ada.get('/account')).text).toContain(ADA)
    person.email = 'countess@example.com'
    const again = createVisitor(url)
    expect((await go(again)).headers.get('location')).toBe('/credentials')
    expect((await again.get('/account')).text).toContain(ADA)
    expect(await manage.listAccounts()).toHaveLength(2)
    const { text } = await again.get('/account/activity')
    for (const part of ['Signed up', 'Signed in', 'Example Login']) expect(text).toContain(part)
    await manage.suspend(ADA)
    const suspended = await go(createVisitor(url))
    expect([suspended.status, suspended.text]).toEqual([403, expect.stringContaining('This account is suspended')])
    // Whoever signs up that way begins with the first steps, as everybody does.
    Object.assign(person, { sub: 'bob-1', email: 'bob@example.com' })
    expect((await go(createVisitor(url))).headers.get('location')).toBe('/start')
    expect(lines.join('\n')).not.toContain(CLIENT.secret)
  })

  it('without a password, has one set only when fresh, and is never left without a way in', async () => {
    const { url, go, clock } = await start()
    const ada = createVisitor(url)
    await go(ada)
    const { text } = await ada.get('/account')
    const [, issuer = '', subject = ''] =
      /name="issuer" value="([^"]+)"><input type="hidden" name="subject" value="([^"]+)"/.exec(text) ?? []
    const last = await ada.send('/account/provider/remove', { issuer, subject })
    expect([last.status, last.text]).toEqual([409, expect.stringContaining('This is your only way in')])
    clock.at += FRESH_FOR
    const setPassword = () => ada.send('/account/password', { password: PASSWORD })
    expect((await setPassword()).headers.get('location')).toBe('/confirm?to=/account')
    await go(ada, '/sign-in/provider?for=confirm&to=/account')
    expect((await setPassword()).headers.get('location')).toBe('/sign-in?done=password')
  })

  it('opens no account that somebody else may own', async () => {
    const { url, person, go, manage } = await start()
    await signUp(url, ADA)
    const taken = await go(createVisitor(url))
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('This address already has an account')])
    // What the operator created, and nobody has opened, is opened by a confirmed address alone.
    await manage.createAccount('bob@example.com', 'pro')
    Object.assign(person, { sub: 'bob-1', email: 'bob@example.com', email_verified: false })
    const unconfirmed = await go(createVisitor(url))
    expect([unconfirmed.status, unconfirmed.text]).toEqual([403, expect.stringContaining('No confirmed address')])
    person.email_verified = true
    expect((await go(createVisitor(url))).status).toBe(303)
    Object.assign(person, { sub: 'bob-2' })
    expect((await go(createVisitor(url))).status).toBe(409)
    expect(await manage.listAccounts()).toHaveLength(3)
  })

  it('signs nobody up where that is closed, and takes unconfirmed addresses only where told to', async () => {
    const { url, person, go, manage } = await start({ SIGN_UP: 'closed', OIDC_TRUST_EMAIL: 'on' })
    person.email_verified = false
    expect((await go(createVisitor(url))).text).toContain('Sign-up is closed')
    await manage.createAccount(ADA, 'pro')
    expect((await go(createVisitor(url))).status).toBe(303)
  })

  it('is connected by a button, confirms who it is, and is disconnected', async () => {
    const { url, person, go, clock, manage } = await start()
    const ada = await signUp(url, ADA)
    const asked = await go(ada, '/sign-in/provider?for=connect')
    expect(asked.text).toContain('Connect Example Login?')
    // Nothing is connected by coming back.
    expect((await go(createVisitor(url))).status).toBe(409)
    await go(ada, '/sign-in/provider?for=connect')
    expect((await ada.send('/account/provider')).headers.get('location')).toBe('/account?done=connected')
    expect((await ada.send('/account/provider')).status).toBe(400)
    const other = createVisitor(url)
    expect((await go(other)).headers.get('location')).toBe('/credentials')

    clock.at += FRESH_FOR
    expect((await other.send('/credentials', { name: 'x' }, '/account')).headers.get('location')).toContain('/confirm')
    expect((await other.get('/confirm')).text).toContain('Confirm with Example Login')
    person.sub = 'eve-1'
    expect((await go(other, '/sign-in/provider?for=confirm')).status).toBe(401)
    person.sub = 'ada-1'
    expect((await go(other, '/sign-in/provider?for=confirm&to=/credentials')).status).toBe(303)
    expect((await other.send('/credentials', { name: 'laptop' }, '/account')).status).toBe(200)
    expect(await manage.listKeys(ADA)).toHaveLength(1)
    // A provider that lets the browser's old session answer has asked nobody.
    clock.at += 2 * FRESH_FOR
    const stale = await go(other, '/sign-in/provider?for=confirm')
    expect([stale.status, stale.text]).toEqual([401, expect.stringContaining('did not ask you to sign in again')])
    clock.at -= 2 * FRESH_FOR
    const [, issuer = '', subject = ''] =
      /name="issuer" value="([^"]+)"><input type="hidden" name="subject" value="([^"]+)"/.exec(
        (await other.get('/account')).text,
      ) ?? []
    expect((await other.send('/account/provider/remove', { issuer, subject })).headers.get('location')).toBe(
      '/account?done=disconnected',
    )
    expect((await go(createVisitor(url))).status).toBe(409)
  })

  it('trusts no answer that is not to its own question', async () => {
    const { url, person, leave, lines, issuer } = await start()
    const [ada, eve] = [createVisitor(url), createVisitor(url)]
    const back = await leave(ada, '/sign-in/provider')
    // Somebody else's browser has no cookie of the question.
    expect((await eve.get(back)).status).toBe(400)
    // A code that was given for another question has another verifier.
    const hers = await leave(eve, '/sign-in/provider')
    const mixed = new URL(hers, url)
    mixed.searchParams.set('code', new URL(back, url).searchParams.get('code') ?? '')
    expect((await eve.get(`${mixed.pathname}${mixed.search}`)).status).toBe(502)
    const forged = new URL(await leave(eve, '/sign-in/provider'), url)
    forged.searchParams.set('state', 'x')
    expect((await eve.get(`${forged.pathname}${forged.search}`)).status).toBe(502)
    person.sub = 'nobody'
    const denied = await eve.get(await leave(eve, '/sign-in/provider'))
    expect([denied.status, denied.text]).toEqual([
      401,
      expect.stringContaining('You didn’t complete the sign-in at Example Login'),
    ])
    expect((await eve.get('/credits')).status).toBe(303)
    expect((await ada.get('/sign-in/provider?for=else')).status).toBe(404)
    for (const purpose of ['confirm', 'connect']) {
      const nobody = await createVisitor(url).get(`/sign-in/provider?for=${purpose}`)
      expect(nobody.headers.get('location')).toBe('/sign-in')
    }
    const logged = lines.join('\n')
    expect(logged).toContain('a provider signed nobody in')
    for (const secret of [CLIENT.secret, new URL(back, url).searchParams.get('code') ?? '']) {
      expect(logged).not.toContain(secret)
    }
    expect(issuer).toContain('127.0.0.1')
  })
})

it('a provider that is down leaves the password', async () => {
  const environment = {
    PUBLIC_URL: 'http://localhost:1',
    OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  }
  const { url } = await startTestService({ environment })
  const visitor = createVisitor(url)
  const { status, text } = await visitor.get('/sign-in/provider')
  expect([status, text]).toEqual([503, expect.stringContaining('cannot be reached')])
  await signUp(url, ADA)
})

describe.runIf(NO_BROWSER === '')(`a provider in a browser${NO_BROWSER}`, () => {
  const browser = withBrowser()

  onBothDatabases('a provider in a browser', (createUrl) => {
    it('is a button on the sign-in page, and leads back', async () => {
      const url = `http://localhost:${await freePort()}`
      const { issuer } = await startOidcProvider(`${url}/sign-in/provider/callback`)
      await startTestService({
        environment: {
          DATABASE_URL: await createUrl(),
          AUTH_SECRET: 's'.repeat(32),
          PORT: new URL(url).port,
          PUBLIC_URL: url,
          OIDC_ISSUER: issuer,
          OIDC_CLIENT_ID: CLIENT.id,
          OIDC_CLIENT_SECRET: CLIENT.secret,
        },
      })
      const page = await browser.open({ javaScriptEnabled: false })
      await page.goto(`${url}/sign-in?to=/account`)
      await page.getByRole('link', { name: 'Sign in with 127.0.0.1' }).click()
      await page.waitForURL(`${url}/account`)
      await page.getByText('Sign in with 127.0.0.1').waitFor()
    })
  })
})
