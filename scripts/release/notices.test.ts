import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { formatNotices, writeNotices } from './notices.ts'

const root = mkdtempSync(join(tmpdir(), 'notices-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function folderOf(name: string, license: string, text?: string): string {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', license }))
  if (text !== undefined) writeFileSync(join(folder, 'LICENSE.md'), text)
  return folder
}

test('what is bundled is named with its whole licence', () => {
  const folders = [folderOf('b', 'MIT', 'Of b.\n\nAll of it.\n'), folderOf('a', 'ISC', 'Of a.\n')]
  const notices = formatNotices(folders)
  expect(notices).toContain('## a 1.0.0 (ISC)\n\n> Of a.\n\n## b 1.0.0 (MIT)\n\n> Of b.\n>\n> All of it.\n')
})

test('a package that may not be bundled fails the build', () => {
  expect(() => formatNotices([folderOf('c', 'GPL-3.0', 'Of c.')])).toThrow(
    'c cannot be bundled: its licence is GPL-3.0.',
  )
  expect(() => formatNotices([folderOf('d', 'MIT')])).toThrow(
    'd cannot be bundled: no text of its licence MIT was found.',
  )
})

test('a package without a text is covered by another one with the same licence', () => {
  const folders = [folderOf('e', 'Apache-2.0'), folderOf('f', 'Apache-2.0', 'Apache License')]
  expect(formatNotices(folders)).toContain('## e 1.0.0 (Apache-2.0)\n\nIts licence is that of f.\n')
})

test('the first build of all makes the folder', () => {
  const file = join(root, 'dist', 'notices.md')
  const listeners: (() => void)[] = []
  writeNotices(file).setup({ onLoad() {}, onEnd: (listener) => listeners.push(listener) })
  for (const listener of listeners) listener()
  expect(readFileSync(file, 'utf8')).toContain('# Third-party notices')
})
