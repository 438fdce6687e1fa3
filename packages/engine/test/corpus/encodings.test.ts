import { describe, expect, it } from 'vitest'
import { readDrafts } from '#corpus/index/index-threads.ts'

const { signal } = new AbortController()

async function read(path: string, bytes: Uint8Array, encoding?: string) {
  const { documents, problems, warnings = [] } = await readDrafts({ path, bytes, encoding }, { signal })
  return documents[0]?.text ?? [...problems, ...warnings].join()
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

describe('the encoding of a file', () => {
  it('is what its byte order mark says', async () => {
    const little = Buffer.from('\ufeffKöln\r\n', 'utf16le')
    expect(await read('a.txt', little)).toBe('Köln\n')
    expect(await read('a.md', Buffer.from(little).swap16())).toBe('Köln')
    expect(await read('a.csv', Buffer.from('\ufeffName\tOrt\nA\tKöln\n', 'utf16le'))).toContain('A | Köln')
    expect(await read('a.txt', Buffer.from('\ufeffKöln'))).toBe('Köln')
    expect(await read('a.txt', bytes([0xff, 0xfe, 0, 0, 65, 0, 0, 0]))).toBe('is UTF-32; save it as UTF-8')
  })

  it('is what a page declares', async () => {
    const page = '<meta charset="windows-1252"><p>48.500 \x80 f\xfcr K\xf6ln</p>'
    expect(await read('a.html', bytes(page))).toBe('48.500 € für Köln')
    const equiv = '<meta http-equiv=content-type content="text/html; charset=shift_jis"><p>'
    expect(await read('a.htm', bytes(equiv, [0x93, 0xfa, 0x96, 0x7b]))).toBe('日本')
    expect(await read('a.xhtml', bytes('<?xml version="1.0" encoding="iso-8859-1"?><html><p>f\xfcr</p></html>'))).toBe(
      'für',
    )
    expect(await read('a.html', bytes('<meta charset=iso-2022-jp><p>\x1b$BF|K\\\x1b(B'))).toBe('日本')
    expect(await read('a.html', Buffer.from('<meta charset=windows-1252><p>für'))).toBe('für')
    expect(await read('a.html', bytes('<meta charset=utf-8><p>f\xfcr'))).toMatch(/^is neither valid UTF-8 nor utf-8/)
  })

  it('is the one that is set, for what tells nothing of it', async () => {
    const text = bytes('48.500 \x80 f\xfcr K\xf6ln')
    expect(await read('a.txt', text)).toMatch(/^is not valid UTF-8; set CORPUS_ENCODING to its encoding, such as/)
    expect(await read('a.txt', text, 'windows-1252')).toBe('48.500 € für Köln')
    expect(await read('a.txt', Buffer.from('für'), 'windows-1252')).toBe('für')
    const record = bytes('{"title":"T","text":"f\xfcr"}\n')
    const { documents } = await readDrafts({ path: 'a.jsonl', bytes: record, line: 1, encoding: 'latin1' }, { signal })
    expect(documents[0]?.text).toBe('für')
  })

  it('set to UTF-8 reads a file with a wrong byte, and says where', async () => {
    const { documents, warnings } = await readDrafts(
      { path: 'a.log', bytes: bytes('17:32 done', [0xff], ' ok'), encoding: 'utf-8' },
      { signal },
    )
    expect([documents[0]?.text, warnings]).toEqual([
      '17:32 done\ufffd ok',
      ['is not valid utf-8 in 1 place, shown as \ufffd'],
    ])
  })
})
