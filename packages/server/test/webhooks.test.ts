import { openPost } from '@deep-research/engine'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { createWebhooks, type WebhooksParts } from '../src/accounts/manage-webhooks.ts'
import { WEBHOOK_EVENTS } from '../src/accounts/webhook.ts'
import { readSettings } from '../src/index.ts'
import { silentLog } from '../src/kernel/log.ts'
import { manage, openStorage } from '../src/open-storage.ts'
import { startDeliveries } from '../src/webhooks/deliver.ts'
import { onBothDatabases } from './support/both-databases.ts'
import { startReceiver } from './support/receiver.ts'

const SECRET = 's'.repeat(32)
const BY_TEST = { actor: 'program' } as const
const HOUR = 3_600_000

onBothDatabases('webhooks', (createUrl) => {
  /** Webhooks of one account, at a time that the test moves. */
  const open = async () => {
    const storage = await openStorage(readSettings({ DATABASE_URL: await createUrl(), AUTH_SECRET: SECRET }))
    const receiver = await startReceiver()
    let now = Date.now()
    const clock = { now: () => now }
    const post = await openPost({ userAgent: 'test', ...receiver.reach })
    const start = () =>
      startDeliveries({ ...storage, secret: SECRET, clock, log: silentLog, openPost: async () => post })
    const deliveries = start()
    onTestFinished(async () => {
      await deliveries.close()
      await storage.close()
    })
    const parts: WebhooksParts = {
      ...storage,
      clock,
      secret: SECRET,
      checkAddress: async () => {},
      poke: () => deliveries.poke(),
    }
    const webhooks = createWebhooks(parts)
    const { id: accountId } = await manage(storage, clock).createAccount('ada@example.com', 'free')
    const create = (url = 'https://example.com/hook', events: readonly string[] = WEBHOOK_EVENTS) =>
      webhooks.create({ accountId, url, events }, BY_TEST)
    const pass = async (ms: number) => {
      now += ms
      deliveries.poke()
      await deliveries.settled()
    }
    const listed = async (webhook: Awaited<ReturnType<typeof create>>) => await webhooks.deliveries(webhook)
    return {
      storage,
      receiver,
      webhooks,
      accountId,
      create,
      pass,
      listed,
      start,
      manage: manage(storage, clock),
      clock,
    }
  }
  /** Makes the balance fall below the alert level. */
  const spend = async ({ storage, accountId, manage: by }: Awaited<ReturnType<typeof open>>) => {
    await storage.accounts.setPreferences(accountId, { timeZone: undefined, alertBelow: 200 })
    await by.takeCredits(accountId, 150)
  }

  it('are sent a message that their secret verifies', async () => {
    const opened = await open()
    const webhook = await opened.create('https://example.com/hook?a=1', ['credits.low'])
    await spend(opened)
    await opened.pass(0)
    const [message] = opened.receiver.received
    expect(message?.path).toBe('/hook?a=1')
    expect(new Webhook(webhook.secret).verify(message?.body ?? '', message?.headers as Record<string, string>)).toEqual(
      {
        type: 'credits.low',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        data: { balance: 150, alert_below: 200 },
      },
    )
    expect(await opened.listed(webhook)).toMatchObject([
      { id: message?.headers['webhook-id'], attempts: 1, delivered: true, outcome: '204' },
    ])
    const [row] = await opened.storage.webhooks.take({ now: opened.clock.now(), again: 0, limit: 9, busy: [] })
    expect(row).toBeUndefined()
  })

  it('that are down for an hour get the message afterwards, with the same id', async () => {
    const opened = await open()
    const { receiver, pass, listed } = opened
    const webhook = await opened.create()
    receiver.answer = (response) => response.writeHead(503).end()
    await spend(opened)
    for (let minutes = 0; minutes < 60; minutes += 1) await pass(60_000)
    const before = receiver.received.length
    expect(await listed(webhook)).toMatchObject([{ attempts: before, delivered: false, outcome: '503' }])
    expect(before).toBeLessThan(7)
    receiver.answer = (response) => response.writeHead(200).end('thanks')
    await pass(HOUR)
    expect(receiver.received).toHaveLength(before + 1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await listed(webhook)).toMatchObject([{ delivered: true }])
  })

  it('that never answer well are given up after a day, and a redirect is not followed', async () => {
    const opened = await open()
    const { receiver, pass, listed } = opened
    const webhook = await opened.create()
    receiver.answer = (response) => response.writeHead(308, { location: 'https://example.org/' }).end()
    await spend(opened)
    for (let hours = 0; hours < 30; hours += 1) await pass(HOUR / 2)
    expect(await listed(webhook)).toMatchObject([{ endedAt: undefined, outcome: '308' }])
    for (let hours = 0; hours < 30; hours += 1) await pass(HOUR / 2)
    expect(await listed(webhook)).toMatchObject([{ delivered: false, dueAt: undefined, outcome: '308' }])
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']))
    expect((await opened.webhooks.list(opened.accountId))[0]?.disabledAt).toBeUndefined()
  })

  it('whose receiver says 410 are switched off, and can be switched on again', async () => {
    const opened = await open()
    const { receiver, pass, listed, webhooks, accountId } = opened
    const webhook = await opened.create()
    receiver.answer = (response) => response.writeHead(410).end()
    await spend(opened)
    await pass(0)
    const [off] = await webhooks.list(accountId)
    expect(off?.disabledAt).toBeDefined()
    expect(await listed(webhook)).toMatchObject([{ dueAt: undefined, delivered: false, outcome: '410' }])
    await opened.manage.grantCredits(accountId, 100)
    await opened.manage.takeCredits(accountId, 100)
    await pass(HOUR)
    expect(receiver.received).toHaveLength(1)
    await webhooks.switch(webhook, true, BY_TEST)
    await opened.manage.grantCredits(accountId, 100)
    await opened.manage.takeCredits(accountId, 100)
    await pass(0)
    expect(receiver.received).toHaveLength(2)
  })

  it('that are slow hold up nobody else', async () => {
    const opened = await open()
    const { receiver, webhooks, pass } = opened
    const slow = await opened.create('https://slow.example.com/slow')
    const quick = await opened.create('https://quick.example.com/quick')
    const held: (() => void)[] = []
    receiver.answer = (response, { path }) => {
      if (path === '/slow') held.push(() => response.writeHead(204).end())
      else response.writeHead(204).end()
    }
    for (let count = 0; count < 40; count += 1) await webhooks.test(slow)
    for (let count = 0; count < 3; count += 1) await webhooks.test(quick)
    const ofQuick = () => receiver.received.filter(({ path }) => path === '/quick')
    while (ofQuick().length < 3) await receiver.has(receiver.received.length + 1)
    expect(held.length).toBeLessThan(10)
    receiver.answer = (response) => response.writeHead(204).end()
    for (const answer of held) answer()
    await pass(0)
    expect(receiver.received).toHaveLength(43)
  })

  it('get the message from another process if one died while it sent it', async () => {
    const opened = await open()
    const webhook = await opened.create()
    await spend(opened)
    // What a process has taken that died at once.
    const now = opened.clock.now()
    expect(await opened.storage.webhooks.take({ now, again: now + 60_000, limit: 9, busy: [] })).toHaveLength(1)
    await opened.pass(59_000)
    expect(opened.receiver.received).toEqual([])
    await opened.pass(1_000)
    expect(await opened.listed(webhook)).toMatchObject([{ attempts: 2, delivered: true }])
  })

  it('get each message from one of several processes', async () => {
    const opened = await open()
    const webhook = await opened.create()
    const others = [opened.start(), opened.start()]
    for (let count = 0; count < 30; count += 1) await opened.webhooks.test(webhook)
    for (const other of others) other.poke()
    await Promise.all([opened.pass(0), ...others.map((other) => other.settled())])
    const ids = opened.receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([30, 30])
    await Promise.all(others.map((other) => other.close()))
  })

  it('whose secret was rolled are signed with both for a day', async () => {
    const opened = await open()
    const { webhooks, receiver, pass } = opened
    const webhook = await opened.create()
    const rolled = await webhooks.roll(webhook, BY_TEST)
    const verifies = (secret: string) => {
      const { body = '', headers = {} } = receiver.received.at(-1) ?? {}
      const signature = String(headers['webhook-signature'])
      const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
      return signature.split(' ').includes(new Webhook(secret).sign(String(headers['webhook-id']), at, body))
    }
    await webhooks.test(webhook)
    await pass(0)
    expect([verifies(webhook.secret), verifies(rolled)]).toEqual([true, true])
    await pass(25 * HOUR)
    await webhooks.test(webhook)
    await pass(0)
    expect([verifies(webhook.secret), verifies(rolled)]).toEqual([false, true])
  })

  it('are at most five an account, and go with it', async () => {
    const opened = await open()
    for (let count = 0; count < 5; count += 1) await opened.create()
    await expect(opened.create()).rejects.toThrow('An account can have 5 webhooks.')
    await expect(opened.create('https://example.com', ['research.none'])).rejects.toThrow('at least one event')
    const [first] = await opened.webhooks.list(opened.accountId)
    if (first) await opened.webhooks.remove(first, BY_TEST)
    await opened.create()
    const { items } = await opened.storage.securityEvents.list({ accountId: opened.accountId, limit: 20 })
    expect(items.filter(({ kind }) => kind === 'webhook_created')).toHaveLength(6)
    expect(items.find(({ kind }) => kind === 'webhook_removed')?.detail).toMatchObject({ host: 'example.com' })
  })

  it.each([
    ['a private address', 'https://10.0.0.1/', 'is not public'],
    ['a name that leads to one', 'https://example.com/', 'has an address that is not public'],
    ['a connection without TLS', 'http://example.com/', 'is not https'],
    ['another port', 'https://example.com:8443/', 'is on another port than is usual'],
  ])('are not sent to %s', async (_, url, outcome) => {
    const opened = await open()
    const webhook = await opened.create(url)
    const post = await openPost({ userAgent: 'test', resolve: async () => ['93.184.215.14', '127.0.0.1'] })
    const guarded = startDeliveries({
      ...opened.storage,
      ...{ secret: SECRET, clock: opened.clock, log: silentLog, openPost: async () => post },
    })
    const at = opened.clock.now()
    const test = { type: 'webhook.test', createdAt: at, webhookId: webhook.id, body: '{}' } as const
    await opened.storage.webhooks.add({ ...test, id: 'msg_1' })
    guarded.poke()
    await guarded.settled()
    await guarded.close()
    expect(await opened.listed(webhook)).toMatchObject([{ delivered: false, outcome }])
  })
})
