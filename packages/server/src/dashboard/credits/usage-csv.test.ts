import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ApiKey } from '#accounts/account.ts'
import { usageCsv } from './usage-csv.ts'

const total = { day: Date.UTC(2026, 10, 22), keyId: 'key_1', level: 'low', requests: 2, credits: 20 } as const

const csvOf = (name: string) => usageCsv([total], [{ id: 'key_1', name } as ApiKey])

it('gives a line for each day, key and level', () => {
  expect(csvOf('laptop')).toBe('day,key_id,key_name,level,requests,credits\r\n2026-11-22,key_1,laptop,low,2,20\r\n')
  expect(usageCsv([{ ...total, keyId: undefined }], [])).toContain('\r\n2026-11-22,,,low,2,20\r\n')
})

it('lets no name be more than one cell, or a formula', () => {
  expect(csvOf('=1+1')).toContain(",'=1+1,")
  const name = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', '@', 'a', ' '), minLength: 1 })
  fc.assert(
    fc.property(name, (text) => {
      const line = csvOf(text).slice('day,key_id,key_name,level,requests,credits\r\n2026-11-22,key_1,'.length)
      const [, quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*)),low,2,20\r\n$/.exec(line) ?? []
      const read = quoted?.replaceAll('""', '"') ?? plain
      expect(read).toBe(/^[=@\r]/.test(text) ? `'${text}` : text)
    }),
  )
})
