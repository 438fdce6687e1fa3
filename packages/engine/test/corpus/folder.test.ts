import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wholeOf } from '#corpus/index/document-record.ts'
import { folderSource } from '#corpus/sources/folder-source.ts'
import type { CorpusSource } from '#corpus/types.ts'
import { pdfOf } from './pdf-bytes.ts'
import { opened, temporaryFolder } from './support.ts'

function write(folder: string, files: Record<string, string | Uint8Array>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

async function served(source: CorpusSource, indexFile?: string) {
  const corpus = await opened([source], indexFile === undefined ? {} : { indexFile })
  const documents = [...corpus.titles()].map(({ documentId }) => wholeOf(corpus.document(documentId)))
  documents.sort((a, b) => (a.url < b.url ? -1 : 1))
  return { corpus, documents, problems: corpus.problems, urls: documents.map(({ url }) => url) }
}

describe('a folder', () => {
  it('is read all the way down, by the files’ endings', async () => {
    const folder = write(temporaryFolder(), {
      'a b/ünïcode#1.md': '# Otters\n\nThey swim.',
      'a b/c/page.HTML': '<title>Page</title><p>Shown.</p>',
      'annual_report.txt': 'Lines\nof text.\r\n',
      'paper.pdf': pdfOf(['BT /F1 12 Tf 72 720 Td (Badgers dig deep holes.) Tj ET']),
      'data.jsonl': '{"id":"1","title":"R","text":"Record."}',
      'old.htm': '<link rel=canonical href=https://example.com/old><p>Old.',
      '.hidden.md': 'no',
      '.git/x.md': 'no',
      'photo.jpg': 'no',
      'corpus-0123456789ab.index-sound': 'ours',
      'my.db-wal': 'ours',
      'a b/photo.JPG': 'no',
      Makefile: 'no',
    })
    const { documents, problems } = await served(folderSource(folder))
    expect(problems).toEqual([
      { source: 'other files', message: '2 .jpg, 1 without an ending: these are not read', kind: 'excluded' },
    ])
    expect(documents.map(({ url, title, sourceType, text }) => [url, title, sourceType, text])).toEqual([
      ['https://example.com/old', 'old', 'web', 'Old.'],
      ['urn:corpus:a%20b/%C3%BCn%C3%AFcode%231.md', 'Otters', 'document', 'Otters\n\nThey swim.'],
      ['urn:corpus:a%20b/c/page.HTML', 'Page', 'web', 'Shown.'],
      ['urn:corpus:annual_report.txt', 'annual report', 'document', 'Lines\nof text.\n'],
      ['urn:corpus:data.jsonl/1', 'R', 'document', 'Record.'],
      ['urn:corpus:paper.pdf', 'paper', 'document', 'Badgers dig deep holes.'],
    ])
  })

  it('has addresses below the base URL, and is read again when that changes', async () => {
    const folder = write(temporaryFolder(), { 'a/b c.txt': 'Text.' })
    const indexFile = join(temporaryFolder(), 'index.db')
    expect((await served(folderSource(folder), indexFile)).urls).toEqual(['urn:corpus:a/b%20c.txt'])
    const source = folderSource(folder, { baseUrl: 'https://example.com/docs/', prefix: 'notes' })
    expect((await served(source, indexFile)).urls).toEqual(['https://example.com/docs/notes/a/b%20c.txt'])
  })

  it('serves what is sound and says what is not', async () => {
    const folder = write(temporaryFolder(), {
      'good.txt': 'Good text.',
      'empty.md': '',
      'blank.txt': ' \n ',
      'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      'bom.txt': Buffer.from('\ufeffWith a mark.'),
      'cut.pdf': pdfOf(['BT (x) Tj ET']).subarray(0, 80),
      'scan.pdf': pdfOf(['']),
      'front.md': '---\na: [\n---\nBody.',
      'deep.md': `${'> '.repeat(10_000)}deep`,
    })
    const { documents, problems } = await served(folderSource(folder))
    expect(documents.map(({ text }) => text)).toEqual(['With a mark.', 'Body.', 'Good text.'])
    expect(problems.map(({ source, message }) => `${source} ${message}`)).toEqual([
      'blank.txt contains no text',
      'cut.pdf is not a readable PDF (broken or cut short)',
      'deep.md cannot be read: it is nested too deeply',
      'empty.md is empty',
      expect.stringMatching(/^front\.md has front matter that is not YAML \(.+\); only its plain lines are used$/),
      expect.stringMatching(/^latin1\.txt is not valid UTF-8; set CORPUS_ENCODING to its encoding, such as/),
      'scan.pdf contains no text (a scanned PDF needs text recognition first)',
    ])
    expect(JSON.stringify(problems)).not.toContain(folder)
  })

  it('leaves out packages, lock files and what .gitignore names, and says so', async () => {
    const folder = write(temporaryFolder(), {
      'a.md': 'A.',
      'node_modules/x/readme.md': 'no',
      'web/node_modules/y/readme.md': 'no',
      '~$a.docx': 'no',
      'package-lock.json': '{}',
      '.gitignore': '# made\n/build/\n*.log\n!keep.log\n',
      'build/b.md': 'no',
      'web/build/c.md': 'C.',
      'web/d.log': 'no',
      'web/keep.log': 'Kept.',
      'web/.gitignore': 'drafts\n',
      'web/drafts/e.md': 'no',
      'drafts/f.md': 'F.',
    })
    const { urls, problems } = await served(folderSource(folder))
    expect(urls).toEqual(['a.md', 'drafts/f.md', 'web/build/c.md', 'web/keep.log'].map((path) => `urn:corpus:${path}`))
    expect(problems.map(({ source, message }) => `${source}: ${message}`)).toEqual([
      '.gitignore: 1 file and 2 folders left out as it says (CORPUS_EXCLUDE=!pattern brings some back): build/, web/d.log, web/drafts/',
      'installed packages: 2 folders left out (CORPUS_EXCLUDE=!node_modules/ brings them back): node_modules/, web/node_modules/',
      'lock file: 2 files left out as other programs made them for themselves: package-lock.json, ~$a.docx',
    ])
    expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(['excluded']))
  })

  it('reads what the patterns of the operator name, whatever others say', async () => {
    const folder = write(temporaryFolder(), {
      'a.md': 'A.',
      'b.txt': 'no',
      'old/c.md': 'no',
      'reports/d.txt': 'D.',
      '.gitignore': 'out/\n',
      'out/e.md': 'E.',
      'node_modules/f.md': 'F.',
    })
    const include = ['*.md', 'reports/']
    const exclude = ['/old/', '!out/', '!node_modules/']
    const { urls, problems } = await served(folderSource(folder, { include, exclude }))
    expect(urls).toEqual(['a.md', 'node_modules/f.md', 'out/e.md', 'reports/d.txt'].map((path) => `urn:corpus:${path}`))
    expect(problems.map(({ source, message }) => `${source}: ${message}`)).toEqual([
      'CORPUS_INCLUDE: 1 file left out as it names others: b.txt',
      'CORPUS_EXCLUDE: 1 folder left out as it says: old/',
    ])
  })

  it('follows no pattern that could take long to match', async () => {
    const folder = write(temporaryFolder(), {
      '.gitignore': '*a*a*a*a*a*b\n*.tmp.md\n',
      'a.md': 'A.',
      'b.tmp.md': 'no',
    })
    const { urls, problems } = await served(folderSource(folder))
    expect(urls).toEqual(['urn:corpus:a.md'])
    expect(problems[0]).toEqual({
      source: '.gitignore',
      message: 'has patterns with more than 4 "*"; these are not followed',
      kind: 'served',
    })
  })

  it('follows no link out, and takes a linked file once', async () => {
    const outside = write(temporaryFolder(), { 'secret.txt': 'Secret.', 'sub/more.txt': 'More secrets.' })
    const folder = write(temporaryFolder(), { 'real.txt': 'Real.', '.versions/v1/config.txt': 'Mounted.' })
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'file-link.txt'))
    symlinkSync(join(outside, 'sub'), join(folder, 'folder-link'))
    symlinkSync('real.txt', join(folder, 'again.txt'))
    symlinkSync('.', join(folder, 'circle'))
    symlinkSync('nowhere.txt', join(folder, 'dead.txt'))
    symlinkSync('.versions/v1/config.txt', join(folder, 'config.txt'))
    const { documents, problems, urls } = await served(folderSource(folder))
    expect(documents.map(({ text }) => text)).toEqual(['Mounted.', 'Real.'])
    expect(urls).toEqual(['urn:corpus:config.txt', 'urn:corpus:real.txt'])
    expect(problems).toEqual([
      { source: 'dead.txt', message: 'is a link that leads nowhere (ENOENT)' },
      { source: 'file-link.txt', message: 'leads out of the folder; it is skipped' },
      { source: 'folder-link', message: 'leads out of the folder; it is skipped' },
    ])
  })

  it('does not read a file that became a link out after it was listed', async () => {
    const outside = write(temporaryFolder(), { 'secret.txt': 'Secret.' })
    const folder = write(temporaryFolder(), { 'a.txt': 'Fine.' })
    const source = folderSource(folder)
    const { signal } = new AbortController()
    for await (const entry of source.list(signal)) expect(entry).toMatchObject({ key: 'a.txt' })
    rmSync(join(folder, 'a.txt'))
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'a.txt'))
    const items = []
    for await (const item of source.read('a.txt', signal)) items.push(item)
    expect(items).toEqual([{ problem: 'leads out of the folder; it is skipped' }])
  })

  it('reads only changed files again, and follows names', async () => {
    const folder = write(temporaryFolder(), { 'a.txt': 'Apples.', 'b.txt': 'Berries.', 'bad.txt': '' })
    const indexFile = join(temporaryFolder(), 'index.db')
    const sync = async () => {
      const { corpus, urls, problems } = await served(folderSource(folder), indexFile)
      const { listed, ...counts } = corpus.sync
      expect(listed).toBe(3)
      expect(problems).toEqual([{ source: 'bad.txt', message: 'is empty' }])
      return { ...counts, urls }
    }
    const [a, b, c] = ['urn:corpus:a.txt', 'urn:corpus:b.txt', 'urn:corpus:c.txt']
    expect(await sync()).toEqual({ read: 3, indexed: 2, removed: 0, urls: [a, b] })
    expect(await sync()).toEqual({ read: 0, indexed: 0, removed: 0, urls: [a, b] })
    writeFileSync(join(folder, 'b.txt'), 'Bananas, rather.')
    expect(await sync()).toEqual({ read: 1, indexed: 1, removed: 0, urls: [a, b] })
    utimesSync(join(folder, 'b.txt'), 1, 1)
    expect(await sync()).toEqual({ read: 1, indexed: 0, removed: 0, urls: [a, b] })
    renameSync(join(folder, 'b.txt'), join(folder, 'c.txt'))
    expect(await sync()).toEqual({ read: 1, indexed: 1, removed: 1, urls: [a, c] })
  })

  it('says which folder cannot be listed', async () => {
    const folder = write(temporaryFolder(), { 'a.txt': 'Fine.', 'gone/b.txt': 'Text.', 'z.txt': 'Fine.' })
    const listed = []
    for await (const entry of folderSource(folder).list(new AbortController().signal)) {
      listed.push(entry)
      rmSync(join(folder, 'gone'), { recursive: true, force: true })
    }
    expect(listed).toMatchObject([
      { key: 'a.txt' },
      { source: 'gone', message: 'cannot be listed (ENOENT)' },
      { key: 'z.txt' },
    ])
  })
})
