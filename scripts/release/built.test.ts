import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBuilt, missingFiles } from './built.ts'

const BEFORE = new Date('2026-01-01')
const BUILT = new Date('2026-01-02')
const AFTER = new Date('2026-01-03')
const manifest = {
  bin: { tool: './dist/tool.js' },
  publishConfig: { exports: { '.': { types: './dist/index.d.ts' }, './package.json': './package.json' } },
}
let folder: string

function put(path: string, text: string, time: Date): void {
  writeFileSync(join(folder, path), text)
  utimesSync(join(folder, path), time, time)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'built-'))
  for (const name of ['src', 'dist']) mkdirSync(join(folder, name))
  put('package.json', JSON.stringify(manifest), BEFORE)
  put('src/index.ts', 'export {}', BEFORE)
  utimesSync(join(folder, 'src'), BEFORE, BEFORE)
  put('dist/index.d.ts', 'export {}', BUILT)
  put('dist/tool.js', 'export {}', BUILT)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a package is built when all that it names is newer than its sources', () => {
  expect([isBuilt(folder), missingFiles(folder)]).toEqual([true, []])
})

test('it is not when a source was changed or removed since', () => {
  put('src/index.ts', 'export {}', AFTER)
  expect(isBuilt(folder)).toBe(false)
  put('src/index.ts', 'export {}', BEFORE)
  expect(isBuilt(folder)).toBe(true)
  rmSync(join(folder, 'src/index.ts'))
  expect(isBuilt(folder)).toBe(false)
})

test('a file that is missing or empty is named', () => {
  rmSync(join(folder, 'dist/index.d.ts'))
  put('dist/tool.js', '', BUILT)
  expect(missingFiles(folder)).toEqual(['./dist/index.d.ts', './dist/tool.js'])
  expect(isBuilt(folder)).toBe(false)
})
