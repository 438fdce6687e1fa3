import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCorpusSetting } from '#corpus/sources/corpus-setting.ts'
import { opened, temporaryFolder } from './support.ts'

describe('parseCorpusSetting', () => {
  it('takes folders and files, and keeps their addresses apart', async () => {
    const folder = temporaryFolder()
    for (const name of ['one', 'two', 'deep/two']) {
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, name, 'a.txt'), `Text of ${name}.`)
    }
    writeFileSync(join(folder, 'r.jsonl'), '{"id":"1","title":"R","text":"Record."}\n')
    writeFileSync(join(folder, 'single.md'), '# Single')
    const paths = ['one', 'r.jsonl', 'two', 'deep/two', 'single.md', 'one'].map((name) => join(folder, name))
    const corpus = await opened(parseCorpusSetting(`${paths.join(' , ')},`))
    const urls = [...corpus.titles()].map(({ documentId }) => corpus.document(documentId).url)
    expect(urls.sort()).toEqual([
      'urn:corpus:a.txt',
      'urn:corpus:r.jsonl/1',
      'urn:corpus:single.md',
      'urn:corpus:two-2/a.txt',
      'urn:corpus:two/a.txt',
    ])
  })

  it('is the demo corpus without a value', () => {
    expect(parseCorpusSetting(undefined).map(({ id }) => id)).toEqual(['demo'])
    expect(parseCorpusSetting(' ').map(({ id }) => id)).toEqual(['demo'])
  })

  it('says in one line what is wrong', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'photo.jpg'), 'x')
    const takes =
      'Set it to a folder, a file of a kind that is read, such as .md, .html, .txt, .pdf, .docx or .jsonl, or several of them separated by commas.'
    const refusal = (value: string, baseUrl?: string) => {
      try {
        parseCorpusSetting(value, { baseUrl })
        return 'taken'
      } catch (error) {
        return error instanceof Error ? error.message : 'no error'
      }
    }
    expect(refusal('/no/such/place')).toBe(`CORPUS is "/no/such/place": there is no such file or folder. ${takes}`)
    const photo = join(folder, 'photo.jpg')
    expect(refusal(photo)).toBe(`CORPUS is "${photo}": that kind of file is not read. ${takes}`)
    expect(refusal(join(photo, 'x'))).toContain('it cannot be read (ENOTDIR)')
    expect(refusal(',')).toBe(`CORPUS is ",": that names nothing. ${takes}`)
    expect(refusal('/dev/null')).toContain('that is neither a file nor a folder')
    for (const base of ['nonsense', 'file:///x', 'https://example.com/?a=']) {
      expect(refusal(folder, base)).toBe(
        `CORPUS_BASE_URL is "${base}"; set it to an http or https URL without "?" or "#".`,
      )
    }
    expect(refusal(folder, 'https://example.com/x')).toBe('taken')
  })
})
