import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SETTING_MEANINGS } from '../src/cli/setup/setting-meanings.ts'
import { showSettings } from '../src/config.ts'

const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8')

/** The corpus that comes with the engine has no path, and the number of threads is one of the machine. */
const ELSEWHERE = ['CORPUS', 'ENGINE_WORKERS']

/** The rows of the table of settings: variables and defaults, each as text. */
function documented(): { names: string[]; defaults: string[] }[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, names = '', defaults = ''] = line.split('|')
      return { names: names.match(/[A-Z][A-Z0-9_]+/g) ?? [], defaults: defaults.split(', ') }
    })
}

it('documents every setting, and none that is not there', () => {
  const names = documented().flatMap((row) => row.names)
  expect(names.toSorted()).toEqual(Object.keys(showSettings({})).toSorted())
})

it('tells the defaults as they are', () => {
  const settings = showSettings({})
  for (const { names, defaults } of documented()) {
    for (const [index, name] of names.entries()) {
      const told = (defaults[index] ?? '').replaceAll('`', '').trim()
      if (!ELSEWHERE.includes(name)) expect(`${name} ${told}`).toBe(`${name} ${settings[name]}`)
    }
  }
})

it('says what a setting is for in the file that init writes, too', () => {
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -1).split(/(?<!\\)\|/))
  const documentedAs = cells.flatMap(([names = '', , meaning = '']) =>
    (names.match(/[A-Z][A-Z0-9_]+/g) ?? []).map((name) => [
      name,
      meaning
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll('`', '')
        .replaceAll('\\|', '|')
        .trim(),
    ]),
  )
  expect(SETTING_MEANINGS).toEqual(Object.fromEntries(documentedAs))
})

it('names no other variable', () => {
  const known = Object.keys(showSettings({}))
  const named = page.match(/`[A-Z]+_[A-Z_]+`/g) ?? []
  const codes =
    /^`(MISSING|QUERY|INVALID|INSUFFICIENT|NOT|RATE|PROXY|SERVER_SHUTTING|SERVER_RESTARTED|RESEARCH_(TIMEOUT|FAILED)`)/
  for (const name of named.filter((name) => !codes.test(name))) expect(known).toContain(name.slice(1, -1))
})
