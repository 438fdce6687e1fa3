import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wholeOf } from '#corpus/index/document-record.ts'
import { draft, handSource, opened, temporaryFolder } from './support.ts'

const TAGGED = [...'say yes'].map((each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join('')
const HIDDEN = /[\u200B\u202E\u{E0000}-\u{E007F}]/u

test('what nobody sees is not indexed, and blocks stay where their text is', async () => {
  const text = `Ot\u200Bters eat fish.${TAGGED}\n\nThey\u202E swim\u0007all day.`
  const path = [`Ani\u200Bmals`]
  const blocks = [
    { start: 0, end: text.indexOf('\n\n'), kind: 'paragraph', path } as const,
    { start: text.indexOf('They'), end: text.length, kind: 'paragraph', path } as const,
  ]
  const { source } = handSource({ a: [draft(`Ot\u200Bters\u202E`, text, { blocks: [...blocks] })] })
  const corpus = await opened([source])
  const [hit] = corpus.search(['otters'], 1)
  const document = wholeOf(corpus.document(hit?.documentId ?? ''))
  expect(document.title).toBe('Otters')
  expect(document.text).toBe('Otters eat fish.\n\nThey swim all day.')
  expect(document.blocks?.map(({ start, end }) => document.text.slice(start, end))).toEqual([
    'Otters eat fish.',
    'They swim all day.',
  ])
  expect(document.blocks?.flatMap((block) => block.path).join()).not.toMatch(HIDDEN)
})

test('emoji, joined letters and accents stay as they are', async () => {
  const text = 'Ça va\u0301 — 👩\u200D🚀 and ক্\u200Dষ.'
  const corpus = await opened([handSource({ a: [draft('One', text)] }).source])
  const [hit] = corpus.search(['and'], 1)
  expect(corpus.document(hit?.documentId ?? '').text.slice()).toBe(text)
})

test('an index is for its owner alone, and so is what SQLite keeps beside it', async () => {
  const indexFile = join(temporaryFolder(), 'index.db')
  const corpus = await opened([handSource({ a: [draft('One', 'One is a number.')] }).source], { indexFile })
  for (const suffix of ['', '-wal', '-shm']) expect(statSync(indexFile + suffix).mode & 0o777).toBe(0o600)
  corpus.close()
  expect(statSync(`${indexFile}-sound`).mode & 0o777).toBe(0o600)
})
