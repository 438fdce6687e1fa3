import { expect, test } from 'vitest'
import { installedPackages, isAllowed } from './licences.ts'

test('everything that our packages bring along has a licence that allows any use', () => {
  const packages = installedPackages()
  expect(packages.map(({ name }) => name)).toContain('fastify')
  expect(packages.filter(({ license }) => !isAllowed(license))).toEqual([])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0', false],
  ['Unknown', false],
])('%s: allowed is %s', (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed)
})
