import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentCache } from './recent-cache.ts'

test('what is asked for again and again is kept, whatever comes between', () => {
  const cache = new RecentCache<number>(20)
  let made = 0
  const often = () => cache.get('often', () => (made += 1))
  for (let at = 0; at < 200; at += 1) {
    often()
    cache.get(`once ${at}`, () => at)
  }
  expect(made).toBe(1)
})

test('values are those of their keys, and what was used last is kept', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), fc.integer({ min: 2, max: 12 }), (keys, most) => {
      const cache = new RecentCache<{ key: number }>(most, ({ key }) => (key % 3) + 1)
      for (const key of keys) {
        const value = cache.get(String(key), () => ({ key }))
        expect(value).toEqual({ key })
        expect(cache.get(String(key), () => ({ key: -1 }))).toBe(value)
      }
    }),
  )
})

test('the values that are kept weigh no more than the bound', () => {
  const cache = new RecentCache<number>(20)
  const kept = () => {
    const before = [...Array(200).keys()]
    let count = 0
    // Each is asked for only once, so that asking does not keep it.
    for (const at of before.reverse()) {
      let isMade = false
      cache.get(String(at), () => {
        isMade = true
        return at
      })
      if (isMade) break
      count += 1
    }
    return count
  }
  for (let at = 0; at < 200; at += 1) cache.get(String(at), () => at)
  expect(kept()).toBeLessThanOrEqual(20)
  cache.clear()
  expect(kept()).toBe(0)
})
