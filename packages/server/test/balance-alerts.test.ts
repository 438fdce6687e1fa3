import { expect, it, onTestFinished } from 'vitest'
import { createManagement } from '../src/accounts/manage.ts'
import { createBalanceAlerts } from '../src/balance-alerts.ts'
import { readSettings } from '../src/config.ts'
import { silentLog } from '../src/kernel/log.ts'
import { createSmtpMailer } from '../src/mail/smtp.ts'
import { openStorage } from '../src/open-storage.ts'
import { onBothDatabases } from './support/both-databases.ts'
import { ANY, ENDED } from './support/history.ts'
import { startSmtpSink } from './support/smtp-sink.ts'

onBothDatabases('alerts of a low balance', (createUrl) => {
  const start = async () => {
    const sink = await startSmtpSink()
    const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
    const storage = await openStorage(
      readSettings({ DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }),
      clock,
    )
    const mailer = createSmtpMailer(sink.url, 'research@example.com')
    onTestFinished(async () => {
      mailer.close()
      await storage.close()
    })
    const manage = createManagement({ ...storage, clock })
    const { id } = await manage.createAccount('ada@example.com', 'free')
    await storage.accounts.setPreferences(id, { timeZone: undefined, alertBelow: 285 })
    const parts = { ...storage, baseUrl: 'http://research.example.com', clock, log: silentLog }
    let requests = 0
    const spend = async (status: 'completed' | 'failed' = 'completed') => {
      requests += 1
      const request = {
        ...ANY,
        id: `req_${requests}`,
        accountId: id,
        level: 'low',
        credits: 10,
        now: clock.at,
      } as const
      await storage.admission.admit(request)
      const end = { ...ENDED, id: request.id, status, refund: status === 'failed', now: clock.at }
      await storage.admission.settle(end)
    }
    const alert = createBalanceAlerts({ ...parts, mailer })
    return { sink, clock, storage, manage, spend, alert, parts, mailer, id }
  }

  it('are mailed once each time that it falls below, and not where it is refilled meanwhile', async () => {
    const { sink, manage, spend, alert, id } = await start()
    const mailed = async () => {
      await alert()
      return sink.received.length
    }
    await spend()
    expect(await mailed()).toBe(0)
    await spend()
    expect(await mailed()).toBe(1)
    expect(sink.received[0]?.to).toEqual(['ada@example.com'])
    expect(sink.received[0]?.source).toContain('Subject: Your balance is 280 credits')
    await spend()
    expect(await mailed()).toBe(1)
    await manage.grantCredits(id, 20)
    expect(await mailed()).toBe(1)
    await manage.takeCredits(id, 10)
    expect(await mailed()).toBe(2)
    await manage.grantCredits(id, 20)
    await spend('failed')
    expect(await mailed()).toBe(2)
  })

  it('are tried again as long as the mail server does not take them, for a day', async () => {
    const { sink, clock, spend, alert, parts, storage } = await start()
    const failing = createBalanceAlerts({
      ...parts,
      mailer: createSmtpMailer('smtp://ada:wrong@127.0.0.1:1', 'research@example.com'),
    })
    await spend()
    await spend()
    await failing()
    expect(await storage.accounts.dueAlerts()).toHaveLength(1)
    await alert()
    expect(sink.received).toHaveLength(1)
    await spend('failed')
    await parts.credits.change(
      (await storage.accounts.list())[0]?.id ?? '',
      () => [{ pool: 'added', amount: 10, reason: 'top_up' }],
      clock.at,
    )
    await spend()
    clock.at += 86_400_000
    await failing()
    expect(await storage.accounts.dueAlerts()).toEqual([])
  })
})
