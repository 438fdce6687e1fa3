import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { startTestService } from '../support/service.ts'
import { createVisitor, PASSWORD, setUpByLink, signUp } from '../support/visitor.ts'

onBothDatabases('one-time links', (createUrl) => {
  const start = async (fresh = false) => {
    const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
    const service = await startTestService({ clock, environment, fresh })
    const enter = (visitor: ReturnType<typeof createVisitor>, token: string) =>
      visitor.send('/enter', { token }, `/enter?token=${token}`)
    return { ...service, clock, enter }
  }

  it('nobody signs up before the printed link was used, and its holder alone is an operator', async () => {
    const { url, firstLink = '', manage } = await start(true)
    const stranger = createVisitor(url)
    const attempt = (email: string) => stranger.send('/sign-up', { email, password: PASSWORD }, '/sign-in')
    const early = await stranger.get('/sign-up')
    expect([early.status, early.text.includes('open the link that the service printed')]).toEqual([403, true])
    const signIn = await stranger.get('/sign-in')
    expect(signIn.text).not.toContain('/sign-up')
    expect(signIn.text).toContain('open the link that the service printed')
    for (const email of ['operator@localhost', 'ada@example.com']) expect((await attempt(email)).status).toBe(403)
    expect(await manage.listAccounts()).toEqual([])

    expect(firstLink).toMatch(new RegExp(`^${url}/enter\\?token=[\\w-]{43}$`))
    const owner = createVisitor(url)
    await setUpByLink(owner, firstLink, 'owner@example.com')
    expect((await owner.get('/operator')).status).toBe(200)
    expect((await manage.listAccounts()).map(({ email }) => email)).toEqual(['owner@example.com'])

    expect((await attempt('operator@localhost')).status).toBe(400)
    const ada = await signUp(url, 'ada@example.com')
    expect((await ada.get('/operator')).status).toBe(404)
    expect((await createVisitor(url).get(firstLink.slice(url.length))).status).toBe(410)
  })

  it('the first link asks again for an address or a password that is refused, and is not spent by it', async () => {
    const { url, firstLink = '', manage } = await start(true)
    const token = new URL(firstLink).searchParams.get('token') ?? ''
    const owner = createVisitor(url)
    const attempt = (email: string, password: string) =>
      owner.send('/enter', { token, email, password }, firstLink.slice(url.length))
    expect((await attempt('owner', PASSWORD)).text).toContain('Enter a valid email address.')
    expect((await attempt('owner@example.com', 'short')).status).toBe(400)
    expect(await manage.listAccounts()).toEqual([])
    expect((await attempt('owner@example.com', PASSWORD)).status).toBe(303)
    expect((await attempt('second@example.com', PASSWORD)).status).toBe(410)
    expect(await manage.listAccounts()).toHaveLength(1)
  })

  it('the first link adopts an account of the command line, which keeps its key and its credits', async () => {
    const { url, firstLink = '', manage } = await start(true)
    const { id } = await manage.createAccount('you@example.com', 'free')
    await manage.grantCredits('you@example.com', 7)
    const { key } = await manage.createKey('you@example.com', 'mine')
    const owner = createVisitor(url)
    const page = (await owner.get(firstLink.slice(url.length))).text
    expect(page).toContain('Choose the operator’s account.')
    expect(page).toContain('Nobody can sign in yet to <span class="email">you@example.com</span>')
    const token = new URL(firstLink).searchParams.get('token') ?? ''
    const attempt = (password: string) =>
      owner.send('/enter', { token, email: 'You@example.com', password }, firstLink.slice(url.length))
    expect((await attempt('short')).status).toBe(400)
    expect((await attempt(PASSWORD)).status).toBe(303)
    expect((await owner.get('/operator')).status).toBe(200)
    expect((await manage.listAccounts()).map((account) => account.id)).toEqual([id])
    expect(await manage.showCredits(id)).toMatchObject({ added: 7 })
    const asked = await fetch(`${url}/v1/research/none`, { headers: { 'x-api-key': key } })
    expect(asked.status).toBe(404)
    const again = createVisitor(url)
    const signedIn = await again.send('/sign-in', { email: 'you@example.com', password: PASSWORD }, '/sign-in')
    expect(signedIn.status).toBe(303)
  })

  it('the first link takes over no account that can sign in, and says what makes it the operator’s', async () => {
    const { url, firstLink = '', manage } = await start(true)
    await manage.createAccount('you@example.com', 'free')
    const entered = createVisitor(url)
    const own = await manage.createLink('you@example.com')
    await entered.send('/enter', { token: own }, `/enter?token=${own}`)
    expect((await entered.send('/account/password', { password: PASSWORD })).status).toBe(303)
    const stranger = createVisitor(url)
    const token = new URL(firstLink).searchParams.get('token') ?? ''
    const fields = { token, email: 'you@example.com', password: 'another long password' }
    const refused = await stranger.send('/enter', fields, firstLink.slice(url.length))
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('run deep-research account operator you@example.com where the service runs')
    expect(refused.text).not.toContain('Nobody can sign in yet')
    const back = createVisitor(url)
    const signedIn = await back.send('/sign-in', { email: 'you@example.com', password: PASSWORD }, '/sign-in')
    expect(signedIn.status).toBe(303)
    expect((await back.get('/operator')).status).toBe(404)
  })

  it('looking at a link spends nothing; its button does, once', async () => {
    const { url, manage, enter } = await start()
    await manage.createAccount('ada@example.com', 'free')
    const token = await manage.createLink('ada@example.com')
    for (const method of ['GET', 'HEAD', 'GET']) {
      const looked = await fetch(`${url}/enter?token=${token}`, { method, redirect: 'manual' })
      expect(looked.status).toBe(200)
      expect(looked.headers.getSetCookie().filter((line) => !line.includes('_form='))).toEqual([])
    }
    const ada = createVisitor(url)
    expect((await ada.get('/credentials')).status).toBe(303)
    expect((await enter(ada, token)).headers.get('location')).toBe('/account?done=entered')
    expect((await ada.get('/account?done=entered')).text).toContain('set a new one now')
    expect((await createVisitor(url).get(`/enter?token=${token}`)).status).toBe(410)
    expect((await createVisitor(url).send('/enter', { token }, '/sign-in')).status).toBe(410)
  })

  it('whoever was in before the owner came by a link is out: sessions, password and other links', async () => {
    const { url, manage, enter } = await start()
    const squatter = await signUp(url, 'ada@example.com')
    const [token, other] = [await manage.createLink('ada@example.com'), await manage.createLink('ada@example.com')]
    const owner = createVisitor(url)
    expect((await enter(owner, token)).status).toBe(303)
    expect((await squatter.get('/credentials')).status).toBe(303)
    const again = createVisitor(url)
    const answer = await again.send('/sign-in', { email: 'ada@example.com', password: PASSWORD }, '/sign-in')
    expect(answer.status).toBe(401)
    expect((await createVisitor(url).get(`/enter?token=${other}`)).status).toBe(410)
    expect((await owner.send('/account/password', { password: 'my own new password' })).status).toBe(303)
    const back = createVisitor(url)
    const signedIn = await back.send(
      '/sign-in',
      { email: 'ada@example.com', password: 'my own new password' },
      '/sign-in',
    )
    expect(signedIn.status).toBe(303)
  })

  it('a link expires after an hour', async () => {
    const { url, manage, clock } = await start()
    await manage.createAccount('ada@example.com', 'free')
    const token = await manage.createLink('ada@example.com')
    clock.at += 3_600_000
    expect((await createVisitor(url).get(`/enter?token=${token}`)).status).toBe(410)
    expect((await createVisitor(url).send('/enter', { token }, '/sign-in')).status).toBe(410)
    expect((await createVisitor(url).get('/enter?token=a&token=b')).status).toBe(410)
  })

  it('a form of another site spends no link', async () => {
    const { url, manage } = await start()
    await manage.createAccount('ada@example.com', 'free')
    const token = await manage.createLink('ada@example.com')
    expect((await createVisitor(url).post('/enter', { token })).status).toBe(403)
    expect((await createVisitor(url).get(`/enter?token=${token}`)).status).toBe(200)
  })
})
