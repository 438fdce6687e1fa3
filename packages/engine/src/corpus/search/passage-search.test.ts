import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openIndexFile } from '../index/index-file.ts'
import { IndexWriter } from '../index/index-writer.ts'
import type { DocumentDraft } from '../types.ts'
import { PassageSearch } from './passage-search.ts'

const folder = mkdtempSync(join(tmpdir(), 'passages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WORDS = ['ash', 'beech', 'cedar', 'elm', 'fir', 'holly', 'larch', 'oak']
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 300 })

function draft(text: string, title: string): DocumentDraft {
  return { url: `urn:x:${title}`, title, text, sourceType: 'document', authors: ['Ash Oak'] }
}

/** A connection to an index of a name, and its writer. */
async function indexOf(name: string) {
  const database = await openIndexFile({ indexFile: join(folder, `${name}.db`), stemVersion: 'plain' })
  const writer = new IndexWriter(database, { stem: (text) => text, generation: 1 })
  const write = async (key: string, drafts: readonly DocumentDraft[]) => {
    await writer.beginEntry('s', key)
    for (const each of drafts) await writer.addDocument(each)
    await writer.finishEntry(key)
    await writer.flush()
  }
  const remove = async (key: string) => {
    await writer.removeEntry('s', key)
    await writer.flush()
  }
  return { database, write, remove }
}

test('ranks as FTS5 itself does', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(words, { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(fc.constantFrom(...WORDS, 'yew'), { minLength: 1, maxLength: 5 }),
      async (texts, terms) => {
        run += 1
        // Its averages keep counting what was removed: each time an index that never held anything else.
        const { database, write } = await indexOf(`ranked ${run}`)
        await write(
          'all',
          texts.map((text, at) => draft(`${text.join(' ')}.`, `${WORDS[at % WORDS.length]} ${at}`)),
        )
        const own = new PassageSearch(database).search(terms, 1_000, {})
        const theirs = database
          .prepare(
            `SELECT d.id, p.start, -bm25(passages_fts) AS score
             FROM passages_fts f JOIN passages p ON p.num = f.rowid JOIN documents d ON d.num = p.document
             WHERE passages_fts MATCH ?`,
          )
          .all(terms.map((term) => `"${term}"`).join(' OR '))
        database.close()
        expect(own).toHaveLength(theirs.length)
        const scores = new Map(theirs.map(({ id, start, score }) => [`${id} ${start}`, Number(score)]))
        for (const { documentId, start, score } of own) {
          expect(score).toBeCloseTo(scores.get(`${documentId} ${start}`) ?? 0, 9)
        }
        const ordered = own.map(({ score }) => score)
        expect(ordered).toEqual(ordered.toSorted((a, b) => b - a))
      },
    ),
    { numRuns: 40 },
  )
})

test('of passages that are as good the same are found, whatever was written first', async () => {
  const drafts = Array.from({ length: 60 }, (_, at) => draft('One oak and one elm.', `Tree ${at + 10}`))
  const found: string[][] = []
  for (const each of [drafts, drafts.toReversed()]) {
    const { database, write } = await indexOf(`ties ${found.length}`)
    await write('all', each)
    found.push(new PassageSearch(database).search(['oak'], 3, {}).map(({ documentId }) => documentId))
    database.close()
  }
  expect(found[0]).toHaveLength(3)
  expect(found[1]).toEqual(found[0])
})

test('sees what was written and removed since it last looked, by whatever process', async () => {
  const file = await indexOf('shared')
  const search = new PassageSearch(file.database)
  const elsewhere = await indexOf('shared')
  const oaks = () => search.search(['oak'], 10, {}).length
  try {
    expect([oaks(), search.count()]).toEqual([0, 0])
    await file.write('a', [draft('An oak.', 'One')])
    expect([oaks(), search.count()]).toEqual([1, 1])
    await elsewhere.write('b', [draft('Another oak.', 'Two')])
    expect([oaks(), search.count()]).toEqual([2, 2])
    await elsewhere.remove('a')
    expect([oaks(), search.count()]).toEqual([1, 1])
  } finally {
    file.database.close()
    await elsewhere.database.close()
  }
})
