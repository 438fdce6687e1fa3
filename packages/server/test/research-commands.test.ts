import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { testApiKey } from '@deep-research/mock'
import { startMockServer } from '@deep-research/mock/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { readSettings, startService } from '../src/index.ts'
import { openProductEngine } from '../src/product-engine.ts'
import { runInProcess, start, temporaryFolder } from './support/command-line.ts'

let environment: Record<string, string>

beforeEach(() => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'docs'))
  writeFileSync(
    join(folder, 'docs', 'bridge.md'),
    '# Harbour Bridge\n\nIt was designed by Mira Olsen. It opened in 1932.\n',
  )
  writeFileSync(join(folder, 'docs', 'reef.md'), '# Reef\n\nCorals of the reef grow slowly.\n')
  environment = { CORPUS: join(folder, 'docs'), DATABASE_URL: `sqlite:${join(folder, 'a.db')}` }
})

const folderOf = ({ CORPUS = '' }: Record<string, string>) => CORPUS

const run = (words: string[], stop = new AbortController().signal) =>
  runInProcess(words, environment, { openEngine: openProductEngine, stop })

describe('corpus', () => {
  it('index reads what is new, and tells what there is', async () => {
    const first = await run(['corpus', 'index', '--json'])
    expect([first.code, JSON.parse(first.stdout)]).toEqual([0, { documents: 2, read: 2, removed: 0, problems: [] }])
    const second = await run(['corpus', 'index'])
    expect([second.code, second.stdout]).toEqual([
      0,
      'documents  read  removed  problems\n2          0     0        0\n',
    ])
  })

  it('index tells what cannot be read', async () => {
    writeFileSync(join(environment['CORPUS'] ?? '', 'broken.pdf'), 'no PDF')
    const { code, stdout, stderr } = await run(['corpus', 'index'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^2 .* 1$/m)])
    expect(stderr).toMatch(/Left out of the corpus: broken\.pdf: /)
  })

  it('index counts files of kinds that are not read, and no hidden ones', async () => {
    for (const name of ['a.xyz', 'b.XYZ', 'notes', '.secret.xyz']) writeFileSync(join(folderOf(environment), name), 'x')
    const { code, stderr } = await run(['corpus', 'index'])
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('other files: 2 .xyz, 1 without an ending: these are not read\n'),
    ])
  })

  it('list names what is read, and what is left out and why', async () => {
    const folder = folderOf(environment)
    writeFileSync(join(folder, 'broken.pdf'), 'no PDF')
    writeFileSync(join(folder, 'old.txt'), Buffer.from('f\xfcr', 'latin1'))
    mkdirSync(join(folder, 'node_modules'))
    const { code, stdout } = await run(['corpus', 'list', '--json'])
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        files: [
          { file: 'bridge.md', documents: 1, problem: '' },
          { file: 'broken.pdf', documents: 0, problem: 'is not a readable PDF (broken or cut short)' },
          { file: 'old.txt', documents: 0, problem: expect.stringContaining('CORPUS_ENCODING') },
          { file: 'reef.md', documents: 1 },
        ],
        left_out: [{ source: 'installed packages', kind: 'excluded' }],
      },
    ])
    const doctor = await run(['doctor'])
    expect(doctor.stdout).toMatch(
      /4 files to read .*left out: installed packages .*broken\.pdf \(is not a readable PDF/,
    )
  })

  it('tells whoever finds nothing that files could not be read', async () => {
    writeFileSync(join(folderOf(environment), 'old.txt'), Buffer.from('f\xfcr', 'latin1'))
    const told = '1 file could not be read'
    const quiet = await run(['ask', '-q', 'Who sold the zeppelin?'])
    expect([quiet.stdout, quiet.stderr]).toEqual([expect.stringContaining(told), expect.stringContaining(told)])
    const json = await run(['ask', '-q', '--json', 'Who sold the zeppelin?'])
    expect(JSON.parse(json.stdout).usage.unread_files).toBe(1)
    environment['CORPUS_ENCODING'] = 'windows-1252'
    const read = await run(['ask', '-q', 'Who sold the zeppelin?'])
    expect([read.stdout, read.stderr].join()).not.toContain(told)
    environment['CORPUS_ENCODING'] = 'klingon'
    expect((await run(['ask', 'Who?'])).stderr).toMatch(/CORPUS_ENCODING is "klingon"; set it to an encoding, such as/)
    delete environment['CORPUS_ENCODING']
    environment['CORPUS_EXCLUDE'] = '*a*b*c*d*e'
    expect((await run(['ask', 'Who?'])).stderr).toMatch(/CORPUS_EXCLUDE is .*; set it to comma-separated patterns/)
  })

  it.each([['corpus', 'index'], ['ask', 'Who?'], ['demo'], ['serve', '--port', '0']])(
    'of a folder without a document is refused with what to do: %s',
    async (...words) => {
      for (const name of ['bridge.md', 'reef.md']) rmSync(join(folderOf(environment), name))
      const { code, stderr } = await run(words)
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^(Indexing.*\n)*(Corpus: 0 .*\n)?CORPUS is .*: it has no file to read\. Set it to .*\n$/,
        ),
      ])
    },
  )

  it('whose indexing is interrupted keeps what is done', async () => {
    // The index is written whenever so much text has been read; what is read after that is read again.
    const text = 'A page says this. '.repeat(250_000 / 18)
    for (const name of ['1.md', '2.md', '3.md'])
      writeFileSync(join(folderOf(environment), name), `# ${name}\n\n${text}`)
    const stop = new AbortController()
    const stderr = { write: (line: string) => line.includes('Indexing: 2 of 5') && stop.abort('SIGINT') }
    const stopped = await runInProcess(['corpus', 'index'], environment, { stop: stop.signal, stderr })
    const { stdout } = await run(['corpus', 'index', '--json'])
    expect(stopped.code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ documents: 5, read: 4 })
  })

  it('search prints passages, best first', async () => {
    const { code, stdout } = await run(['corpus', 'search', 'slow', 'corals', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      {
        document_id: expect.any(String),
        title: 'Reef',
        url: 'urn:corpus:reef.md',
        text: 'Corals of the reef grow slowly.',
        start: expect.any(Number),
        end: expect.any(Number),
        score: expect.any(Number),
      },
    ])
    expect((await run(['corpus', 'search', 'corals'])).stdout).toContain('Corals of the reef grow slowly.')
    expect((await run(['corpus', 'search', 'zebra'])).stdout).toBe('none\n')
    expect((await run(['corpus', 'search', 'corals', '--limit', '0'])).code).toBe(2)
  })

  it('of a setting that names none is refused with one line', async () => {
    environment['CORPUS'] = '/nowhere/at/all'
    const { code, stderr } = await run(['corpus', 'index'])
    expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining('/nowhere/at/all')]])
  })
})

describe('ask', () => {
  const question = 'Who designed the Harbour Bridge?'

  it('prints the answer with numbers, sources with file and line, and what it does beside it', async () => {
    const { code, stdout, stderr } = await run(['ask', ...question.split(' ')])
    expect(code).toBe(0)
    expect(stdout).toMatch(/designed by Mira Olsen\. It opened in 1932\. ?\[1\]/)
    expect(stdout).toMatch(/^ {2}\[1\] Harbour Bridge\n {6}.*bridge\.md:3\n/m)
    expect(stdout).not.toContain('<cite')
    expect(stdout).not.toContain('\u001B')
    expect(stderr).toMatch(/^ {2}search Who designed/m)
    expect(stderr).toMatch(/Usage .* 1 source · 1 quotation/)
  })

  it('leaves nothing in the folder where it is called, but goes on with what a service has there', async () => {
    const [folder, cache] = [temporaryFolder(), temporaryFolder()]
    const variables = { CORPUS: folderOf(environment), XDG_CACHE_HOME: cache }
    const asked = () =>
      start(folder, ['ask', '-q', question], variables, new URL('../src/main.ts', import.meta.url)).ended
    expect(await asked()).toMatchObject({ code: 0, stdout: expect.stringContaining('Mira Olsen') })
    expect(readdirSync(folder)).toEqual([])
    const kept = readdirSync(join(cache, 'deep-research'))
    expect(kept).toContainEqual(expect.stringMatching(/^corpus-.*\.index$/))
    mkdirSync(join(folder, '.data'))
    expect((await asked()).code).toBe(0)
    expect(readdirSync(join(folder, '.data'))).toContainEqual(expect.stringMatching(/^corpus-.*\.index$/))
    expect(readdirSync(join(cache, 'deep-research'))).toEqual(kept)
  })

  it('prints nothing beside the answer if it is to be quiet', async () => {
    const { stdout, stderr } = await run(['ask', '--quiet', question])
    expect([stdout, stderr]).toEqual([expect.stringContaining('Mira Olsen'), ''])
  })

  it.each([
    ['--json', /^\{\n {2}"answer": [\s\S]*"answer_clean": [\s\S]*\}\n$/],
    ['--markdown', /Mira Olsen\. It opened in 1932\.\[\^1\][\s\S]*\n\[\^1\]: Harbour Bridge/],
    ['--html', /^<!doctype html>[\s\S]*<meta charset="utf-8">[\s\S]*<ol class="sources">[\s\S]*<\/html>\n$/],
    ['--bibtex', /^@misc\{[\s\S]*title = \{\{Harbour Bridge\}\}[\s\S]*\}\n$/],
  ])('prints the result as %s, or writes it to a file', async (format, expected) => {
    const { code, stdout } = await run(['ask', question, format])
    expect([code, stdout]).toEqual([0, expect.stringMatching(expected)])
    const file = join(folderOf(environment), '..', 'answer')
    expect(await run(['ask', '-q', question, format, '--output', file])).toMatchObject({ code: 0, stdout: '' })
    expect(readFileSync(file, 'utf8')).toMatch(expected)
    expect((await run(['ask', '-q', question, format, '--output', '-'])).stdout).toMatch(expected)
  })

  it('writes plain text to a file, and says where', async () => {
    const file = join(folderOf(environment), '..', 'answer.txt')
    const { stderr } = await run(['ask', question, '-o', file])
    expect(stderr).toContain(`The answer is in ${file}.\n`)
    expect(stderr).not.toMatch(/^Answer$/m)
    expect(readFileSync(file, 'utf8')).toMatch(/Mira Olsen\. It opened in 1932\.\[1\][\s\S]*\n {2}\[1\] Harbour Bridge/)
    expect((await run(['ask', question, '--json', '--html'])).code).toBe(2)
  })

  it.each([
    ['/nowhere/at/all', 'there is no folder /nowhere/at. Make it first.'],
    ['/', 'it is a folder. Name a file in it.'],
  ])('does not research what it could not write to %s', async (file, why) => {
    const refused = await run(['ask', question, '-o', file])
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: `--output ${file} cannot be written: ${why}\n` })
  })

  it('reads the question from standard input', async () => {
    const context = { openEngine: openProductEngine, stop: new AbortController().signal }
    const stdin = Readable.from([Buffer.from(`${question}\n`)])
    const { stdout } = await runInProcess(['ask', '-'], environment, { ...context, stdin })
    expect(stdout).toContain('Mira Olsen')
  })

  it('says that no model is used where its name is set, but not LLM', async () => {
    environment['LLM_MODEL'] = 'llama'
    const told = 'Note: no model is used, although LLM_MODEL is set: set LLM to openai-compatible or anthropic.\n'
    expect((await run(['ask', question])).stderr).toContain(told)
  })

  it('asks a service, with its key', async () => {
    const mock = await startMockServer()
    try {
      const given = ['ask', '--server', mock.url, 'What is a reef?']
      const missing = await run(given)
      expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('DEEP_RESEARCH_API_KEY is missing')])
      environment['DEEP_RESEARCH_API_KEY'] = testApiKey()
      const { code, stdout } = await run(given)
      expect([code, stdout]).toEqual([0, expect.stringMatching(/\[1\][\s\S]*\nSources\n\n {2}\[1/)])
      environment['DEEP_RESEARCH_API_KEY'] = 'wrong'
      const refused = await run(given)
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(`^${mock.url}: .*\n$`)])
    } finally {
      await mock.close()
    }
  })

  it('sends nobody who asks a service to its files', async () => {
    writeFileSync(join(folderOf(environment), 'old.txt'), Buffer.from('f\xfcr', 'latin1'))
    const local = await run(['ask', '-q', question])
    expect(local.stderr).toBe('1 file could not be read: deep-research corpus list says why.\n')
    const service = await startService(readSettings({ ...environment, PORT: '0' }))
    try {
      const { id } = await service.manage.createAccount('ada@example.com', 'free')
      environment['DEEP_RESEARCH_API_KEY'] = (await service.manage.createKey(id)).key
      const remote = await run(['ask', '-q', '--server', service.url, question])
      expect(remote).toMatchObject({ code: 0, stderr: '1 file could not be read.\n' })
    } finally {
      await service.close()
    }
  })

  it('refuses what the service would refuse, and another level', async () => {
    const empty = await run(['ask', ' '])
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringMatching(/query/)])
    expect((await run(['ask', 'x'.repeat(10_001)])).code).toBe(1)
    expect((await run(['ask', 'x', '--level', 'huge'])).code).toBe(2)
    const none = await run(['ask'])
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('Run deep-research ask --help ')])
  })

  it('that is interrupted says so', async () => {
    const { code, stderr } = await run(['ask', 'Who?'], AbortSignal.abort('SIGINT'))
    expect([code, stderr]).toEqual([130, 'Interrupted.\n'])
  })
})
