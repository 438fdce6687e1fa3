import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MAX_PASSKEYS } from '../../src/accounts/passkeys.ts'
import { FRESH_FOR } from '../../src/accounts/sessions.ts'
import { readSettings } from '../../src/index.ts'
import { openStorage } from '../../src/open-storage.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { NO_BROWSER, signUpIn, withBrowser } from '../support/dashboard-browser.ts'
import { freePort } from '../support/free-port.ts'
import { startTestService } from '../support/service.ts'
import { createVisitor, signUp } from '../support/visitor.ts'

const ADA = 'ada@example.com'

describe.runIf(NO_BROWSER === '')(`passkeys${NO_BROWSER}`, () => {
  const browser = withBrowser()

  onBothDatabases('passkeys', (createUrl) => {
    const start = async () => {
      const port = await freePort()
      const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
      const url = `http://localhost:${port}`
      const environment = {
        DATABASE_URL: await createUrl(),
        AUTH_SECRET: 's'.repeat(32),
        PORT: String(port),
        PUBLIC_URL: url,
      }
      const service = await startTestService({ clock, environment })
      return { ...service, url, clock }
    }
    /** An authenticator in the browser, whose owner can be told to be somebody else. */
    const addAuthenticator = async (page: Page) => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('WebAuthn.enable')
      const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
        },
      })
      const verify = (isUserVerified: boolean) =>
        devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
      const credentials = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
      return { verify, credentials }
    }

    it('are added, named, listed, used to sign in and to confirm, and removed', async () => {
      const { url, clock, manage } = await start()
      const page = await browser.open()
      const authenticator = await addAuthenticator(page)
      await signUpIn(page, url, ADA)
      await page.goto(`${url}/account`)
      await page.getByLabel('Name of the new passkey').fill('laptop')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('Passkey added.').waitFor()
      await page.getByRole('cell', { name: 'laptop', exact: true }).waitFor()
      expect(await authenticator.credentials()).toHaveLength(1)
      await page.getByRole('link', { name: 'Rename the passkey laptop' }).click()
      await page.getByLabel('Name').fill('old laptop')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Passkey renamed.').waitFor()
      await page.getByRole('cell', { name: 'old laptop', exact: true }).waitFor()

      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.waitForURL(/\/sign-in/)
      await page.goto(`${url}/sign-in?to=/credits`)
      // Whoever holds the device and is not its owner gets nothing.
      await authenticator.verify(false)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByText('No passkey was used.').waitFor()
      // Nor where the browser is told not to ask who it is: the service looks itself.
      await page.route('**/sign-in/passkey/options', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), userVerification: 'discouraged' } })
      })
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByText('This passkey was not accepted').waitFor()
      await page.unroute('**/sign-in/passkey/options')
      await page.goto(`${url}/sign-in?to=/credits`)
      await authenticator.verify(true)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.waitForURL(`${url}/credits`)

      clock.at += FRESH_FOR
      await page.goto(`${url}/account`)
      await page.getByRole('link', { name: 'Confirm that it’s you to add a passkey' }).click()
      await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
      await page.waitForURL(`${url}/account`)
      await page.getByRole('button', { name: 'Remove the passkey old laptop' }).click()
      await page.getByText('Passkey removed.').waitFor()
      await page.goto(`${url}/account/activity`)
      const activity = await page.locator('main').innerText()
      for (const part of [
        'Passkey added',
        'Passkey renamed',
        'by passkey',
        'Identity confirmed again',
        'Passkey removed',
      ]) {
        expect(activity).toContain(part)
      }
      // The browser still has it; the service does not.
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.waitForURL(/\/sign-in/)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByText('This passkey was not accepted').waitFor()
      expect(await manage.listAccounts()).toHaveLength(2)
    })

    it('stand for two factors, answer one challenge once, and end with a one-time link', async () => {
      const { url, manage } = await start()
      const page = await browser.open()
      await addAuthenticator(page)
      await signUpIn(page, url, ADA)
      await page.goto(`${url}/account`)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('Passkey added.').waitFor()
      // What a form carries is sent a second time, with everything that the browser sent.
      await page.context().clearCookies()
      await page.goto(`${url}/sign-in`)
      const sent = page.waitForRequest((request) => request.url().endsWith('/sign-in/passkey'))
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      const request = await sent
      await page.waitForURL(`${url}/credentials`)
      const replayed = await fetch(`${url}/sign-in/passkey`, {
        method: 'POST',
        redirect: 'manual',
        headers: await request.allHeaders(),
        body: request.postData() ?? '',
      })
      expect(replayed.status).toBe(401)

      const token = await manage.createLink(ADA)
      const visitor = createVisitor(url)
      await visitor.send('/enter', { token }, `/enter?token=${token}`)
      expect((await visitor.get('/account')).text).toContain('No passkeys yet.')
    })
  })
})

onBothDatabases('passkeys that are none', (createUrl) => {
  it('are refused, whatever is sent in their place', async () => {
    const environment = {
      DATABASE_URL: await createUrl(),
      AUTH_SECRET: 's'.repeat(32),
      PUBLIC_URL: 'http://research.example.com',
    }
    const { url } = await startTestService({ environment })
    const visitor = createVisitor(url)
    const _csrf = await visitor.token('/sign-in')
    for (const response of ['', '{}', 'null', '[]', '{"id":"x"}', '{"id":1,"response":null}']) {
      const options = await visitor.post('/sign-in/passkey/options', {}, { 'x-csrf-token': _csrf })
      expect(JSON.parse(options.text)).toMatchObject({ rpId: 'research.example.com', userVerification: 'required' })
      expect((await visitor.post('/sign-in/passkey', { response, _csrf })).status).toBe(401)
    }
    expect((await visitor.post('/sign-in/passkey', { response: '{}' })).status).toBe(403)
    const ada = await signUp(url, ADA)
    const form = await ada.token('/account')
    expect((await ada.post('/account/passkeys', { response: '{}', name: 'x', _csrf: form })).status).toBe(400)
    expect((await ada.post('/account/passkeys/x/remove', { _csrf: form })).status).toBe(404)
    expect((await ada.post('/account/passkeys/x', { name: 'x', _csrf: form })).status).toBe(404)
  })
})

onBothDatabases('passkeys of an account', (createUrl) => {
  it('are at most twenty: no other one is asked for, nor stored', async () => {
    const environment = {
      DATABASE_URL: await createUrl(),
      AUTH_SECRET: 's'.repeat(32),
      PUBLIC_URL: 'http://research.example.com',
    }
    const { url, manage } = await startTestService({ environment })
    const ada = await signUp(url, ADA)
    const accountId = (await manage.showCredits(ADA)).account.id
    const storage = await openStorage(readSettings(environment))
    onTestFinished(() => storage.close())
    const add = (id: string) =>
      storage.passkeys.add(
        { id, accountId, name: id, publicKey: '', counter: 0, transports: [], createdAt: 0, lastUsedAt: undefined },
        MAX_PASSKEYS,
      )
    const options = async () => ada.post('/account/passkeys/options', {}, { 'x-csrf-token': await ada.token() })
    for (let index = 1; index < MAX_PASSKEYS; index += 1) expect(await add(`key-${index}`)).toBe('added')
    expect(await add('key-1')).toBe('known')
    expect((await options()).status).toBe(200)
    // All are ready at once, and there is room for one of them.
    const last = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((index) => add(`last-${index}`)))
    expect(last.toSorted()).toEqual(['added', ...Array.from({ length: 7 }, () => 'full')])
    const refused = await options()
    expect([refused.status, JSON.parse(refused.text).message]).toEqual([409, expect.stringContaining('20 passkeys')])
    const { text } = await ada.get('/account')
    expect(text).toContain('Remove one that you no longer use')
    expect(text).not.toContain('data-passkey="add"')

    // Where one is removed, no session counts as opened with a second factor any more.
    const session = async () => (await storage.access.listSessions(accountId, Date.now()))[0]
    await storage.access.addSecondFactor((await session())?.hash ?? '')
    expect(await session()).toMatchObject({ secondFactor: true })
    expect((await ada.send('/account/passkeys/key-1/remove')).status).toBe(303)
    expect(await session()).toMatchObject({ secondFactor: false })
  })
})

it('there are none where browsers know the service by no name', async () => {
  for (const PUBLIC_URL of ['', 'http://192.0.2.1:8080']) {
    const { url } = await startTestService({ environment: { PUBLIC_URL } })
    expect((await createVisitor(url).get('/sign-in')).text).not.toContain('passkey')
  }
})
