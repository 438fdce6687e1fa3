import { copyFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCorpus } from '#corpus/open-corpus.ts'
import { UnknownDocumentError } from '#corpus/types.ts'
import { draft, handSource, opened, temporaryFolder } from './support.ts'
import { WORDS, words } from './words.ts'

const animals = () =>
  handSource({
    a: [draft('Otters', 'Otters eat fish. They swim all day.', { year: 2001, authors: ['Ann Lee'] })],
    b: [draft('Badgers', 'Badgers dig. A badger eats worms.', { year: 1999 }), draft('Herons', 'Herons eat fish too.')],
  })

const found = (hits: { documentId: string }[], corpus: Awaited<ReturnType<typeof opened>>) =>
  hits.map(({ documentId }) => corpus.document(documentId).title)

describe('a corpus', () => {
  it('finds passages, the best first, and gives documents back as they came', async () => {
    const corpus = await opened([animals().source])
    const hits = corpus.search(['eat', 'fish', 'swim'], 10)
    expect(found(hits, corpus)).toEqual(['Otters', 'Herons'])
    expect(hits.map(({ score }) => score > 0)).toEqual([true, true])
    const [hit] = hits
    const document = corpus.document(hit?.documentId ?? '')
    expect({ ...document, text: document.text.slice() }).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      url: 'urn:corpus:otters',
      title: 'Otters',
      text: 'Otters eat fish. They swim all day.',
      authors: ['Ann Lee'],
      year: 2001,
      sourceType: 'document',
    })
    expect(document.text.slice(hit?.start, hit?.end)).toBe(document.text.slice())
    expect([corpus.documentCount, corpus.passageCount]).toEqual([3, 3])
  })

  it('narrows by documents', async () => {
    const corpus = await opened([animals().source])
    const titles = (...args: Parameters<typeof corpus.search>) => found(corpus.search(...args), corpus)
    const id = (title: string) => [...corpus.titles()].find((entry) => entry.name === title)?.documentId ?? ''
    const eat = ['eat', 'eats']
    expect(titles(eat, 10).sort()).toEqual(['Badgers', 'Herons', 'Otters'])
    expect(titles(eat, 10, { within: [id('Herons'), 'none'] })).toEqual(['Herons'])
    expect(titles(eat, 10, { without: [id('Herons')] }).sort()).toEqual(['Badgers', 'Otters'])
    expect(titles(eat, 1)).toHaveLength(1)
    expect(titles(eat, 0)).toEqual([])
    expect(titles(eat, 10, { within: [] })).toEqual([])
  })

  it('finds by author, title and year, and counts how rare a term is', async () => {
    const corpus = await opened([animals().source])
    expect(found(corpus.search(['lee'], 5), corpus)).toEqual(['Otters'])
    expect(found(corpus.search(['1999'], 5), corpus)).toEqual(['Badgers'])
    expect(['fish', 'FISH', 'eat', 'otters', 'eat fish', 'unseen', ''].map(corpus.documentFrequency)).toEqual([
      2, 2, 2, 1, 2, 0, 0,
    ])
  })

  it('tells where every document comes from, where that is known', async () => {
    const source = handSource({
      a: [
        draft('One', 'One.', { authors: ['Ann Lee', 'Bo'], publisher: 'The Gazette' }),
        draft('Two', 'Two.', { publisher: 'The Gazette' }),
        draft('Three', 'Three.'),
      ],
    }).source
    const corpus = await opened([source])
    const origins = [...corpus.origins()].map(({ documentId, name, kind }) => [
      corpus.document(documentId).title,
      name,
      kind,
    ])
    expect(origins.sort()).toEqual([
      ['One', 'Ann Lee', 'author'],
      ['One', 'Bo', 'author'],
      ['One', 'The Gazette', 'publisher'],
      ['Two', 'The Gazette', 'publisher'],
    ])
  })

  it('takes the rarest of very many terms', async () => {
    const common = Array.from({ length: 90 }, (_, number) => `common${number}`)
    const drafts = Array.from({ length: 5 }, (_, number) => draft(`Plain ${number}`, `${common.join(' ')}.`))
    const rare = draft('Rare', 'A zymurgist brews.')
    const corpus = await opened([handSource({ a: [...drafts, rare] }).source])
    const [first] = corpus.search([...common, 'unseen', 'zymurgist'], 10)
    expect(corpus.document(first?.documentId ?? '').title).toBe('Rare')
  })

  it('takes any string for a term', async () => {
    const source = handSource({
      a: [draft('Odd', '"quoted" AND c++ 3.5 日本 😀 x_y a* NEAR(b) col:umn ^caret it\'s — \u0000end')],
    }).source
    const thread = new URL('./spaces-thread.ts', import.meta.url)
    const corpus = await opened([source], { thread, stemVersion: 'spaces' })
    const odd = [
      '"quoted"',
      'and',
      'c++',
      '3.5',
      '日本',
      '😀',
      'x_y',
      'a*',
      'near(b)',
      'col:umn',
      '^caret',
      "it's",
      '—',
    ]
    for (const term of [...odd, 'end', 'AND c++', '"quoted" and']) {
      expect([term, corpus.search([term], 5).length]).toEqual([term, 1])
    }
    for (const term of [
      '',
      ' ',
      '\u0000',
      '"',
      '""',
      '*',
      'a',
      '日',
      'NOT',
      '\ud800',
      ')',
      "'; DROP TABLE documents",
    ]) {
      expect([term, corpus.search([term], 5)]).toEqual([term, []])
    }
    const many = Array.from({ length: 5_000 }, (_, number) => `term${number}`)
    expect(corpus.search([...many, 'c++'], 5)).toHaveLength(1)
    expect(corpus.documentFrequency('c++')).toBe(1)
  })

  it('never fails on a query, and finds only what is there', async () => {
    const corpus = await opened([animals().source])
    const term = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('fish', 'eat fish', 'NOT', '"'))
    fc.assert(
      fc.property(fc.array(term, { maxLength: 6 }), (terms) => {
        const hits = corpus.search(terms, 5)
        if (terms.every((one) => one === 'fish')) {
          for (const { documentId } of hits) expect(words(corpus.document(documentId).text.slice())).toContain('fish')
        }
        for (const one of terms) expect(corpus.documentFrequency(one)).toBeLessThanOrEqual(corpus.passageCount)
      }),
      { numRuns: 500 },
    )
  })

  it('keeps offsets true where a text holds half a surrogate pair', async () => {
    const corpus = await opened([handSource({ a: [draft('Half', 'One \ud83d half. Two 😀 ends.')] }).source])
    const [hit] = corpus.search(['two'], 1)
    expect(corpus.document(hit?.documentId ?? '').text.slice(hit?.start, hit?.end)).toBe(
      'One \ufffd half. Two 😀 ends.',
    )
  })

  it('says which document it does not hold', async () => {
    const corpus = await opened([animals().source])
    expect(() => corpus.document('nope')).toThrow(UnknownDocumentError)
  })
})

describe('bringing the index up to date', () => {
  it('reads only what is new or changed, and forgets what is gone', async () => {
    const indexFile = join(temporaryFolder(), 'deep', 'index.db')
    const hand = animals()
    const sync = async () => {
      hand.read.length = 0
      const corpus = await opened([hand.source], { indexFile })
      const titles = [...corpus.titles()].map(({ name }) => name).sort()
      corpus.close()
      return { ...corpus.sync, titles }
    }
    const first = { listed: 2, removed: 0, indexed: 3, titles: ['Badgers', 'Herons', 'Otters'] }
    expect(await sync()).toEqual({ ...first, read: 2 })
    expect(hand.read).toEqual(['a', 'b'])
    expect(await sync()).toEqual({ ...first, read: 0, indexed: 0 })
    expect(hand.read).toEqual([])

    hand.entries['b'] = [
      draft('Badgers', 'Badgers dig. A badger eats worms.', { year: 1999 }),
      draft('Storks', 'Bring.'),
    ]
    expect(await sync()).toMatchObject({ read: 1, indexed: 1, titles: ['Badgers', 'Otters', 'Storks'] })
    expect(hand.read).toEqual(['b'])

    delete hand.entries['a']
    hand.entries['c'] = [draft('Newts', 'Newts hide.')]
    expect(await sync()).toMatchObject({ read: 1, removed: 1, indexed: 1, titles: ['Badgers', 'Newts', 'Storks'] })
    expect(hand.read).toEqual(['c'])
    const corpus = await opened([hand.source], { indexFile })
    expect(['otters', 'herons', 'badgers'].map(corpus.documentFrequency)).toEqual([0, 0, 1])
  })

  it('indexes again when only the metadata changed', async () => {
    const indexFile = join(temporaryFolder(), 'index.db')
    const hand = handSource({ a: [draft('Old', 'Same text.', { url: 'urn:x:1' })] })
    const before = await opened([hand.source], { indexFile })
    before.close()
    hand.entries['a'] = [draft('New', 'Same text.', { url: 'urn:x:1', year: 2020 })]
    const after = await opened([hand.source], { indexFile })
    expect(after.sync.indexed).toBe(1)
    expect(after.search(['old'], 5)).toEqual([])
    expect(found(after.search(['same', '2020'], 5), after)).toEqual(['New'])
    expect(after.passageCount).toBe(1)
  })

  it('keeps a document that two entries hold until the last one is gone', async () => {
    const indexFile = join(temporaryFolder(), 'index.db')
    const same = draft('Twin', 'The same words.')
    const hand = handSource({ a: [same], b: [same] })
    for (const gone of [undefined, 'a', 'b']) {
      if (gone !== undefined) delete hand.entries[gone]
      const corpus = await opened([hand.source], { indexFile })
      expect(corpus.search(['words'], 5)).toHaveLength(gone === 'b' ? 0 : 1)
      corpus.close()
    }
  })

  it('tells how far it is', async () => {
    const seen: unknown[] = []
    await opened([animals().source], { onProgress: ({ done, total, name }) => seen.push([done, total, name]) })
    expect(seen).toEqual([
      [1, 2, 'a'],
      [2, 2, 'b'],
    ])
  })

  it('tries an entry again whose reading failed, and serves the others', async () => {
    const indexFile = join(temporaryFolder(), 'index.db')
    const hand = animals()
    let broken = true
    const source = {
      ...hand.source,
      async *read(key: string, signal: AbortSignal) {
        if (key === 'a' && broken) throw Object.assign(new Error('EACCES: /secret/path'), { code: 'EACCES' })
        yield* hand.source.read(key, signal)
      },
    }
    const first = await opened([source], { indexFile })
    expect(first.problems).toEqual([{ source: 'a', message: 'cannot be read (EACCES)' }])
    expect(first.documentCount).toBe(2)
    first.close()
    broken = false
    const second = await opened([source], { indexFile })
    expect(second.problems).toEqual([])
    expect(second.sync).toMatchObject({ read: 1, indexed: 1 })
  })

  it('stops when told to, and goes on from there', async () => {
    const indexFile = join(temporaryFolder(), 'index.db')
    const hand = animals()
    const controller = new AbortController()
    const stopping = opened([hand.source], {
      indexFile,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    })
    await expect(stopping).rejects.toThrow('enough')
    const corpus = await opened([hand.source], { indexFile })
    expect(corpus.documentCount).toBe(3)
  })

  it('serves two openings at once', async () => {
    const indexFile = join(temporaryFolder(), 'index.db')
    const texts = Array.from({ length: 300 }, (_, number) => draft(`Number ${number}`, `Text ${number}. `.repeat(200)))
    const entries = () => handSource(Object.fromEntries(texts.map((text) => [text.title, [text]]))).source
    const both = await Promise.all([opened([entries()], { indexFile }), opened([entries()], { indexFile })])
    for (const corpus of both) {
      const hits = corpus.search(['299'], 2)
      expect([corpus.documentCount, ...found(hits, corpus)]).toEqual([300, 'Number 299', 'Number 299'])
    }
    const third = await opened([entries()], { indexFile })
    expect(third.sync).toMatchObject({ read: 0, indexed: 0 })
  })
})

describe('the index file', () => {
  async function indexed() {
    const indexFile = join(temporaryFolder(), 'index.db')
    const corpus = await opened([animals().source], { indexFile })
    corpus.close()
    return indexFile
  }

  it('is built anew for another stemmer', async () => {
    const indexFile = await indexed()
    const corpus = await opened([animals().source], { indexFile, thread: undefined, stemVersion: 'other' })
    expect(corpus.sync).toMatchObject({ read: 2, indexed: 3 })
    expect(corpus.search(['otter'], 5)).toHaveLength(1)
    expect(corpus.problems).toEqual([])
  })

  it.each([
    ['cut short', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    [
      'with overwritten pages',
      (file: string) => {
        const bytes = readFileSync(file)
        writeFileSync(file, bytes.fill(7, 4096, bytes.length))
      },
    ],
  ])('is built anew when damaged: %s', async (_case, damage) => {
    const indexFile = await indexed()
    damage(indexFile)
    const corpus = await opened([animals().source], { indexFile })
    expect(corpus.problems).toEqual([{ source: 'index', message: expect.stringContaining('built anew') }])
    expect(corpus.search(['fish'], 5)).toHaveLength(2)
  })

  it('is not looked through again when it is as it was closed', async () => {
    const indexFile = await indexed()
    const note = `${indexFile}-sound`
    const noted = readFileSync(note, 'utf8')
    const corpus = await opened([animals().source], { indexFile })
    expect(corpus.search(['fish'], 5)).toHaveLength(2)
    corpus.close()
    expect(readFileSync(note, 'utf8')).not.toBe('')
    expect(noted).toMatch(/^\d+ \d+$/)
  })

  it('is built anew when a single page in the middle is damaged', async () => {
    const indexFile = join(temporaryFolder(), 'index.db')
    const drafts = Array.from({ length: 300 }, (_, number) => draft(`Number ${number}`, `Text ${number}. `.repeat(80)))
    const source = () => handSource({ all: drafts }).source
    const first = await opened([source()], { indexFile })
    first.close()
    const bytes = readFileSync(indexFile)
    const page = 4096 * Math.floor(bytes.length / 4096 / 2)
    writeFileSync(indexFile, bytes.fill(7, page, page + 4096))
    const corpus = await opened([source()], { indexFile })
    expect(corpus.sync.indexed).toBe(300)
    expect([...corpus.titles()].map(({ documentId }) => corpus.document(documentId).text.length)).toHaveLength(300)
  })

  it.each([
    ['text', (file: string) => writeFileSync(file, 'my diary')],
    [
      'a database of something else',
      (file: string) => {
        const other = new DatabaseSync(file)
        other.exec('CREATE TABLE money (amount); INSERT INTO money VALUES (5)')
        other.close()
      },
    ],
  ])('moves aside what is %s', async (_case, write) => {
    const indexFile = join(temporaryFolder(), 'index.db')
    write(indexFile)
    const copy = `${indexFile}.copy`
    copyFileSync(indexFile, copy)
    const corpus = await opened([animals().source], { indexFile })
    expect(corpus.documentCount).toBe(3)
    expect(corpus.problems).toEqual([{ source: 'index', message: expect.stringContaining('.replaced') }])
    expect(readFileSync(`${indexFile}.replaced`)).toEqual(readFileSync(copy))
    expect(existsSync(`${indexFile}.replaced-2`)).toBe(false)
  })

  it('takes an empty file', async () => {
    const indexFile = join(temporaryFolder(), 'index.db')
    writeFileSync(indexFile, '')
    expect((await opened([animals().source], { indexFile })).problems).toEqual([])
  })

  it('fails clearly where it cannot be written', async () => {
    const folder = temporaryFolder()
    const opening = openCorpus({ sources: [], indexFile: folder, ...WORDS })
    await expect(opening).rejects.toThrow()
  })
})
