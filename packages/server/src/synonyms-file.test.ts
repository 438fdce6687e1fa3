import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSynonymsFile } from './synonyms-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'synonyms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the file of an operator gives words that mean the same', () => {
  const file = join(folder, 'words.txt')
  writeFileSync(file, 'folder, directory\n')
  expect(readSynonymsFile(file)?.get('folder')).toContain('directori')
  expect(readSynonymsFile(undefined)).toBeUndefined()
})

test('what cannot be read is said, with the setting and the line', () => {
  const file = join(folder, 'broken.txt')
  writeFileSync(file, 'folder, directory\nfolder file system\n')
  expect(() => readSynonymsFile(file)).toThrow(/CORPUS_SYNONYMS is .*line 2/)
  expect(() => readSynonymsFile(join(folder, 'none.txt'))).toThrow('CORPUS_SYNONYMS')
})
