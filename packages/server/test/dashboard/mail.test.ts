import { Client } from 'pg'
import { expect, it } from 'vitest'
import type { Log } from '../../src/kernel/log.ts'
import { onBothDatabases, onPostgres } from '../support/both-databases.ts'
import { startTestService } from '../support/service.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { createVisitor, PASSWORD, type TestVisitor } from '../support/visitor.ts'

const PUBLIC_URL = 'http://research.example.com'

onBothDatabases('mail', (createUrl) => {
  const start = async (environment: Record<string, string> = {}, log?: Log) => {
    const sink = await startSmtpSink()
    const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
    const service = await startTestService({
      clock,
      ...(log && { log }),
      environment: {
        DATABASE_URL: await createUrl(),
        AUTH_SECRET: 's'.repeat(32),
        SMTP_URL: sink.url,
        MAIL_FROM: 'Research <research@example.com>',
        PUBLIC_URL,
        ...environment,
      },
    })
    return { ...service, clock, sink }
  }
  const ask = (visitor: TestVisitor, page: string, email: string) => visitor.send(page, { email }, page)
  const follow = (visitor: TestVisitor, link: string, fields: Record<string, string> = {}) => {
    const { pathname, search, searchParams } = new URL(link)
    return visitor.send('/enter', { token: searchParams.get('token') ?? '', ...fields }, `${pathname}${search}`)
  }

  it('an account begins with the link that its address was sent, and a password chosen there', async () => {
    const { url, sink, manage } = await start()
    const ada = createVisitor(url)
    expect((await ada.get('/sign-up')).text).not.toContain('type="password"')
    expect((await ask(ada, '/sign-up', ' Ada@Example.com')).text).toContain('Check your mail')
    const mail = await sink.next()
    expect(mail.to).toEqual(['ada@example.com'])
    expect(mail.source).toContain('From: Research <research@example.com>')
    expect(mail.link).toMatch(new RegExp(`^${PUBLIC_URL}/enter\\?token=[\\w-]{43}$`))
    expect(await manage.listAccounts()).toHaveLength(1)
    const page = await ada.get(mail.link.slice(PUBLIC_URL.length))
    expect(page.text).toContain('Choose a password for <span class="email">ada@example.com</span>')
    expect((await follow(ada, mail.link, { password: 'short' })).status).toBe(400)
    // Another address than the one that the link was sent to is not listened to.
    const entered = await follow(ada, mail.link, { email: 'op@example.com', password: PASSWORD })
    expect(entered.headers.get('location')).toBe('/start')
    expect((await ada.get('/account')).text).toContain('ada@example.com')
    expect((await ada.get('/operator')).status).toBe(404)
    expect((await createVisitor(url).get(mail.link.slice(PUBLIC_URL.length))).status).toBe(410)
  })

  it('tells a stranger nothing of which addresses have accounts; their owners are told', async () => {
    const { url, sink, manage } = await start()
    await manage.createAccount('ada@example.com', 'free')
    const stranger = createVisitor(url)
    const plain = (text: string) => text.replace(/value="[^"]*"/g, '')
    const [taken, free] = [
      await ask(stranger, '/sign-up', 'ada@example.com'),
      await ask(stranger, '/sign-up', 'bob@example.com'),
    ]
    expect([taken.status, plain(taken.text)]).toEqual([free.status, plain(free.text)])
    const told = new Map([await sink.next(), await sink.next()].map((mail) => [mail.to[0], mail]))
    expect(told.get('ada@example.com')?.source).toContain('You already have an account')
    expect(told.get('ada@example.com')?.link).toBe(`${PUBLIC_URL}/sign-in`)
    expect(told.get('bob@example.com')?.link).toContain('/enter?token=')

    const [known, unknown] = [
      await ask(stranger, '/forgot-password', 'ada@example.com'),
      await ask(stranger, '/forgot-password', 'nobody@example.com'),
    ]
    expect([known.status, plain(known.text)]).toEqual([unknown.status, plain(unknown.text)])
    expect((await sink.next()).to).toEqual(['ada@example.com'])
    expect(sink.received).toHaveLength(3)
  })

  it('a forgotten password is replaced by a link, once and within an hour', async () => {
    const { url, sink, manage, clock } = await start()
    await manage.createAccount('ada@example.com', 'free')
    const ada = createVisitor(url)
    expect((await ada.get('/sign-in')).text).toContain('href="/forgot-password"')
    await ask(ada, '/forgot-password', 'ada@example.com')
    const { link } = await sink.next()
    expect((await follow(ada, link)).headers.get('location')).toBe('/account?done=entered')
    expect((await ada.send('/account/password', { password: PASSWORD })).status).toBe(303)
    const fields = { email: 'ada@example.com', password: PASSWORD }
    expect((await ada.send('/sign-in', fields, '/sign-in')).status).toBe(303)
    expect((await follow(ada, link)).status).toBe(410)
    await ask(ada, '/forgot-password', 'ada@example.com')
    const late = await sink.next()
    clock.at += 3_600_000
    expect((await follow(ada, late.link)).status).toBe(410)
  })

  it('sends no address more than three messages an hour', async () => {
    const { url, sink, manage } = await start()
    await manage.createAccount('ada@example.com', 'free')
    const statuses: number[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      statuses.push((await ask(createVisitor(url), '/forgot-password', 'ada@example.com')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    for (let count = 0; count < 3; count += 1) await sink.next()
    expect(sink.received).toHaveLength(3)
  })

  it('answers the same where the mail server refuses, and logs a code without the address', async () => {
    const lines: string[] = []
    const note = (data: object, message: string) => void lines.push(`${JSON.stringify(data)} ${message}`)
    const log: Log = { debug: () => {}, info: () => {}, warn: note, error: note }
    const { url, sink } = await start({}, log)
    const wrong = await startTestService({
      log,
      environment: {
        DATABASE_URL: await createUrl(),
        AUTH_SECRET: 's'.repeat(32),
        SMTP_URL: sink.url.replace('ada', 'eve'),
        MAIL_FROM: 'research@example.com',
        PUBLIC_URL: url,
      },
    })
    expect((await ask(createVisitor(wrong.url), '/sign-up', 'ada@example.com')).text).toContain('Check your mail')
    await expect.poll(() => lines.join('\n')).toContain('{"code":"EAUTH"} a message could not be sent')
    expect(lines.join('\n')).not.toContain('ada@example.com')
    expect(sink.received).toEqual([])
  })
})

onPostgres('a forgotten password', (createUrl) => {
  it('is answered before anything is written that would tell whether there is an account', async () => {
    const sink = await startSmtpSink()
    const databaseUrl = await createUrl()
    const { url, manage } = await startTestService({
      environment: {
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: 's'.repeat(32),
        SMTP_URL: sink.url,
        MAIL_FROM: 'research@example.com',
        PUBLIC_URL,
      },
    })
    await manage.createAccount('ada@example.com', 'free')
    const ada = createVisitor(url)
    const form = { email: 'ada@example.com', _csrf: await ada.token('/forgot-password') }
    const other = new Client({ connectionString: databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query('lock table entry_link in exclusive mode')
    expect((await ada.post('/forgot-password', form)).text).toContain('Check your mail')
    await other.query('rollback')
    await other.end()
    expect((await sink.next()).link).toContain('/enter?token=')
  })
})

it('without a mail server there is no page to ask for mail', async () => {
  const { url } = await startTestService()
  const visitor = createVisitor(url)
  expect((await visitor.get('/forgot-password')).status).toBe(404)
  expect((await visitor.get('/sign-in')).text).toContain('Ask the operator for a one-time link')
})
