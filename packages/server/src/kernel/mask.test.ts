import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskSecrets } from './mask.ts'

it.each([
  ['sqlite:.data/deep-research.db', 'sqlite:.data/deep-research.db'],
  ['postgres://ada:secret@db/main', 'postgres://ada:***@db/main'],
  ['postgres://ada:se:cr@et@db:5432/main', 'postgres://ada:***@db:5432/main'],
  ['postgres://ada:se/cr?e#t@db:5432/main', 'postgres://***'],
  ['postgres://:secret@db/main', 'postgres://:***@db/main'],
  [
    'postgres://db/main?user=ada&password=secret&sslmode=require',
    'postgres://db/main?user=ada&password=***&sslmode=require',
  ],
  ['postgres://db/main?%70assword=secret', 'postgres://db/main?%70assword=***'],
  ['postgres:///main?host=/run&PASSWORD=secret', 'postgres:///main?host=/run&PASSWORD=***'],
  ['postgres://ada:secret@one:1,two:2/main', 'postgres://ada:***@one:1,two:2/main'],
  ['jdbc:postgresql://db/main?user=ada&password=secret', 'jdbc:postgresql://db/main?user=ada&password=***'],
  ['sqlserver://db;user=ada;password=secret', 'sqlserver://db;user=ada;password=***'],
  ['https://sk-secret@host/v1', 'https://***@host/v1'],
  ['https://host/v1?key=secret', 'https://host/v1?key=***'],
  ['https://host/v1?format=json&k=secret#secret', 'https://host/v1?format=json&k=***#***'],
  ['https://host/sk-abcdefgh12345678ijkl/v1', 'https://host/***/v1'],
  ['//ada:secret@host/main', '//ada:***@host/main'],
  ['ada:secret@host/main', 'ada:***@host/main'],
  ["host=db user=ada password='sec ret' dbname=main", 'host=db user=ada password=*** dbname=main'],
  ['host = db password = secret', 'host=db password=***'],
  ['password=sec ret host=db', 'password=*** host=db'],
  ["password='secret", 'password=***'],
  ['sk-secretsecret0123456789', '***'],
])('%s is shown as %s', (text, shown) => {
  expect(maskSecrets(text)).toBe(shown)
})

const secrets = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019!$%&()*+,-./:;=?@[]^_{}~#'), minLength: 6, maxLength: 40 })
  .map((text) => `Q7${text}`)

it('shows no password, in whichever form of URL it is', () => {
  const forms: ((secret: string) => string)[] = [
    (secret) => `postgres://ada:${secret}@db.example:5432/main?sslmode=require`,
    (secret) => `postgresql://ada:${encodeURIComponent(secret)}@db/main`,
    (secret) => `https://${encodeURIComponent(secret)}@host/v1`,
    (secret) => `postgres://db/main?user=ada&password=${encodeURIComponent(secret)}`,
    (secret) => `https://host/v1?api_key=${encodeURIComponent(secret)}&format=json`,
    (secret) => `host=db user=ada password=${secret} dbname=main`,
    (secret) => `host=db password='${secret}' user=ada`,
    (secret) => `ada:${secret}@db/main`,
    (secret) => `https://host/#${secret}`,
    (secret) => `https://host/v1?key=${secret}`,
  ]
  fc.assert(
    fc.property(secrets, fc.constantFrom(...forms), (secret, form) => {
      const shown = maskSecrets(form(secret))
      expect(shown).not.toContain(secret)
      expect(shown).not.toContain(encodeURIComponent(secret))
      expect(shown).not.toContain(secret.slice(0, 4))
    }),
    { numRuns: 2_000 },
  )
})
