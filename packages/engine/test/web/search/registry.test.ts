import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProvider, SEARCH_PROVIDERS, searchSetting } from '#web/search/registry.ts'

const packages = join(import.meta.dirname, '../../../..')
const names = SEARCH_PROVIDERS.map(({ name }) => name)

test('every file of a provider is in the registry, once', () => {
  const files = readdirSync(join(packages, 'engine/src/web/search/providers')).map((file) => file.replace('.ts', ''))
  expect([...names].sort()).toEqual(files.sort())
})

test.each(SEARCH_PROVIDERS)('$name: opens with what it declares, and nothing is asked yet', ({ name, needs }) => {
  const asked: string[] = []
  const setting = searchSetting(name, (variable) => {
    asked.push(variable)
    return 'http://127.0.0.1:1'
  })
  expect(asked).toEqual(Object.values(needs).map(({ variable }) => variable))
  expect(setting).toEqual({ name, ...Object.fromEntries(Object.keys(needs).map((key) => [key, 'http://127.0.0.1:1'])) })
  const provider = openProvider(setting, 'deep-research-test')
  expect(provider.name).toBe(name)
  expect(provider.longest.characters).toBeGreaterThan(0)
})

test('no two providers share a variable', () => {
  const variables = SEARCH_PROVIDERS.flatMap(({ needs }) => Object.values(needs).map(({ variable }) => variable))
  expect(new Set(variables).size).toBe(variables.length)
})

test('no other source of any package knows a service by its name: a new one touches its file and the registry', () => {
  const services = SEARCH_PROVIDERS.filter(({ name }) => name !== 'corpus').map(({ name }) => name)
  const named = new RegExp(`\\b(?:${services.join('|')})\\b|\\b(?:${services.join('|').toUpperCase()})_`)
  const sources = readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => `${name}/src/${path}`),
  )
  // An index is also filled and tried, by commands, one file says what each setting is for, hosts bear such
  // names, and two services research for us too.
  const pushing =
    /^engine\/src\/(?:hosted\/|web\/(?:search\/papers\/|search\/canonical-url\.ts|reading\/source-type\.ts))|^server\/src\/(opensearch\/|opensearch-settings\.ts|search-settings\.ts|settings\.ts|cli\/research\/corpus-commands\.ts|cli\/setup\/(?:checks|setting-meanings)\.ts)/
  const naming = sources
    .filter((path) => !pushing.test(path))
    .filter((path) => named.test(readFileSync(join(packages, path), 'utf8')))
  expect(naming.sort()).toEqual([
    ...services.map((name) => `engine/src/web/search/providers/${name}.ts`).sort(),
    'engine/src/web/search/registry.ts',
  ])
})

test('a name that is none is refused', () => {
  expect(() => openProvider({ name: 'gopher' } as never, 'test')).toThrow('There is no search provider "gopher".')
})
