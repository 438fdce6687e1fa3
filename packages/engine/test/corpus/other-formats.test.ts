import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMail } from '#corpus/formats/mail.ts'
import { readNotebook } from '#corpus/formats/notebook.ts'
import { readPiece } from '#corpus/formats/read-piece.ts'
import { readSource } from '#corpus/formats/source-code.ts'
import { readSubtitles } from '#corpus/formats/subtitles.ts'
import { expectSoundBlocks } from './sound-blocks.ts'

const lines = (...all: string[]) => all.join('\n')

async function documentsIn(path: string, content: string) {
  return await readPiece({ path, bytes: Buffer.from(content) })
}

describe('a notebook', () => {
  const notebook = {
    nbformat: 4,
    metadata: { language_info: { name: 'python' } },
    cells: [
      { cell_type: 'markdown', source: ['# Tides\n', '\n', 'Spring tides come twice a month.'] },
      {
        cell_type: 'code',
        source: 'print(7 * 6)',
        outputs: [
          { output_type: 'stream', text: ['42\n'] },
          { output_type: 'display_data', data: { 'image/png': 'iVBOR', 'text/plain': '<Figure>' } },
          { output_type: 'error', ename: 'ValueError', evalue: 'no moon' },
        ],
      },
    ],
  }

  it('is its texts, its code and what that printed', async () => {
    const { documents } = await documentsIn('a/tides.ipynb', JSON.stringify(notebook))
    const [{ title, text, blocks = [] } = { text: '', title: '' }] = documents
    expect(title).toBe('Tides')
    expect(text).toContain('Spring tides come twice a month.')
    expect(text).toContain('42')
    expect(text).toContain('ValueError: no moon')
    expect(text).not.toContain('iVBOR')
    expect(blocks.find(({ start, end }) => text.slice(start, end) === 'print(7 * 6)')).toMatchObject({
      kind: 'code',
      language: 'python',
      path: ['Tides'],
    })
  })

  it('that is none is said so', async () => {
    expect((await documentsIn('a.ipynb', '{"cells"')).problems).toEqual(['is not JSON, as a notebook is'])
    expect((await documentsIn('a.ipynb', '[]')).problems).toEqual(['is not a notebook of Jupyter, version 4'])
  })

  it('has sound blocks, whatever its cells hold', async () => {
    const cell = fc.record({ cell_type: fc.constantFrom('code', 'markdown', 'raw'), source: fc.string() })
    await fc.assert(
      fc.asyncProperty(fc.array(cell), async (cells) => {
        const { text, blocks = [] } = await readNotebook(JSON.stringify({ cells }))
        expectSoundBlocks(text, blocks)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a message', () => {
  const message = lines(
    'From: Ann Lee <ann@example.com>',
    'To: Bo <bo@example.com>',
    'Subject: =?utf-8?Q?The_f=C3=BCnf_fuses?=',
    'Date: Tue, 3 Mar 2026 09:30:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'The fuse f=FCr hall 2 is rated 16 amperes.',
    '--x',
    'Content-Type: application/pdf; name=plan.pdf',
    'Content-Disposition: attachment; filename=plan.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--x--',
  )

  it('tells who wrote what, when, and what it brings', async () => {
    const { documents } = await documentsIn('in/a.eml', message)
    expect(documents[0]).toMatchObject({ title: 'The fünf fuses', authors: ['Ann Lee'], year: 2026 })
    expect(documents[0]?.text).toBe(
      lines(
        'The fünf fuses',
        '',
        'From: Ann Lee ann@example.com',
        'To: Bo bo@example.com',
        'Date: Tue, 03 Mar 2026 08:30:00 GMT',
        'Attachments: plan.pdf',
        '',
        'The fuse für hall 2 is rated 16 amperes.\n',
      ).trimEnd(),
    )
  })

  it('without a text is read from its page', async () => {
    const page = lines('Subject: Tides', 'Content-Type: text/html', '', '<p>High at <b>nine</b>.</p><script>x</script>')
    expect((await documentsIn('a.eml', page)).documents[0]?.text).toBe('Tides\n\nHigh at nine.')
  })

  it('of a mailbox is a document of its own', async () => {
    const second = lines('Subject: Two', '', 'From here on it is quiet.', '', '>From is quoted.')
    const { documents, problems } = await documentsIn(
      'archive.mbox',
      lines('From ann Tue Mar  3 09:30:00 2026', message, '', 'From bo Wed Mar  4 09:30:00 2026', second, ''),
    )
    expect(documents.map(({ title }) => title)).toEqual(['The fünf fuses', 'Two'])
    expect(new Set(documents.map(({ url }) => url)).size).toBe(2)
    expect(problems).toEqual([])
  })

  it('has sound blocks, whatever stands in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (subject, body) => {
        const { text, blocks = [] } = await readMail(Buffer.from(`Subject: ${subject}\n\n${body}`))
        expectSoundBlocks(text, blocks)
      }),
      { numRuns: 100 },
    )
  })
})

describe('subtitles', () => {
  it('are what is spoken, in whole sentences', async () => {
    const srt = lines(
      '1',
      '00:00:01,000 --> 00:00:03,000',
      '<i>The reef is</i>',
      '',
      '2',
      '00:00:03,000 --> 00:00:05,000',
      'three km long.',
      '',
      '3',
      '00:00:06,000 --> 00:00:09,000',
      '{\\an8}It grows & lives.',
    )
    const { documents } = await documentsIn('reef.srt', srt.replace(/\n/g, '\r\n'))
    expect(documents[0]?.text).toBe('The reef is\nthree km long.\n\nIt grows & lives.')
  })

  it('of WebVTT name who speaks, without notes, times and repeated lines', async () => {
    const vtt = lines(
      'WEBVTT',
      '',
      'NOTE made by hand',
      '',
      'intro',
      '00:01.000 --> 00:03.000 align:start',
      '<v Ann>We start <00:02.000>at nine.',
      '',
      '00:03.000 --> 00:04.000',
      '<v Bo>Good.',
      '',
      '00:04.000 --> 00:05.000',
      '<v Bo>Good.',
    )
    const { documents } = await documentsIn('meeting.vtt', vtt)
    expect(documents[0]?.text).toBe('Ann: We start at nine.\n\nBo: Good.')
  })

  it('have sound blocks', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (cues) => {
        const all = cues.map((cue) => `00:00:01,000 --> 00:00:02,000\n${cue}`)
        const { text, blocks = [] } = readSubtitles(all.join('\n\n'))
        expectSoundBlocks(text, blocks)
      }),
    )
  })
})

describe('source code and data', () => {
  it('are read as they are written', async () => {
    const code = lines(
      '# The valve opens at 42 bar.',
      '# It closes at 30.',
      'def limit():',
      '    return 42',
      '',
      'x = 1',
    )
    const { documents } = await documentsIn('src/valve.py', code)
    const [{ title, text, blocks = [] } = { title: '', text: '' }] = documents
    expect([title, text]).toEqual(['valve.py', code])
    expect(blocks.map(({ kind, language, start, end }) => [kind, language, text.slice(start, end)])).toEqual([
      ['paragraph', undefined, '# The valve opens at 42 bar.\n# It closes at 30.'],
      ['code', 'python', 'def limit():\n    return 42'],
      ['code', 'python', 'x = 1'],
    ])
  })

  it('in one long line are shown in many, if they are data', async () => {
    const data = JSON.stringify({ ports: Array.from({ length: 2_000 }, (_, at) => at) })
    expect((await documentsIn('a.json', data)).documents[0]?.text).toMatch(/^\{\n {2}"ports": \[\n {4}0,\n/)
    expect((await documentsIn('a.js', `x=${data}`)).problems).toEqual(['has lines that only a program reads'])
  })

  it('have sound blocks', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '#', '/', '😀') }), (code) => {
        const { text, blocks = [] } = readSource(code, '.py')
        expectSoundBlocks(text, blocks)
      }),
    )
  })
})

describe('a file of another ending', () => {
  it.each([
    ['a.asciidoc', '= Title\n\nText.', 'Title'],
    ['a.qmd', '---\ntitle: Q\n---\nText.', 'Q'],
    ['README', 'Text.', 'README'],
    ['docs/LICENSE', 'Text.', 'LICENSE'],
    ['a.log', 'Text.', 'a'],
    ['a.xhtml', '<title>X</title><p>Text.', 'X'],
  ])('is read as what it is: %s', async (path, content, title) => {
    const { documents } = await documentsIn(path, content)
    expect([documents[0]?.title, documents[0]?.text.includes('Text.')]).toEqual([title, true])
  })

  it('of values is a table', async () => {
    expect((await documentsIn('a.tsv', 'a\tb\n1\t2\n')).documents[0]?.text).toBe('a | b\n1 | 2')
  })

  it('of records takes their texts by other names', async () => {
    const records = [
      '{"content":"One."}',
      '{"title":"B","body":"Two."}',
      '{"messages":[{"role":"user","content":"How long?"},{"role":"assistant","content":"Three km."}]}',
    ]
    const { documents, problems } = await readPiece({
      path: 'a.ndjson',
      bytes: Buffer.from(records.join('\n')),
      line: 1,
    })
    expect(documents.map(({ title, text }) => [title, text])).toEqual([
      ['a.ndjson, line 1', 'One.'],
      ['B', 'Two.'],
      ['a.ndjson, line 3', 'User: How long?\n\nAssistant: Three km.'],
    ])
    expect(problems).toEqual([])
  })
})

describe('a page of a manual', () => {
  it('of man(7) has sections, terms and code', async () => {
    const page = lines(
      '.\\" A remark',
      '.TH GATE 1 2026-01-02',
      '.SH NAME',
      'gate \\- opens and closes',
      '.SH OPTIONS',
      '.TP',
      '.BR \\-s ", " \\-\\-speed =\\fIN\\fR',
      'Opens in',
      '.I N',
      'seconds.',
      '.ie n .SS "Two words"',
      '.el .SS "\\f(CWTwo\\fR words"',
      '.nf',
      'gate \\-s 3 | tail',
      '.fi',
      '.IP 1. 4',
      'Don\\*(Aqt wait\\(em then go.',
      '.UNK Kept words',
    )
    const { documents } = await documentsIn('man/gate.1', page)
    const [{ title, text, blocks = [] } = { title: '', text: '' }] = documents
    expectSoundBlocks(text, blocks)
    expect(title).toBe('gate(1)')
    expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
      'NAME',
      'gate - opens and closes',
      'OPTIONS',
      '-s, --speed=N',
      'Opens in N seconds.',
      'Two words',
      'gate -s 3 | tail',
      expect.stringContaining("Don't wait— then go. Kept words"),
    ])
  })

  it('of mdoc(7) keeps the words of its macros', async () => {
    const page = lines(
      '.Dd May 1, 2026',
      '.Dt GATE 8',
      '.Sh NAME',
      '.Nm gate',
      '.Nd opens',
      '.Sh SYNOPSIS',
      '.Nm',
      '.Op Fl s Ar seconds',
      '.Ar place',
      '.Bl -tag',
      '.It Fl s Ar seconds',
      'As in',
      '.Xr tide 1 .',
      '.El',
    )
    const { documents } = await documentsIn('gate.8', page)
    expect(documents[0]?.title).toBe('gate(8)')
    expect(documents[0]?.text).toContain('gate [-s seconds] place')
    expect(documents[0]?.text).toContain('-s seconds')
  })

  it('that is none is a text', async () => {
    expect((await documentsIn('app.log.1', '10:00 started\n10:01 ended')).documents[0]?.text).toBe(
      '10:00 started\n10:01 ended',
    )
  })

  it('has sound blocks, whatever stands in it', async () => {
    const line = fc.oneof(
      fc.constantFrom('.SH A', '.TP', '.nf', '.fi', '.PP', '.B "x', '.IP', '.Bd', '.It Fl', '.Op Fl a', '\\fBx\\', '.'),
      fc.string({ unit: fc.constantFrom('a', '\\', '"', '.', '<', ' ', 'f', '(', '[') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (all) => {
        const { documents } = await documentsIn('a.1', lines('.TH A 1', ...all))
        for (const { text, blocks = [] } of documents) expectSoundBlocks(text, blocks)
      }),
    )
  })
})

describe('a text of Org mode', () => {
  it('is read as it is shown', async () => {
    const org = lines(
      '#+TITLE: Tides',
      '#+AUTHOR: Ann',
      '#+DATE: <2026-03-04 Wed>',
      '* Moon :sky:',
      ':PROPERTIES:',
      ':ID: x',
      ':END:',
      'They come *twice*, see [[https://example.com][the page]].',
      '# hidden',
      '| port | hour |',
      '|------+------|',
      '| Lorn | 9 |',
      '#+begin_src python',
      'print(1)',
      '#+end_src',
      '+ one',
    )
    const { documents } = await documentsIn('tides.org', org)
    const [{ text, blocks = [], ...about } = { text: '' }] = documents
    expectSoundBlocks(text, blocks)
    expect(about).toMatchObject({ title: 'Tides', authors: ['Ann'], year: 2026 })
    expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['heading', 'Moon'],
      ['paragraph', 'They come twice, see the page.'],
      ['row', 'port | hour'],
      ['row', 'Lorn | 9'],
      ['code', 'print(1)'],
      ['item', '- one'],
    ])
  })

  it('has sound blocks, whatever stands in it', async () => {
    const line = fc.oneof(
      fc.constantFrom('* A', '#+begin_src', '#+end_src', ':PROPERTIES:', '| a |', '|--', '#+TITLE: x', '- a', '[[x]['),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (all) => {
        const { documents } = await documentsIn('a.org', lines('Begin.', ...all))
        for (const { text, blocks = [] } of documents) expectSoundBlocks(text, blocks)
      }),
      { numRuns: 60 },
    )
  })
})
