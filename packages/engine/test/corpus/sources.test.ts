import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wholeOf } from '#corpus/index/document-record.ts'
import { demoSource } from '#corpus/sources/demo-source.ts'
import { fileSource } from '#corpus/sources/file-source.ts'
import { opened, temporaryFolder } from './support.ts'

const documents = (corpus: Awaited<ReturnType<typeof opened>>) =>
  [...corpus.titles()].map(({ documentId }) => wholeOf(corpus.document(documentId)))

describe('the demo corpus', () => {
  it('holds every address with its president and year', async () => {
    const indexFile = join(temporaryFolder(), 'index.db')
    const corpus = await opened([demoSource()], { indexFile })
    const all = documents(corpus)
    expect(all).toHaveLength(233)
    expect(new Set(all.map(({ url }) => url)).size).toBe(233)
    expect(new Set(all.map(({ title }) => title)).size).toBe(233)
    expect(all.every(({ year, authors }) => authors?.length === 1 && year !== undefined && year >= 1790)).toBe(true)
    expect(all.find(({ year }) => year === 1906)).toMatchObject({
      url: 'urn:corpus:sotu/1906-theodore-roosevelt',
      title: 'State of the Union Address, 1906',
      authors: ['Theodore Roosevelt'],
      sourceType: 'document',
    })
    expect(
      all
        .filter(({ year }) => year === 1953)
        .map(({ title }) => title)
        .sort(),
    ).toEqual([
      'State of the Union Address, 1953 (Dwight D. Eisenhower)',
      'State of the Union Address, 1953 (Harry S. Truman)',
    ])
    expect(all.find(({ year }) => year === 1897)?.authors).toEqual(['William McKinley'])
    expect(corpus.search(['panama', 'canal'], 5)).toHaveLength(5)
    corpus.close()
    const again = await opened([demoSource()], { indexFile })
    expect(again.sync).toEqual({ listed: 231, read: 0, removed: 0, indexed: 0 })
  })
})

describe('a file of records', () => {
  async function records(lines: (string | Uint8Array)[], baseUrl?: string) {
    const file = join(temporaryFolder(), 'news.jsonl')
    writeFileSync(file, Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])))
    const corpus = await opened([fileSource(file, { baseUrl })])
    return { all: documents(corpus).sort((a, b) => (a.title < b.title ? -1 : 1)), problems: corpus.problems }
  }

  it('reads a record a line, whatever it tells', async () => {
    const { all, problems } = await records([
      '\ufeff{"id":"x/1","title":"A","text":" One. ","date":"March 5, 2021","authors":["Ann","Bo"],"publisher":"P"}\r',
      '{"title":"B","text":"Two.","url":"https://example.com/b","author":"Cy","year":1999,"source_type":"news"}',
      '',
      '{"title":"C","text":"Three.","url":"file:///etc/passwd","date":"soon","year":"?"}',
    ])
    expect(problems).toEqual([])
    const [a, b, c] = all
    expect(a).toMatchObject({ url: 'urn:corpus:news.jsonl/x%2F1', text: ' One. ', date: 'March 5, 2021', year: 2021 })
    expect(a).toMatchObject({ authors: ['Ann', 'Bo'], publisher: 'P', sourceType: 'document' })
    expect(b).toMatchObject({ url: 'https://example.com/b', authors: ['Cy'], year: 1999, sourceType: 'news' })
    expect(c?.url).toMatch(/^urn:corpus:news\.jsonl\/[0-9a-f]{16}$/)
    expect(c).not.toHaveProperty('year')
    expect(c).not.toHaveProperty('authors')
  })

  it('reports a wrong line by its number and serves the rest', async () => {
    const { all, problems } = await records([
      '{"title":"A","text":"One."}',
      '{"title":',
      '{"text":7}',
      '[1]',
      '{"title":"B","text":"  "}',
      Buffer.from([0x7b, 0xff, 0x7d]),
      '{"title":"C","text":"Three."}',
    ])
    expect(all.map(({ title }) => title)).toEqual(['A', 'C'])
    expect(problems).toEqual(
      [
        'line 2 is not JSON; the line is skipped',
        'line 3 has no usable "text"; the line is skipped',
        'line 4 is not an object; the line is skipped',
        'line 5 has no usable "text"; the line is skipped',
        'line 6 is not valid UTF-8; set CORPUS_ENCODING to its encoding, such as windows-1252, or save it as UTF-8; the line is skipped',
      ].map((message) => ({ source: 'news.jsonl', message })),
    )
  })

  it('counts wrong lines beyond the twentieth', async () => {
    const { problems } = await records(Array.from({ length: 25 }, () => 'x'))
    expect(problems).toHaveLength(21)
    expect(problems.at(-1)?.message).toBe('5 further lines are wrong and skipped')
  })

  it('makes addresses below the base URL', async () => {
    const { all } = await records(['{"id":7,"title":"A","text":"One."}'], 'https://example.com/docs')
    expect(all[0]?.url).toBe('https://example.com/docs/news.jsonl/7')
  })

  it('reports a file with nothing in it', async () => {
    expect((await records([])).problems).toEqual([{ source: 'news.jsonl', message: 'is empty' }])
  })
})
