import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { NO_BROWSER, signUpIn, withBrowser } from '../support/dashboard-browser.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { ask, startTestService } from '../support/service.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { storedRows } from '../support/stored-rows.ts'
import { createVisitor, PASSWORD, signUp } from '../support/visitor.ts'

const ADA = 'ada@example.com'

onBothDatabases('what an account holds', (createUrl) => {
  const start = async (environment: Record<string, string> = {}) => {
    const clock = { at: Date.UTC(2026, 2, 20, 12), now: () => clock.at }
    const databaseUrl = await createUrl()
    const engine = createScriptedEngine((run) => {
      if (run.task.query !== 'wait') run.complete()
    })
    const service = await startTestService({
      engine,
      clock,
      environment: { DATABASE_URL: databaseUrl, AUTH_SECRET: 's'.repeat(32), ...environment },
    })
    return { ...service, clock, databaseUrl }
  }

  it('is exported whole, without a secret, however many pages it has', async () => {
    const { url, manage, post } = await start()
    const ada = await signUp(url, ADA)
    await signUp(url, 'bob@example.com')
    await manage.grantCredits(ADA, 1_000, 'a gift')
    const { key, id } = await manage.createKey(ADA, 'laptop')
    const questions = Array.from({ length: 45 }, (_, index) => `question ${index}?`)
    for (const query of questions) await (await post(key, ask({ query, metadata: { team: 'reefs' } }))).text()
    const { status, headers, text } = await ada.send('/account/data/export', {}, '/account/data')
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="deep-research-account.json"',
    ])
    const exported = JSON.parse(text)
    expect(exported.account).toMatchObject({ email: ADA, tier: 'free', credits: { free: 0, added: 850 } })
    expect(exported.keys).toMatchObject([{ id, name: 'laptop', last4: key.slice(-4), revoked_at: null }])
    expect(exported.requests.map(({ query }: { query: string }) => query).toSorted()).toEqual(questions.toSorted())
    expect(exported.requests[0]).toMatchObject({ key_id: id, metadata: { team: 'reefs' }, status: 'completed' })
    expect(exported.requests[0].result.answer).toContain('<cite id="cite_1">')
    const sum = exported.ledger.reduce((all: number, { amount }: { amount: number }) => all + amount, 0)
    expect(sum).toBe(850)
    expect(exported.ledger.map(({ note }: { note: string | null }) => note)).toContain('a gift')
    const kinds = exported.security_events.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toContain('data_exported')
    expect(text).not.toMatch(new RegExp(`${key}|bob@example|${PASSWORD}`))
  })

  it('is gone when the account is deleted: what runs is cancelled, and the ledger stays without a name', async () => {
    const { url, databaseUrl, manage, post, engine } = await start({ PUBLIC_URL: 'http://research.example.com' })
    const ada = await signUp(url, ADA)
    await manage.setTier(ADA, 'pro')
    const { account } = await manage.showCredits(ADA)
    const { key, id: keyId } = await manage.createKey(ADA, 'laptop')
    await manage.grantCredits(ADA, 40, 'for Ada of Ockham')
    const answered = await post(key, ask({ query: 'Who built the analytical engine?', request_id: 'mine-1' }))
    await answered.text()
    const running = await post(key, ask({ query: 'wait' }))
    await manage.createLink(ADA)
    const options = await ada.post('/account/passkeys/options', {}, { 'x-csrf-token': await ada.token() })
    expect([options.status, (await storedRows(databaseUrl))['challenge']]).toEqual([200, [expect.anything()]])

    const wrong = await ada.send('/account/data/delete', { confirm: 'eve@example.com' }, '/account/data')
    expect([wrong.status, engine.started]).toEqual([400, 2])
    const done = await ada.send('/account/data/delete', { confirm: ' Ada@example.com' }, '/account/data')
    expect(done.headers.get('location')).toBe('/sign-in?done=deleted')
    expect(await running.text()).not.toContain('[DONE]')
    expect((await post(key, ask())).status).toBe(401)
    expect((await ada.get('/account')).status).toBe(303)
    await expect(manage.showCredits(ADA)).rejects.toThrow('no account')
    expect((await manage.listAccounts()).map(({ id }) => id)).not.toContain(account.id)

    const rows = await storedRows(databaseUrl)
    const all = Object.values(rows).flat().join('\n')
    const told = [ADA, 'analytical', 'mine-1', 'Ockham', 'laptop', keyId, answered.headers.get('x-request-id') ?? '?']
    for (const text of told) expect(all).not.toContain(text)
    // Where a table names the account, it is one of these: whoever adds another has to erase that, too.
    const naming = Object.entries(rows).filter(([, lines]) => lines.some((line) => line.includes(account.id)))
    expect(naming.map(([table]) => table).toSorted()).toEqual(['account', 'ledger', 'security_event'])
    expect(rows['security_event']?.filter((line) => line.includes(account.id))).toEqual([
      expect.stringContaining('account_deleted'),
    ])
    const ledger = (rows['ledger'] ?? [])
      .map((line) => JSON.parse(line))
      .filter((line) => line.account_id === account.id)
    expect(ledger.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-10, -10, 40, 300])

    const again = await signUp(url, ADA)
    expect((await again.get('/credits')).text).not.toContain('Credits added')
  })

  it('keeps the last operator', async () => {
    const { url, manage } = await start()
    const ada = await signUp(url, ADA)
    await manage.setOperator(ADA, true)
    await manage.setOperator('first@example.com', false)
    const refused = await ada.send('/account/data/delete', { confirm: ADA }, '/account/data')
    expect(refused.text).toContain('the only operator')
    await manage.setOperator('first@example.com', true)
    expect((await ada.send('/account/data/delete', { confirm: ADA }, '/account/data')).status).toBe(303)
  })

  it('changes its address at once where there is no mail, but not to one that is taken', async () => {
    const { url, manage, clock } = await start()
    const ada = await signUp(url, ADA)
    const token = await manage.createLink(ADA)
    const change = (email: string) => ada.send('/account/address', { email }, '/account/address')
    expect((await change('first@example.com')).text).toContain('cannot be used')
    expect((await change('ada')).status).toBe(400)
    expect((await change('Countess@example.com')).headers.get('location')).toBe('/account/address?done=changed')
    expect((await ada.get('/account')).text).toContain('countess@example.com')
    expect((await createVisitor(url).get(`/enter?token=${token}`)).status).toBe(410)
    clock.at += 3_600_000
    expect((await change('ada@example.org')).headers.get('location')).toBe('/confirm?to=%2Faccount%2Faddress')
  })

  it('changes its address by mail only when its owner opens the link', async () => {
    const sink = await startSmtpSink()
    const PUBLIC_URL = 'http://research.example.com'
    const mailing = { SMTP_URL: sink.url, MAIL_FROM: 'research@example.com', PUBLIC_URL }
    const { url, manage } = await start(mailing)
    await manage.createAccount(ADA, 'free')
    const enter = async (email: string) => {
      const visitor = createVisitor(url)
      const token = await manage.createLink(email)
      await visitor.send('/enter', { token }, `/enter?token=${token}`)
      return visitor
    }
    const ada = await enter(ADA)
    const first = await enter('first@example.com')
    await ada.send('/account/address', { email: 'countess@example.com' }, '/account/address')
    const mail = await sink.next()
    expect(mail.to).toEqual(['countess@example.com'])
    expect((await ada.get('/account')).text).not.toContain('countess')
    const path = mail.link.slice(PUBLIC_URL.length)
    const token = new URL(mail.link).searchParams.get('token') ?? ''
    // It is no link to sign in or up by, and of no use to anybody else.
    expect((await createVisitor(url).get(`/enter?token=${token}`)).status).toBe(410)
    expect((await first.get(path)).status).toBe(410)
    expect((await first.send('/account/address/confirm', { token }, '/account')).status).toBe(410)
    expect((await ada.get(path)).text).toContain('countess@example.com')
    expect((await ada.send('/account/address/confirm', { token }, path)).status).toBe(303)
    expect((await ada.get('/account')).text).toContain('countess@example.com')
    const told = await sink.next()
    expect(told.to).toEqual([ADA])
    expect((await ada.get(path)).status).toBe(410)
  })
})

describe.runIf(NO_BROWSER === '')(`an account in a browser${NO_BROWSER}`, () => {
  const browser = withBrowser()

  onBothDatabases('an account', (createUrl) => {
    it('sets its time zone and an alert, exports, and is deleted', async () => {
      const clock = { at: Date.UTC(2026, 0, 15, 22, 30), now: () => clock.at }
      const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
      const { url, manage } = await startTestService({ environment, clock })
      const page = await browser.open()
      await signUpIn(page, url, ADA)
      await page.goto(`${url}/account`)
      await page.getByRole('link', { name: 'Preferences' }).click()
      await page.getByLabel('Time zone').selectOption('Asia/Kathmandu')
      await page.getByLabel('Alert me when my balance falls below').fill('301')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Your balance is 300 credits, below your alert at 301').waitFor()
      await page.goto(`${url}/account`)
      expect(await page.locator('dl.facts').innerText()).toContain('2026-01-16 04:15:00 GMT+5:45')

      await page.getByRole('link', { name: 'Your data' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download your data' }).click()
      const exported = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
      expect(exported.account).toMatchObject({ email: ADA, time_zone: 'Asia/Kathmandu', alert_below: 301 })

      await page.getByLabel(`Type ${ADA} to confirm`).fill(ADA)
      await page.getByRole('button', { name: 'Delete the account' }).click()
      await page.getByText('Your account has been deleted.').waitFor()
      expect(await manage.listAccounts()).toHaveLength(1)
    }, 60_000)
  })
})
