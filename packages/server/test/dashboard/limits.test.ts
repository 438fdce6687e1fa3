import { expect, it } from 'vitest'
import type { AttemptRule } from '../../src/accounts/attempts.ts'
import { dialectOf } from '../../src/storage/dialects.ts'
import { createStorage } from '../../src/storage/storage.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { startTestService } from '../support/service.ts'
import { createVisitor, PASSWORD, signUp } from '../support/visitor.ts'

const ADA = 'ada@example.com'
const NOW = Date.UTC(2026, 0, 15)

onBothDatabases('limits', (createUrl) => {
  const environmentOf = (DATABASE_URL: string) => ({
    DATABASE_URL,
    AUTH_SECRET: 's'.repeat(32),
    TRUST_PROXY: '127.0.0.1',
  })
  const from = (url: string, address: string) => createVisitor(url, { 'x-forwarded-for': address })
  const tryPassword = async (url: string, address: string, password: string) =>
    (await from(url, address).send('/sign-in', { email: ADA, password }, '/sign-in')).status

  it('a restart forgets no try, and the wait ends by itself', async () => {
    const clock = { at: NOW, now: () => clock.at }
    const environment = environmentOf(await createUrl())
    const first = await startTestService({ clock, environment })
    await signUp(first.url, ADA)
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await tryPassword(first.url, '198.51.100.1', 'wrong wrong wrong')).toBe(401)
    }
    await first.close()
    const { url } = await startTestService({ clock, environment })
    expect(await tryPassword(url, '198.51.100.1', PASSWORD)).toBe(429)
    // The owner, elsewhere, is not kept out.
    expect(await tryPassword(url, '203.0.113.7', PASSWORD)).toBe(303)
    clock.at += 1_000
    expect(await tryPassword(url, '198.51.100.1', PASSWORD)).toBe(303)
  })

  it('processes count together, and what counts no longer is swept', async () => {
    const databaseUrl = await createUrl()
    const open = async () => createStorage(await dialectOf(databaseUrl).open(databaseUrl))
    const [one, two] = [await open(), await open()]
    await one.migrate(NOW)
    const rule: AttemptRule = { kind: 'window', limit: 10, windowMs: 60_000 }
    const tries = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? one : two).attempts.try('password ada@example.com', rule, NOW),
    )
    const waits = await Promise.all(tries)
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(10)
    expect(waits.filter((wait) => wait === 60)).toHaveLength(30)
    await one.attempts.sweep(NOW + 59_999)
    expect(await two.attempts.try('password ada@example.com', rule, NOW)).toBe(60)
    await one.attempts.sweep(NOW + 60_000)
    expect(await two.attempts.try('password ada@example.com', rule, NOW)).toBeUndefined()
    await one.attempts.forget('password ada@example.com')
    await Promise.all([one.close(), two.close()])
  })
})
