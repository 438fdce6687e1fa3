import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { SearchFilter } from '../../types.ts'
import { compact } from '../index/compact.ts'
import { documentRows } from '../index/document-rows.ts'
import { openIndexFile } from '../index/index-file.ts'
import { IndexWriter } from '../index/index-writer.ts'
import type { Block, DocumentDraft } from '../types.ts'
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
  const writer = new IndexWriter(database, 1)
  const write = async (key: string, drafts: readonly DocumentDraft[]) => {
    await writer.beginEntry('s', key)
    for (const each of drafts) for (const rows of documentRows(each, (text) => text)) await writer.addRows(rows)
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

test('a search among some documents sees them as they are now', async () => {
  const { database, write, remove } = await indexOf('among')
  await write('a', [draft('one fir', 'a'), draft('one elm', 'b')])
  const passages = new PassageSearch(database)
  const found = (filter: SearchFilter) =>
    passages.search(['fir', 'elm'], 10, filter).map(({ documentId }) => documentId)
  const [fir = ''] = passages.search(['fir'], 10, {}).map(({ documentId }) => documentId)
  expect([found({ within: [fir] }), found({ without: [fir] })]).toEqual([[fir], [expect.not.stringMatching(fir)]])
  await remove('a')
  // Others have its number now.
  await write('b', [draft('one elm', 'b'), draft('two elm', 'c'), draft('one fir', 'a')])
  expect(found({ within: [fir] })).toEqual([fir])
  expect(found({ without: [fir] })).toHaveLength(2)
  database.close()
})

test('a term is as frequent as it is, whether its terms were counted before or after it came', async () => {
  const { database, write } = await indexOf('counted')
  const search = new PassageSearch(database)
  const frequencies = () => [search.count(), ...['oak', 'elm', 'yew'].map((term) => search.frequency(term))]
  await write('a', [draft('An oak.', 'One')])
  await compact(database, new AbortController().signal)
  expect(frequencies()).toEqual([1, 1, 0, 0])
  await write('b', [draft('An elm and an oak.', 'Two')])
  expect(frequencies().slice(2)).toEqual([1, 0])
  await compact(database, new AbortController().signal)
  expect(frequencies()).toEqual([2, 2, 1, 0])
  database.close()
})

/** A document whose passages hold a word each, and every third and seventh of them another one. */
function longDraft(passages: number): DocumentDraft {
  const blocks: Block[] = []
  let text = ''
  for (let at = 0; at < passages; at += 1) {
    const words = `ash ${at % 3 === 0 ? 'oak ' : ''}${at % 7 === 0 ? 'elm elm ' : ''}word${at % 50} .`
    const middle = text.length + 2
    const end = middle + words.length
    blocks.push({ start: text.length, end: middle - 1, kind: 'heading', level: 1, path: [] })
    blocks.push({ start: middle, end, kind: 'paragraph', path: ['H'] })
    text += `H\n${words}\n`
  }
  return { ...draft(text, 'Long'), blocks }
}

test('finds the same from what is packed, and also what came and went since', async () => {
  const { database, write, remove } = await indexOf('packed')
  const count = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
  const ask = () => new PassageSearch(database).search(['elm', 'word49', 'word7'], 40, {})
  /** As it is found without what is packed. */
  const plain = () => {
    database.exec('SAVEPOINT plain; DELETE FROM frequent_terms; DELETE FROM passage_blocks')
    const found = ask()
    database.exec('ROLLBACK TO plain; RELEASE plain')
    return found
  }
  await write('long', [longDraft(17_000)])
  const before = ask()
  await compact(database, new AbortController().signal, 300)
  expect([count('passage_blocks'), count('frequent_terms')]).toEqual([1, expect.any(Number)])
  expect(count('frequent_terms')).toBeGreaterThan(1)
  expect(ask()).toEqual(before)
  await write('late', [draft('elm elm elm elm word7 word49 .', 'Late')])
  const late = ask().find(({ documentId }) => documentId !== before[0]?.documentId)
  expect(late).toBeDefined()
  // How rare a term is was told when it was packed, so that scores differ a little.
  const places = (hits: readonly { documentId: string; start: number }[]) =>
    hits.map(({ documentId, start }) => `${documentId} ${start}`)
  expect(places(ask())).toEqual(places(plain()))
  await remove('long')
  expect(count('passage_blocks')).toBe(0)
  expect(ask().map(({ documentId }) => documentId)).toEqual([late?.documentId])
  database.close()
})

test('looks for frequent terms a part at a time, so that others have their turn', async () => {
  const text = Array.from({ length: 24_000 }, (_, at) => `rare${at}`).join(' ')
  const turnsOf = async (name: string, frequent: number) => {
    const { database, write } = await indexOf(name)
    await write('all', [draft(`${text}.`, 'Rare')])
    let turns = 0
    let over = false
    const count = () => {
      turns += 1
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await compact(database, new AbortController().signal, frequent)
    over = true
    database.close()
    return turns
  }
  const without = await turnsOf('nothing packed', Number.MAX_SAFE_INTEGER)
  expect(await turnsOf('looked through', 2)).toBeGreaterThanOrEqual(without + 3)
})
