import { generate } from 'otplib'
import { expect, it } from 'vitest'
import { deriveKey, seal, unseal } from './derived-key.ts'
import { createTwoFactor } from './two-factor.ts'
import type { Totp, TwoFactorStore } from './ways.ts'

const ADA = { id: 'acct_ada', email: 'ada@example.com', tier: 'free', registeredAt: 0 } as const
const SECRET = 's'.repeat(32)

/** One account's second factor, in memory. */
function start() {
  const clock = { at: Date.UTC(2026, 0, 15), now: () => clock.at }
  let kept: (Totp & { lastStep: number; codes: Set<string> }) | undefined
  const twoFactors: TwoFactorStore = {
    find: async () => kept,
    begin: async (_, secret) => {
      kept = { secret, confirmedAt: undefined, backupCodes: 0, lastStep: 0, codes: new Set() }
    },
    confirm: async (_, step, hashes, now) => {
      if (!kept || kept.confirmedAt !== undefined) return false
      kept = { ...kept, confirmedAt: now, lastStep: step, codes: new Set(hashes) }
      return true
    },
    useStep: async (_, step) => {
      if (!kept || step <= kept.lastStep) return false
      kept.lastStep = step
      return true
    },
    useBackupCode: async (_, hash) => kept?.codes.delete(hash) ?? false,
    replaceBackupCodes: async (_, hashes) => {
      if (kept) kept.codes = new Set(hashes)
    },
    remove: async () => {
      kept = undefined
      return true
    },
  }
  const twoFactor = createTwoFactor({ twoFactors, clock, secret: SECRET })
  const codeAt = async (secret: string, at: number) => generate({ secret, epoch: at / 1_000 })
  return { clock, twoFactor, codeAt, kept: () => kept, twoFactors }
}

it('takes each code once, and one step early or late', async () => {
  const { clock, twoFactor, codeAt, kept } = start()
  await twoFactor.begin(ADA)
  const { secret = '', uri = '' } = (await twoFactor.pending(ADA)) ?? {}
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toContain(`otpauth://totp/Deep%20Research:ada%40example.com?secret=${secret}`)
  expect(kept()?.secret).not.toContain(secret)
  expect(await twoFactor.confirm(ADA, '000000')).toBeUndefined()
  expect(await twoFactor.check(ADA.id, await codeAt(secret, clock.at))).toBeUndefined()
  expect(await twoFactor.confirm(ADA, await codeAt(secret, clock.at))).toHaveLength(10)
  expect(await twoFactor.pending(ADA)).toBeUndefined()
  // The code that turned it on was used.
  expect(await twoFactor.check(ADA.id, await codeAt(secret, clock.at))).toBeUndefined()
  clock.at += 90_000
  const late = await codeAt(secret, clock.at - 30_000)
  expect(await twoFactor.check(ADA.id, await codeAt(secret, clock.at - 60_000))).toBeUndefined()
  expect(await twoFactor.check(ADA.id, `${late.slice(0, 3)} ${late.slice(3)}`)).toBe('code')
  expect(await twoFactor.check(ADA.id, late)).toBeUndefined()
  const early = await codeAt(secret, clock.at + 30_000)
  expect(await twoFactor.check(ADA.id, early)).toBe('code')
  // An earlier one than the last that was used was seen by whoever saw that one.
  expect(await twoFactor.check(ADA.id, await codeAt(secret, clock.at))).toBeUndefined()
})

it('takes each backup code once, however it is typed, and none of before', async () => {
  const { clock, twoFactor, codeAt, kept } = start()
  await twoFactor.begin(ADA)
  const { secret = '' } = (await twoFactor.pending(ADA)) ?? {}
  const [first = '', second = ''] = (await twoFactor.confirm(ADA, await codeAt(secret, clock.at))) ?? []
  expect(first).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  expect([...(kept()?.codes ?? [])].join()).not.toContain(first)
  expect(await twoFactor.check(ADA.id, first.toLowerCase().replaceAll('-', ' '))).toBe('backup')
  expect(await twoFactor.check(ADA.id, first)).toBeUndefined()
  expect(await twoFactor.check('acct_bob', second)).toBeUndefined()
  const [renewed = ''] = await twoFactor.renewCodes(ADA.id)
  expect(await twoFactor.check(ADA.id, second)).toBeUndefined()
  expect(await twoFactor.check(ADA.id, renewed)).toBe('backup')
})

it('opens a sealed text with its key and for its owner alone', () => {
  const key = deriveKey('two-factor', SECRET)
  const sealed = seal('JBSWY3DP', key, 'ada')
  expect(sealed).not.toBe(seal('JBSWY3DP', key, 'ada'))
  expect(unseal(sealed, key, 'ada')).toBe('JBSWY3DP')
  expect(unseal(sealed, key, 'bob')).toBeUndefined()
  expect(unseal(sealed, deriveKey('cookies', SECRET), 'ada')).toBeUndefined()
  expect(unseal(`${sealed.slice(0, -2)}AA`, key, 'ada')).toBeUndefined()
  expect(unseal('', key, 'ada')).toBeUndefined()
})
