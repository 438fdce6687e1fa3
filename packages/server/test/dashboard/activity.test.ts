import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import type { SecurityEvent } from '../../src/accounts/security-event.ts'
import { readSettings } from '../../src/index.ts'
import { openStorage } from '../../src/open-storage.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { runInProcess } from '../support/command-line.ts'
import { startTestService } from '../support/service.ts'
import { createVisitor, PASSWORD, signUp } from '../support/visitor.ts'

const DAY = 86_400_000
const ADA = 'ada@example.com'

onBothDatabases('the audit trail', (createUrl) => {
  const start = async () => {
    const clock = {
      at: Date.UTC(2026, 0, 15),
      // No two acts at once: the order of a list is that of its times.
      now() {
        clock.at += 1
        return clock.at
      },
    }
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32), TRUST_PROXY: '127.0.0.1' }
    const service = await startTestService({ clock, environment })
    const events = async (ref = ADA): Promise<SecurityEvent[]> => {
      const storage = await openStorage(readSettings(environment))
      try {
        const account = await storage.accounts.find(ref)
        const { items } = await storage.securityEvents.list({ accountId: account?.id ?? 'nobody', limit: 100 })
        return items.reverse()
      } finally {
        await storage.close()
      }
    }
    return { ...service, clock, environment, events }
  }

  it('tells of sign-ins, failures, keys, tiers and credits: by whom and from where', async () => {
    const { url, manage, clock, events } = await start()
    const ada = await signUp(url, ADA, { 'x-forwarded-for': '198.51.100.1', 'user-agent': 'Firefox' })
    clock.at += 1_000
    const thief = createVisitor(url, { 'x-forwarded-for': '203.0.113.7' })
    for (let tries = 0; tries < 3; tries += 1) {
      await thief.send('/sign-in', { email: ADA, password: 'wrong wrong wrong' }, '/sign-in')
    }
    clock.at += 1_000
    await ada.send('/credentials', { name: 'laptop' })
    const [key] = await manage.listKeys(ADA)
    clock.at += 1_000
    await ada.send(`/credentials/${key?.id}/roll`)
    const operator = await signUp(url, 'op@example.com')
    await manage.setOperator('op@example.com', true)
    const { account } = await manage.showCredits(ADA)
    clock.at += 1_000
    const confirmed = { confirm: ADA, reason: 'a gift' }
    await operator.send(`/operator/accounts/${account.id}/tier`, { ...confirmed, tier: 'pro' })
    clock.at += 1_000
    await operator.send(`/operator/accounts/${account.id}/add-credits`, { ...confirmed, credits: '70' })
    clock.at += 1_000
    await ada.send('/account/password', { current: PASSWORD, password: 'another long password' })

    const told = await events()
    expect(told.map(({ kind, actor, address, count }) => [kind, actor, address, count])).toEqual([
      ['signed_up', 'account', '198.51.100.1', 1],
      ['signed_in', 'account', '198.51.100.1', 1],
      ['sign_in_failed', 'unknown', '203.0.113.7', 3],
      ['key_created', 'account', '198.51.100.1', 1],
      ['key_rolled', 'account', '198.51.100.1', 1],
      ['tier_set', 'operator', '127.0.0.1', 1],
      ['credits_added', 'operator', '127.0.0.1', 1],
      ['password_set', 'account', '198.51.100.1', 1],
    ])
    expect(told[0]?.userAgent).toBe('Firefox')
    expect(told[3]?.detail).toEqual({ key: key?.id, last4: key?.last4, name: 'laptop' })
    expect(told[4]?.detail).toMatchObject({ replaced: key?.id })
    expect(told[5]?.detail).toEqual({ from: 'free', to: 'pro' })
    expect(told[6]?.detail).toEqual({ credits: 70, reason: 'a gift' })
    const secrets = [PASSWORD, 'another long password', 'wrong wrong wrong', 'dr_live_']
    for (const secret of secrets) expect(JSON.stringify(told)).not.toContain(secret)
  })

  it('is shown to the account it concerns, and to operators whole', async () => {
    const { url, manage } = await start()
    const ada = await signUp(url, ADA, { 'x-forwarded-for': '198.51.100.1' })
    const bob = await signUp(url, 'bob@example.com', { 'x-forwarded-for': '203.0.113.7' })
    await bob.send('/credentials', { name: 'of-bob' })
    const own = await ada.get('/account/activity')
    expect(own.text).toContain('198.51.100.1')
    expect(own.text).not.toMatch(/203\.0\.113\.7|of-bob/)
    expect((await bob.get('/account/activity')).text).toContain('of-bob')
    expect((await ada.get('/operator/activity')).status).toBe(404)
    await manage.setOperator(ADA, true)
    expect((await ada.get('/operator/activity')).text).toMatch(/203\.0\.113\.7[\s\S]*198\.51\.100\.1/)
    expect((await ada.get('/operator/activity')).text).toMatch(
      /href="\/operator\/accounts\/acct_[^"]+">bob@example\.com</,
    )
    const found = await ada.get('/operator/activity?account=Bob%40example.com')
    expect(found.text).toContain('of-bob')
    expect(found.text).not.toContain('198.51.100.1')
    for (let index = 0; index < 20; index += 1) await ada.send('/credentials', { name: `key ${index}` })
    const first = await ada.get('/account/activity')
    const older = /href="(\/account\/activity\?after=[^"]+)"/.exec(first.text)?.[1] ?? ''
    expect(first.text).toContain('key 19')
    expect(first.text).not.toContain('Signed up')
    expect((await ada.get(older)).text).toContain('Signed up')
  })

  it('tells of what the command line did, and of what it could not do nothing', async () => {
    const { environment, events } = await start()
    const run = async (...words: string[]) => (await runInProcess(words, environment)).code
    expect(await run('account', 'create', '--email', ADA)).toBe(0)
    expect(await run('account', 'create', '--email', ADA)).toBe(1)
    expect(await run('account', 'tier', ADA, 'scale')).toBe(0)
    expect(await run('account', 'operator', ADA)).toBe(0)
    expect(await run('account', 'link', ADA)).toBe(0)
    expect(await run('credits', 'grant', ADA, '5')).toBe(0)
    expect(await run('key', 'create', ADA)).toBe(0)
    const told = await events()
    const key = String(told.at(-1)?.detail?.['key'])
    expect(await run('key', 'revoke', key)).toBe(0)
    expect(await run('key', 'revoke', key)).toBe(1)
    expect((await events()).map(({ kind, actor, actorId }) => [kind, actor, actorId])).toEqual(
      [
        'account_created',
        'tier_set',
        'operator_granted',
        'link_created',
        'credits_added',
        'key_created',
        'key_revoked',
      ].map((kind) => [kind, 'command_line', userInfo().username]),
    )
  })

  it('is kept for 90 days', async () => {
    const { manage, clock, environment, events } = await start()
    await manage.createAccount(ADA, 'free')
    clock.at += DAY
    await manage.setTier(ADA, 'pro')
    const storage = await openStorage(readSettings(environment))
    const [first] = await events()
    await storage.securityEvents.sweep((first?.at ?? 0) + 90 * DAY)
    expect(await events()).toHaveLength(2)
    await storage.securityEvents.sweep((first?.at ?? 0) + 90 * DAY + 1)
    expect((await events()).map(({ kind }) => kind)).toEqual(['tier_set'])
    await storage.close()
  })
})
