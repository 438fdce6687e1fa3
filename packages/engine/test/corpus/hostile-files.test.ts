import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deserialize } from 'node:v8'
import { expect, test } from 'vitest'
import type { DocumentRows } from '#corpus/index/document-rows.ts'
import { readEntryRows } from '#corpus/index/read-entry.ts'
import { readTogether } from '#corpus/index/read-together.ts'
import { folderSource } from '#corpus/sources/folder-source.ts'
import { hostileFiles } from './hostile-files.ts'
import { draft, handSource, opened, temporaryFolder } from './support.ts'

const { signal } = new AbortController()
/** Megabytes: enough that each bound is passed, and as few as a test has time for. */
const SIZE = 2
/** What is written at a stretch in the thread that serves: UTF-16 units of texts, and of terms. */
const AT_A_STRETCH = 400_000

test.each(hostileFiles(SIZE))('$name', { timeout: 300_000 }, async ({ name, body, ends }) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, name), body())
  const problems: string[] = []
  let documents = 0
  const read = readTogether({ signal, timeLimit: 300_000 })
  for await (const item of readEntryRows(folderSource(folder), name, { signal, read })) {
    if ('problem' in item) {
      problems.push(item.problem)
      continue
    }
    expect(item.rows.length).toBeLessThanOrEqual(4 * AT_A_STRETCH)
    for (const { head, texts, passages } of deserialize(item.rows) as DocumentRows[]) {
      documents += head ? 1 : 0
      const size = [
        ...texts.map(({ length }) => length),
        ...passages.map((row) => row.body.length + row.heading.length),
      ]
      expect(size.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(AT_A_STRETCH)
      expect(passages.every(({ start, end }) => end - start <= 4_000)).toBe(true)
      expect(head?.metadata.length ?? 0).toBeLessThanOrEqual(10_000)
    }
  }
  expect(problems.length).toBeLessThanOrEqual(21)
  if (ends === 'read') expect([documents, problems]).toEqual([1, []])
  else expect(problems.join() || 'read').toMatch(ends)
})

test('a document that is written in several steps is found as a whole, and goes as a whole', async () => {
  const indexFile = join(temporaryFolder(), 'index.db')
  const long = Array.from({ length: 40_000 }, (_, at) => `Otters eat fish number ${at} and then sleep.`).join(' ')
  const { source, entries } = handSource({
    a: [draft('Otters', long, { authors: ['Ann Lee'] })],
    b: [draft('Badgers', 'Badgers dig.')],
  })
  const corpus = await opened([source], { indexFile })
  expect(corpus.documentCount).toBe(2)
  const [hit] = corpus.search(['39999'], 1)
  const document = corpus.document(hit?.documentId ?? '')
  expect(document).toMatchObject({ title: 'Otters', authors: ['Ann Lee'] })
  expect(document.text.slice()).toBe(long)
  expect([...corpus.titles()].map(({ name }) => name).sort()).toEqual(['Badgers', 'Otters'])
  const release = corpus.hold()
  delete entries['a']
  await corpus.refresh()
  expect(corpus.search(['otters'], 5)).toEqual([])
  expect(corpus.document(hit?.documentId ?? '').text.slice()).toBe(long)
  release()
  expect(() => corpus.document(hit?.documentId ?? '')).toThrow('holds no document')
  corpus.close()
  const database = new DatabaseSync(indexFile)
  const left = ['documents', 'texts', 'passages', 'names', 'holdings'].map(
    (table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'],
  )
  expect(left).toEqual([1, 1, 1, 1, 1])
  database.close()
})

test('what is written goes from the log into the file, and not in the thread that serves', async () => {
  const indexFile = join(temporaryFolder(), 'index.db')
  const long = Array.from({ length: 300_000 }, (_, at) => `Otters eat fish number ${at} and then sleep.`).join(' ')
  const corpus = await opened([handSource({ a: [draft('Otters', long)] }).source], { indexFile })
  const database = new DatabaseSync(indexFile)
  // Nothing is left to be brought there, and the log was begun anew meanwhile.
  expect(database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()).toMatchObject({ busy: 0 })
  expect(statSync(indexFile).size).toBeGreaterThan(30_000_000)
  expect(statSync(`${indexFile}-wal`).size).toBeLessThan(statSync(indexFile).size)
  database.close()
  corpus.close()
})

test('a document that was written in part is written anew', async () => {
  const indexFile = join(temporaryFolder(), 'index.db')
  const long = Array.from({ length: 40_000 }, (_, at) => `Otters eat fish number ${at} and then sleep.`).join(' ')
  const { source } = handSource({ a: [draft('Otters', long)] })
  const corpus = await opened([source], { indexFile })
  const whole = corpus.passageCount
  corpus.close()
  const database = new DatabaseSync(indexFile)
  // As a process leaves it that ends in the middle.
  database.exec(
    "UPDATE documents SET hash = 'unfinished 1'; UPDATE entries SET fingerprint = ''; DELETE FROM passages WHERE num > 100",
  )
  database.close()
  const again = await opened([source], { indexFile })
  expect([again.documentCount, again.passageCount]).toEqual([1, whole])
  expect(again.search(['39999'], 1)).toHaveLength(1)
})
