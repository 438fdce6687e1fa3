import { expect, it } from 'vitest'
import { createPasswordHasher, type PasswordHasher } from '../../src/accounts/password.ts'
import { FRESH_FOR, SESSION_AT_MOST, SESSION_FOR } from '../../src/accounts/sessions.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { startTestService } from '../support/service.ts'
import { createVisitor, PASSWORD, signUp } from '../support/visitor.ts'

const ADA = 'ada@example.com'

onBothDatabases('sessions', (createUrl) => {
  const start = async () => {
    const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32), TRUST_PROXY: '127.0.0.1' }
    return { ...(await startTestService({ clock, environment })), clock }
  }
  const signIn = async (url: string, headers: Record<string, string>) => {
    const visitor = createVisitor(url, headers)
    await visitor.send('/sign-in', { email: ADA, password: PASSWORD }, '/sign-in')
    return visitor
  }
  const idsIn = (text: string) => [...text.matchAll(/account\/sessions\/([\w-]+)\/revoke/g)].map(([, id = '']) => id)

  it('are listed with where they are, and signed out one by one', async () => {
    const { url } = await start()
    const ada = await signUp(url, ADA, { 'x-forwarded-for': '198.51.100.1', 'user-agent': 'Firefox' })
    const phone = await signIn(url, { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Phone' })
    const { text } = await ada.get('/account')
    for (const part of ['198.51.100.1', 'Firefox', '203.0.113.7', 'Phone', 'this session']) expect(text).toContain(part)
    const [id = '', ...others] = idsIn(text)
    expect(others).toEqual([])
    const bob = await signUp(url, 'bob@example.com')
    expect((await bob.send(`/account/sessions/${id}/revoke`)).status).toBe(404)
    expect((await phone.get('/credits')).status).toBe(200)
    expect((await ada.send(`/account/sessions/${id}/revoke`)).headers.get('location')).toBe('/account?done=revoked')
    expect((await phone.get('/credits')).status).toBe(303)
    expect((await ada.get('/credits')).status).toBe(200)
    expect((await ada.send(`/account/sessions/${id}/revoke`)).status).toBe(404)
    // What names a session opens none.
    const thief = createVisitor(url)
    for (const [name] of ada.cookies) thief.cookies.set(name, id)
    expect((await thief.get('/credits')).status).toBe(303)
  })

  it('are not opened by a sign-in that began before all of them were closed', async () => {
    const plain = createPasswordHasher({ N: 16, r: 8, p: 1 })
    let held: Promise<void> | undefined
    let reached = () => {}
    const hasher: PasswordHasher = {
      hash: (password, caller) => plain.hash(password, caller),
      async verify(password, hash, caller) {
        const right = await plain.verify(password, hash, caller)
        reached()
        await held
        return right
      },
    }
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
    const { url, manage } = await startTestService({ environment, hasher })
    const ada = await signUp(url, ADA)
    const thief = createVisitor(url)
    const form = { email: ADA, password: PASSWORD, _csrf: await thief.token('/sign-in') }
    let goOn = () => {}
    held = new Promise<void>((resolve) => (goOn = resolve))
    const checked = new Promise<void>((resolve) => (reached = resolve))
    const late = thief.post('/sign-in', form)
    await checked
    held = undefined
    const password = { current: PASSWORD, password: 'another long enough one' }
    expect((await ada.send('/account/password', password)).headers.get('location')).toBe('/sign-in?done=password')
    goOn()
    expect((await late).status).toBe(401)
    expect((await thief.get('/credits')).status).toBe(303)
    await manage.suspend(ADA)
    await manage.reinstate(ADA)
    expect((await thief.get('/credits')).status).toBe(303)
  })

  it('end after 30 days, however much they are used', async () => {
    const { url, clock } = await start()
    const ada = await signUp(url, ADA)
    const end = clock.at + SESSION_AT_MOST
    while (clock.at + SESSION_FOR / 2 < end) {
      clock.at += SESSION_FOR / 2
      expect((await ada.get('/credits')).status).toBe(200)
    }
    clock.at = end - 1
    expect((await ada.get('/credits')).status).toBe(200)
    clock.at = end
    expect((await ada.get('/credits')).status).toBe(303)
  })

  it('ask for the password again before keys are changed, half an hour after the sign-in', async () => {
    const { url, clock, manage } = await start()
    const ada = await signUp(url, ADA)
    await ada.send('/credentials', { name: 'laptop' })
    const [key] = await manage.listKeys(ADA)
    clock.at += FRESH_FOR - 1
    expect((await ada.get(`/credentials/${key?.id}/roll`)).status).toBe(200)
    clock.at += 1
    const before = new Map(ada.cookies)
    const _csrf = await ada.token('/account')
    expect((await ada.get('/credentials')).text).toContain('Confirm your password to create keys')
    const asked = `/confirm?to=${encodeURIComponent(`/credentials/${key?.id}/revoke`)}`
    for (const answer of [
      await ada.get(`/credentials/${key?.id}/revoke`),
      await ada.post(`/credentials/${key?.id}/revoke`, { _csrf }),
    ]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([303, asked])
    }
    expect((await ada.post('/credentials', { _csrf })).headers.get('location')).toBe('/confirm?to=%2Fcredentials')
    expect(await manage.listKeys(ADA)).toEqual([key])

    const confirm = (password: string) =>
      ada.send('/confirm', { password, to: `/credentials/${key?.id}/revoke` }, asked)
    expect((await confirm('wrong wrong wrong')).status).toBe(401)
    expect((await confirm(PASSWORD)).headers.get('location')).toBe(`/credentials/${key?.id}/revoke`)
    expect((await ada.send(`/credentials/${key?.id}/revoke`)).status).toBe(303)
    expect((await manage.listKeys(ADA))[0]?.revokedAt).toBeDefined()
    // The session is a new one; the old one is over.
    const old = createVisitor(url)
    for (const [name, value] of before) old.cookies.set(name, value)
    expect((await old.get('/credits')).status).toBe(303)
  })

  it('ask for the password again before an operator acts, and for one where there is none', async () => {
    const { url, clock, manage } = await start()
    const ada = await signUp(url, ADA)
    await manage.setOperator(ADA, true)
    const { account } = await manage.showCredits('first@example.com')
    clock.at += FRESH_FOR
    expect((await ada.get('/operator')).status).toBe(200)
    const acts = ['tier', 'add-credits', 'requests/x'].map((act) => `/operator/accounts/${account.id}/${act}`)
    for (const act of acts) {
      const answer = await ada.send(act, { tier: 'pro', credits: '5' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/confirm?to=${encodeURIComponent(act)}`])
    }
    expect(await manage.showCredits(account.id)).toMatchObject({ account: { tier: 'free' }, added: 0 })
    // Whoever is no operator is not told that there is such a page.
    await manage.setOperator(ADA, false)
    expect((await ada.send(acts[0] ?? '', { tier: 'pro' })).status).toBe(404)
    await ada.send('/confirm', { password: PASSWORD, to: '/operator' }, '/confirm')
    expect((await ada.send(acts[0] ?? '', { tier: 'pro' })).status).toBe(404)

    const token = await manage.createLink(ADA)
    const byLink = createVisitor(url)
    await byLink.send('/enter', { token }, `/enter?token=${token}`)
    expect((await byLink.send('/credentials', {})).status).toBe(200)
    clock.at += FRESH_FOR
    expect((await byLink.send('/credentials', {})).status).toBe(303)
    expect((await byLink.get('/confirm')).headers.get('location')).toBe('/account?done=no-password')
    expect((await byLink.get('/account?done=no-password')).text).toContain('Set a password first')
  })
})
