import { expect, it } from 'vitest'
import { QueueFull } from './fair-queue.ts'
import { createPasswordHasher } from './password.ts'

const cheap = { N: 16, r: 8, p: 1 }

it('knows a password again, and no other', async () => {
  const hasher = createPasswordHasher(cheap)
  const hash = await hasher.hash('correct horse battery', 'a')
  expect(hash).toMatch(/^scrypt\$16\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(await hasher.hash('correct horse battery', 'a')).not.toBe(hash)
  expect(await hasher.verify('correct horse battery', hash, 'a')).toBe(true)
  for (const wrong of ['correct horse batterx', '', 'correct horse battery ']) {
    expect(await hasher.verify(wrong, hash, 'a')).toBe(false)
  }
})

it('takes one character for another way to write it', async () => {
  const hasher = createPasswordHasher(cheap)
  expect(await hasher.verify('caf\u00e9 au lait', await hasher.hash('cafe\u0301 au lait', 'a'), 'a')).toBe(true)
})

it('knows hashes of another cost, so that the cost may rise', async () => {
  const hash = await createPasswordHasher({ N: 32, r: 4, p: 2 }).hash('correct horse battery', 'a')
  expect(await createPasswordHasher(cheap).verify('correct horse battery', hash, 'a')).toBe(true)
})

it.each([undefined, '', 'scrypt', 'scrypt$16$8$1$x'])('%j is nobody’s hash', async (hash) => {
  expect(await createPasswordHasher(cheap).verify('correct horse battery', hash, 'a')).toBe(false)
})

it('refuses what would wait too long, and goes on after it', async () => {
  const hasher = createPasswordHasher(cheap)
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => hasher.hash('correct horse battery', 'a')))
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(100 - 2 - 64)
  expect(refused[0]?.reason).toBeInstanceOf(QueueFull)
  expect(await hasher.hash('correct horse battery', 'a')).toContain('scrypt$')
})
