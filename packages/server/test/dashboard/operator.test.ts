import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { NO_BROWSER, withBrowser } from '../support/dashboard-browser.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'
import { ask, startTestService } from '../support/service.ts'
import { createVisitor, PASSWORD, signUp, type TestVisitor } from '../support/visitor.ts'

const EVE = 'eve@example.com'

onBothDatabases('the operator', (createUrl) => {
  const start = async () => {
    const clock = { at: Date.UTC(2026, 2, 20, 12), now: () => clock.at }
    const engine = createScriptedEngine((run) => {
      if (run.task.query !== 'wait') run.complete()
    })
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
    const service = await startTestService({ engine, environment, clock })
    const operator = await signUp(service.url, 'op@example.com')
    await service.manage.setOperator('op@example.com', true)
    const act = (visitor: TestVisitor, id: string, name: string, fields: Record<string, string>) =>
      visitor.send(`/operator/accounts/${id}/${name}`, { reason: 'misuse', ...fields })
    return { ...service, clock, operator, act }
  }

  it('suspends an account: keys, sessions and links are over, and come back when it is reinstated', async () => {
    const { url, manage, operator, post, act } = await start()
    const eve = await signUp(url, EVE)
    const { account } = await manage.showCredits(EVE)
    const { key } = await manage.createKey(EVE)
    const revoked = await manage.createKey(EVE)
    await manage.revokeKey(revoked.id)
    const token = await manage.createLink(EVE)
    const status = async (sent: string) => {
      const response = await post(sent, ask())
      await response.text()
      return response.status
    }
    expect(await status(key)).toBe(200)

    const wrong = await act(operator, account.id, 'suspend', { confirm: 'ada@example.com' })
    expect([wrong.status, wrong.text.includes('doesn’t match the address')]).toEqual([400, true])
    const unexplained = await act(operator, account.id, 'suspend', { confirm: EVE, reason: '' })
    expect(unexplained.status).toBe(400)
    expect(await status(key)).toBe(200)

    const done = await act(operator, account.id, 'suspend', { confirm: EVE })
    expect(done.headers.get('location')).toBe(`/operator/accounts/${account.id}?done=suspend`)
    expect(await status(key)).toBe(401)
    expect((await eve.get('/credits')).headers.get('location')).toMatch(/^\/sign-in/)
    expect((await createVisitor(url).get(`/enter?token=${token}`)).status).toBe(410)
    const again = await createVisitor(url).send('/sign-in', { email: EVE, password: PASSWORD }, '/sign-in')
    expect(again.status).toBe(403)
    expect(again.text).toContain('This account is suspended')
    const guess = await createVisitor(url).send('/sign-in', { email: EVE, password: 'not the password' }, '/sign-in')
    expect(guess.text).not.toContain('suspended')
    expect((await operator.get(`/operator/accounts/${account.id}`)).text).toContain('suspended</span> since')

    await act(operator, account.id, 'reinstate', { confirm: EVE, reason: 'cleared up' })
    expect(await status(key)).toBe(200)
    expect(await status(revoked.key)).toBe(401)
    const back = await createVisitor(url).send('/sign-in', { email: EVE, password: PASSWORD }, '/sign-in')
    expect(back.status).toBe(303)

    await act(operator, account.id, 'revoke-keys', { confirm: EVE })
    expect(await status(key)).toBe(401)
    const trail = (await operator.get(`/operator/activity?account=${account.id}`)).text
    for (const told of ['Account suspended', 'misuse', 'Account reinstated', 'cleared up', 'All API keys revoked']) {
      expect(trail).toContain(told)
    }
    const ofKind = (await operator.get(`/operator/activity?kind=account_suspended&actor=operator`)).text
    expect(ofKind.match(/data-label="Event"/g)).toHaveLength(1)
    expect((await operator.get('/operator/activity?kind=account_suspended&to=2026-03-19')).text).toContain(
      'Nothing here',
    )
    expect((await operator.get('/operator/activity?from=2026-03-20&to=2026-03-20&kind=tier_set')).text).toContain(
      'Nothing',
    )
  })

  it('adds credits and takes them back, with a reason that the account sees', async () => {
    const { url, manage, operator, act } = await start()
    const eve = await signUp(url, EVE)
    const { account } = await manage.showCredits(EVE)
    await act(operator, account.id, 'add-credits', { confirm: EVE, credits: '70', reason: 'paid by invoice 7' })
    await act(operator, account.id, 'take-credits', { confirm: EVE, credits: '100', reason: 'invoice 7 fell through' })
    expect(await manage.showCredits(EVE)).toMatchObject({ free: 270, added: 0 })
    const refused = await act(operator, account.id, 'take-credits', { confirm: EVE, credits: '271' })
    expect([refused.status, refused.text.includes('has fewer than 271 credits')]).toEqual([400, true])
    const ledger = (await eve.get('/credits')).text
    for (const told of [
      'Credits added: paid by invoice 7',
      'Credits taken back: invoice 7 fell through',
      '−30',
      '−70',
    ]) {
      expect(ledger).toContain(told)
    }
  })

  it('suspends nobody by mistake, and not the one who acts', async () => {
    const { manage, operator, act } = await start()
    const { account } = await manage.showCredits('op@example.com')
    const own = await act(operator, account.id, 'suspend', { confirm: 'op@example.com' })
    expect(own.text).toContain('You cannot suspend your own account')
    expect((await operator.get('/operator')).status).toBe(200)
    for (const path of ['accounts/acct_none', `accounts/${account.id}/none`, `accounts/${account.id}/toString`]) {
      expect((await operator.get(`/operator/${path}`)).status).toBe(404)
    }
  })

  it('finds accounts by any part of their address, page by page, each once', async () => {
    const { manage, operator, clock } = await start()
    const ids: string[] = []
    for (let index = 0; index < 60; index += 1) {
      if (index % 7 === 0) clock.at += 1
      ids.push((await manage.createAccount(`user_${index}@example.org`, 'free')).id)
    }
    await manage.suspend(ids[3] ?? '')
    const seen: string[] = []
    let next: string | undefined = '/operator?search=%40example.org'
    while (next !== undefined) {
      const { text } = await operator.get(next.replaceAll('&amp;', '&'))
      seen.push(...[...text.matchAll(/<code class="id">(acct_[^<]+)</g)].map(([, id = '']) => id))
      next = /<a href="([^"]+)" rel="next">/.exec(text)?.[1]
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    const found = async (query: string) => {
      const { text } = await operator.get(`/operator?${query}`)
      return [...text.matchAll(/<code class="id">(acct_[^<]+)</g)].map(([, id]) => id)
    }
    expect(await found('search=USER_59')).toEqual([ids[59]])
    expect(await found(`search=${ids[0]}`)).toEqual([ids[0]])
    expect(await found('state=suspended')).toEqual([ids[3]])
    // Beside the account of the command line.
    expect(await found('state=operator')).toHaveLength(2)
    // Not a pattern: it stands for itself.
    expect(await found('search=user%2559')).toEqual([])
    expect(await found('search=user%25')).toEqual([])
    expect(await found('search=r_1%40')).toEqual([ids[1]])
  })

  it('sees how the service is', async () => {
    const { operator, post, join } = await start()
    const { key } = await join()
    await (await post(key, ask())).text()
    const running = await post(key, ask({ query: 'wait' }))
    const { text } = await operator.get('/operator/service')
    expect(text).toMatch(
      /ready[\s\S]*Version<\/dt><dd>\d+\.\d+\.\d+[\s\S]*(SQLite|PostgreSQL), [\d.,]+ MiB, schema \d+/,
    )
    for (const page of [text, (await operator.get('/operator')).text]) {
      expect(page).toMatch(/href="\/operator\/accounts\/acct_[^"]+">user1@example\.com</)
    }
    await running.body?.cancel()
  })
})

describe.runIf(NO_BROWSER === '')(`suspending in a browser${NO_BROWSER}`, () => {
  const browser = withBrowser()

  onBothDatabases('the operator', (createUrl) => {
    it('search, open, type the address, suspend, see it', async () => {
      const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
      const { url, manage } = await startTestService({ environment })
      await signUp(url, 'op@example.com')
      await manage.setOperator('op@example.com', true)
      await manage.createAccount(EVE, 'free')
      const { key } = await manage.createKey(EVE)
      const page = await browser.open({ javaScriptEnabled: false })
      await page.goto(`${url}/sign-in?to=/operator`)
      await page.getByLabel('Email address').fill('op@example.com')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('Address or id').fill('eve@')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('link', { name: EVE }).click()
      await page.getByRole('link', { name: 'Suspend the account' }).click()
      await page.getByLabel('Reason').fill('misuse')
      await page.getByLabel(`Type ${EVE} to confirm`).fill('eva@example.com')
      await page.getByRole('button', { name: 'Suspend' }).click()
      expect(await page.getByRole('alert').innerText()).toContain('Nothing was changed')
      await page.getByLabel('Reason').fill('misuse')
      await page.getByLabel(`Type ${EVE} to confirm`).fill(EVE)
      await page.getByRole('button', { name: 'Suspend' }).click()
      expect(await page.getByRole('status').innerText()).toBe('The account is suspended.')
      const refused = await fetch(`${url}/v1/research/req_1`, { headers: { 'x-api-key': key } })
      expect(refused.status).toBe(401)
    }, 60_000)
  })
})
