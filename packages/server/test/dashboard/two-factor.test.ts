import { generate } from 'otplib'
import { expect, it } from 'vitest'
import { FRESH_FOR } from '../../src/accounts/sessions.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { runInProcess } from '../support/command-line.ts'
import { startTestService } from '../support/service.ts'
import { type Answer, createVisitor, PASSWORD, signUp, type TestVisitor } from '../support/visitor.ts'

const ADA = 'ada@example.com'
const STEP = 30_000

onBothDatabases('two-factor sign-in', (createUrl) => {
  const start = async (more: Record<string, string> = {}) => {
    const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
    const environment = {
      DATABASE_URL: await createUrl(),
      AUTH_SECRET: 's'.repeat(32),
      TRUST_PROXY: '127.0.0.1',
      ...more,
    }
    const service = await startTestService({ clock, environment })
    /** The code of the next step: one of a step is taken once. */
    const nextCode = (secret: string) => {
      clock.at += STEP
      return generate({ secret, epoch: clock.at / 1_000 })
    }
    const turnOn = async (visitor: TestVisitor) => {
      await visitor.send('/account/two-factor')
      const { text } = await visitor.get('/account/two-factor')
      const secret = (/<code id="secret">([A-Z2-7 ]+)</.exec(text)?.[1] ?? '').replaceAll(' ', '')
      const page = await visitor.send(
        '/account/two-factor/confirm',
        { code: await nextCode(secret) },
        '/account/two-factor',
      )
      return { secret, setUp: text, page, codes: codesIn(page) }
    }
    const enterPassword = async (address = '198.51.100.1') => {
      const visitor = createVisitor(service.url, { 'x-forwarded-for': address })
      const { headers } = await visitor.send('/sign-in', { email: ADA, password: PASSWORD, to: '/usage' }, '/sign-in')
      return { visitor, location: headers.get('location') }
    }
    const enterCode = (visitor: TestVisitor, code: string) => visitor.send('/sign-in/code', { code }, '/sign-in/code')
    return { ...service, clock, environment, nextCode, turnOn, enterPassword, enterCode }
  }
  const codesIn = ({ text }: Answer) => text.match(/\b([A-Z2-7]{4}-){3}[A-Z2-7]{4}\b/g) ?? []

  it('a step that waits for its code ends when all sessions are closed', async () => {
    const { url, nextCode, turnOn, enterPassword, enterCode } = await start()
    const ada = await signUp(url, ADA)
    const { secret } = await turnOn(ada)
    const { visitor } = await enterPassword()
    await ada.send('/account/sign-out-everywhere')
    const entered = await enterCode(visitor, await nextCode(secret))
    expect(entered.headers.get('location')).toBe('/sign-in?done=late')
    expect((await visitor.get('/credits')).status).toBe(303)
  })

  it('is what operators need where the settings say so', async () => {
    const { url, manage, nextCode, turnOn, enterPassword, enterCode } = await start({
      OPERATOR_SECOND_FACTOR: 'required',
    })
    const ada = await signUp(url, ADA)
    await manage.setOperator(ADA, true)
    for (const path of ['/operator', '/operator/service', '/operator/activity']) {
      expect((await ada.get(path)).headers.get('location')).toBe(`/confirm?for=operator&to=${encodeURIComponent(path)}`)
    }
    // There is none to be asked for yet.
    const asked = await ada.get('/confirm?for=operator&to=/operator')
    expect(asked.headers.get('location')).toBe('/account?done=no-factor')
    const { secret } = await turnOn(ada)
    expect((await ada.get('/operator')).status).toBe(200)
    const { visitor } = await enterPassword()
    await enterCode(visitor, await nextCode(secret))
    expect((await visitor.get('/operator')).status).toBe(200)
    await manage.removeTwoFactor(ADA)
    for (const session of [ada, visitor]) expect((await session.get('/operator')).status).toBe(303)
    // A session from before is asked for a code, and a password is none.
    const plain = (await enterPassword()).visitor
    await turnOn(ada)
    expect((await plain.get('/operator')).status).toBe(303)
    const page = await plain.get('/confirm?for=operator&to=/operator')
    expect(page.text).toContain('autocomplete="one-time-code"')
    expect(page.text).not.toContain('type="password"')
    await plain.send('/confirm', { password: PASSWORD, to: '/operator' }, '/account')
    expect((await plain.get('/operator')).status).toBe(303)
  })

  it('is set up with a picture and a secret, and asked for after the password', async () => {
    const { url, nextCode, turnOn, enterPassword, enterCode, clock } = await start()
    const ada = await signUp(url, ADA)
    await ada.send('/account/two-factor')
    expect((await ada.send('/account/two-factor/confirm', { code: '000000' }, '/account/two-factor')).status).toBe(400)
    // Nothing is asked for until a code was entered.
    expect((await enterPassword()).location).toBe('/usage')
    const { secret, setUp, page, codes } = await turnOn(ada)
    expect(setUp).toMatch(/<svg[^>]+viewBox/)
    expect(setUp).not.toContain('style=')
    expect([page.status, codes.length, new Set(codes).size]).toEqual([200, 10, 10])
    expect((await ada.get('/account')).text).toContain('10 backup codes')
    expect((await ada.get('/account')).text).not.toContain(codes[0])
    expect((await ada.get('/account/two-factor')).status).toBe(303)

    const { visitor, location } = await enterPassword()
    expect(location).toBe('/sign-in/code')
    expect((await visitor.get('/credits')).status).toBe(303)
    const code = await nextCode(secret)
    const entered = await enterCode(visitor, code)
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/usage'])
    expect((await visitor.get('/credits')).status).toBe(200)
    // The same code again, by whoever looked over the shoulder.
    const second = await enterPassword()
    expect((await enterCode(second.visitor, code)).status).toBe(401)
    expect((await second.visitor.get('/credits')).status).toBe(303)
    // Without the password there is nowhere to enter a code.
    expect((await createVisitor(url).get('/sign-in/code')).headers.get('location')).toBe('/sign-in?done=late')
    clock.at += 600_000
    expect((await second.visitor.get('/sign-in/code')).headers.get('location')).toBe('/sign-in?done=late')
  })

  it('backup codes open once each, new ones replace them, and both are told of', async () => {
    const { url, turnOn, enterPassword, enterCode, nextCode } = await start()
    const ada = await signUp(url, ADA)
    const { codes, secret } = await turnOn(ada)
    const first = await enterPassword()
    expect((await enterCode(first.visitor, (codes[0] ?? '').toLowerCase())).status).toBe(303)
    const second = await enterPassword()
    expect((await enterCode(second.visitor, codes[0] ?? '')).status).toBe(401)
    expect((await ada.get('/account')).text).toContain('9 backup codes')
    const renewed = codesIn(await ada.send('/account/two-factor/codes'))
    expect(renewed).toHaveLength(10)
    expect((await enterCode(second.visitor, codes[1] ?? '')).status).toBe(401)
    expect((await enterCode(second.visitor, renewed[1] ?? '')).status).toBe(303)
    const { text } = await ada.get('/account/activity')
    for (const part of ['Two-factor sign-in turned on', 'Backup code used', 'Backup codes made', 'Wrong code']) {
      expect(text).toContain(part)
    }
    for (const kept of [secret, ...codes, await nextCode(secret)]) expect(text).not.toContain(kept)
  })

  it('wrong codes wait longer each time, and no caller locks the owner out', async () => {
    const { url, turnOn, enterPassword, enterCode, nextCode } = await start()
    const { secret } = await turnOn(await signUp(url, ADA))
    const thief = await enterPassword('203.0.113.7')
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await enterCode(thief.visitor, '000000')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const owner = await enterPassword()
    expect((await enterCode(owner.visitor, await nextCode(secret))).status).toBe(303)
  })

  it('is asked for by a one-time link too, which a wrong code does not spend', async () => {
    const { url, turnOn, nextCode, manage } = await start()
    const ada = await signUp(url, ADA)
    const { secret } = await turnOn(ada)
    const token = await manage.createLink(ADA)
    const visitor = createVisitor(url)
    const enter = (code: string) => visitor.send('/enter', { token, code }, `/enter?token=${token}`)
    expect((await visitor.get(`/enter?token=${token}`)).text).toContain('name="code"')
    expect((await enter('000000')).status).toBe(401)
    expect((await enter('')).status).toBe(401)
    expect((await ada.get('/credits')).status).toBe(200)
    expect((await enter(await nextCode(secret))).headers.get('location')).toBe('/account?done=entered')
    expect((await ada.get('/credits')).status).toBe(303)
    // A code confirms again where there is no password.
    expect((await visitor.get('/account')).text).toContain('Turn off')
  })

  it('is turned off after the password was asked for again, or on the command line', async () => {
    const { url, turnOn, enterPassword, clock, environment, manage, nextCode } = await start()
    const ada = await signUp(url, ADA)
    await turnOn(ada)
    clock.at += FRESH_FOR
    const remove = () => ada.send('/account/two-factor/remove', {}, '/account')
    expect((await remove()).headers.get('location')).toBe('/confirm?to=%2Faccount')
    expect((await ada.send('/account/two-factor/codes', {}, '/account')).headers.get('location')).toContain('/confirm')
    await ada.send('/confirm', { password: PASSWORD, to: '/account/two-factor/remove' }, '/confirm?to=/account')
    expect((await ada.get('/account/two-factor/remove')).text).toContain('Turn off two-factor sign-in?')
    expect((await remove()).headers.get('location')).toBe('/account?done=two-factor-off')
    expect((await enterPassword()).location).toBe('/usage')

    const { secret } = await turnOn(ada)
    // Without a password, a code says again who it is.
    const token = await manage.createLink(ADA)
    const visitor = createVisitor(url)
    await visitor.send('/enter', { token, code: await nextCode(secret) }, `/enter?token=${token}`)
    clock.at += FRESH_FOR
    expect((await visitor.get('/confirm?to=/credentials')).text).toContain('action="/confirm/code"')
    const confirmed = await visitor.send(
      '/confirm/code',
      { code: await nextCode(secret), to: '/credentials' },
      '/confirm',
    )
    expect(confirmed.headers.get('location')).toBe('/credentials')
    expect((await visitor.send('/credentials', { name: 'laptop' }, '/credentials')).status).toBe(200)

    const { code } = await runInProcess(['account', 'two-factor', ADA, '--off'], environment)
    expect(code).toBe(0)
    expect((await visitor.get('/account')).text).toContain('Set up')
    const again = await runInProcess(['account', 'two-factor', ADA, '--off'], environment)
    expect(again.stderr).toContain('ada@example.com does not use two-factor sign-in.')
  })
})
