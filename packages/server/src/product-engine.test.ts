import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from './config.ts'
import { indexFileFor } from './product-engine.ts'

it.each([
  ['sqlite:.data/a.db', '.data'],
  ['sqlite:/var/lib/deep research/a.db', '/var/lib/deep research'],
  ['sqlite::memory:', '.data'],
  ['postgres://ada:secret@db/main', '.data'],
])('with the database %s the index is in %s', (databaseUrl, folder) => {
  expect(dirname(indexFileFor(readSettings({ DATABASE_URL: databaseUrl, AUTH_SECRET: 's'.repeat(32) }), ['a']))).toBe(
    folder,
  )
})

it('another corpus has another index', () => {
  const settings = readSettings({})
  const files = [['a'], ['b'], ['a', 'b']].map((ids) => indexFileFor(settings, ids))
  expect(new Set(files).size).toBe(3)
})
