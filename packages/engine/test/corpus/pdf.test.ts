import { describe, expect, it } from 'vitest'
import type { IndexJobOptions } from '#corpus/index/index-threads.ts'
import { UnreadableContentError } from '#corpus/readers/decode.ts'
import { pdfOf } from './pdf-bytes.ts'
import { readFile } from './read-file.ts'
import { expectSoundBlocks } from './sound-blocks.ts'

const { signal } = new AbortController()
const readPdf = (bytes: Uint8Array, options: IndexJobOptions) => readFile('report.pdf', bytes, options)
const page = (...lines: [text: string, down: number][]) =>
  `BT /F1 12 Tf 72 720 Td ${lines.map(([text, down]) => `0 -${down} Td (${text}) Tj`).join(' ')} ET`

const report = pdfOf(
  [
    page(['Otters are mam-', 0], ['mals that swim.', 14], ['They eat fish.', 40]),
    page(['Second page here, with text.', 0]),
  ],
  { Title: 'On otters', Author: 'Ann Lee; Bo Ek' },
)

describe('readPdf', () => {
  it('reads the text layer by page', async () => {
    const { blocks = [], ...parts } = await readPdf(report, { signal })
    expect(parts).toEqual({
      title: 'On otters',
      authors: ['Ann Lee', 'Bo Ek'],
      text: 'Otters are mammals that swim.\n\nThey eat fish.\n\nSecond page here, with text.',
    })
    expectSoundBlocks(parts.text, blocks)
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'paragraph'])
  })

  it('knows headings by their size, and what stands on every page', async () => {
    const sheet = (number: number, title: string) =>
      `BT /F1 9 Tf 72 760 Td (On otters) Tj /F1 18 Tf 0 -40 Td (${title}) Tj /F1 12 Tf 0 -30 Td (They swim all day long.) Tj ` +
      `0 -14 Td (And the night.) Tj 0 -40 Td (1. Eat) Tj 0 -14 Td (2. Sleep) Tj /F1 9 Tf 0 -400 Td (${number}) Tj ET`
    const { text, blocks = [] } = await readPdf(pdfOf([sheet(1, 'Days'), sheet(2, 'Nights'), sheet(3, 'Food')]), {
      signal,
    })
    expectSoundBlocks(text, blocks)
    expect(blocks.slice(0, 7).map(({ start, end, kind, path }) => [kind, text.slice(start, end), path])).toEqual([
      ['furniture', 'On otters', []],
      ['heading', 'Days', []],
      ['paragraph', 'They swim all day long.\nAnd the night.', ['Days']],
      ['item', '1. Eat', ['Days']],
      ['item', '2. Sleep', ['Days']],
      ['furniture', '1', ['Days']],
      ['furniture', 'On otters', ['Days']],
    ])
    expect(blocks.at(8)?.path).toEqual(['Nights'])
  })

  it('keeps code as it is set, and no comment of it is a heading', async () => {
    const sheet =
      'BT /F1 12 Tf 72 720 Td (Set it as below.) Tj /F2 10 Tf 20 -20 Td (# once for all) Tj 0 -12 Td (if ready) Tj ' +
      '24 -12 Td (swim) Tj /F1 12 Tf -44 -20 Td (Then they may call) Tj /F2 12 Tf 0 -14 Td (swim) Tj ' +
      '/F1 12 Tf 0 -14 Td (as often as they like.) Tj ET'
    const { text, blocks = [] } = await readPdf(pdfOf([sheet]), { signal })
    expectSoundBlocks(text, blocks)
    expect(blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path])).toEqual([
      ['caption', 'Set it as below.', []],
      ['code', '# once for all\nif ready\n    swim', []],
      ['paragraph', 'Then they may call\nswim\nas often as they like.', []],
    ])
  })

  it('knows the headings that its outline names, whatever their size, and whether text goes on in their line', async () => {
    const sheet = page(
      ['1.2 How to swim', 0],
      ['With all four legs.', 30],
      ['Deep water Otters dive in it.', 30],
      ['# is what they like.', 30],
    )
    const outline = [
      ['How to swim', 0],
      ['Deep_water', 0],
    ] as const
    const { text, blocks = [] } = await readPdf(pdfOf([sheet], {}, outline), { signal })
    expectSoundBlocks(text, blocks)
    expect(blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path])).toEqual([
      ['heading', '1.2 How to swim', []],
      ['paragraph', 'With all four legs.', ['1.2 How to swim']],
      ['heading', 'Deep water', []],
      ['paragraph', 'Otters dive in it.', ['Deep water']],
      ['paragraph', '# is what they like.', ['Deep water']],
    ])
  })

  it('parts paragraphs by less than a line where it knows how far apart lines are', async () => {
    const lines = Array.from({ length: 24 }, (_, at) => [`Otters swim ${at}.`, at === 12 ? 20 : 14] as [string, number])
    const { text } = await readPdf(pdfOf([page(...lines)]), { signal })
    expect(text.split('\n\n')).toHaveLength(2)
  })

  it('knows what stands beside the number of each page', async () => {
    const heads = ['Otters 7', '8 Water', 'Fish 9']
    const { text, blocks = [] } = await readPdf(
      pdfOf(heads.map((head) => page([head, 0], [`Of ${head} they tell all day.`, 60]))),
      { signal },
    )
    const furniture = blocks.filter(({ kind }) => kind === 'furniture')
    expect(furniture.map(({ start, end }) => text.slice(start, end))).toEqual(heads)
  })

  it('is called by its largest heading where its title is that of a file or of a program', async () => {
    const sheet = 'BT /F1 18 Tf 72 720 Td (On otters) Tj /F1 12 Tf 0 -40 Td (They swim all day long.) Tj ET'
    for (const Title of ['Microsoft Word - Entwurf3.doc', 'untitled', 'sag-39-3-4-0902-21:sag-0', 'a.html'])
      expect(await readPdf(pdfOf([sheet], { Title, Author: 'anonymous' }), { signal })).toMatchObject({
        title: 'On otters',
      })
    const { title, authors } = await readPdf(pdfOf([sheet], { Title: 'Otters: a guide', Author: 'Ann' }), { signal })
    expect([title, authors]).toEqual(['Otters: a guide', ['Ann']])
  })

  it('says when pages hold no text', async () => {
    const scanned = pdfOf(['q 1 0 0 1 0 0 cm Q', ''])
    await expect(readPdf(scanned, { signal })).rejects.toThrow('contains no text (a scanned PDF')
    const half = pdfOf([page(['This page holds some text.', 0]), ''])
    expect(await readPdf(half, { signal })).toMatchObject({
      text: 'This page holds some text.',
      warning: 'has 1 of 2 pages without text',
    })
  })

  it.each([
    ['no PDF', Buffer.from('hello')],
    ['only a head', report.subarray(0, 60)],
    ['noise', Buffer.from(report.map((byte, at) => (at > 20 ? (byte * 7 + at) % 256 : byte)))],
  ])('refuses %s with a clear word', async (_case, bytes) => {
    const reading = readPdf(bytes, { signal })
    await expect(reading).rejects.toBeInstanceOf(UnreadableContentError)
    await expect(reading).rejects.toThrow(/^is not a readable (?:PDF|file)|^contains no text/)
  })

  it('ends with text or a clear word wherever the file is cut', async () => {
    for (let length = 0; length < report.length; length += 101) {
      const outcome = await readPdf(report.subarray(0, length), { signal }).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(UnreadableContentError)
      else expect(outcome).toMatchObject({ text: expect.stringMatching(/\S/) })
    }
  })

  it('gives up in time, and at once when aborted', async () => {
    // A thread that has read others may read a short one within a millisecond.
    const long = pdfOf(Array.from({ length: 400 }, () => page(['Otters swim.', 0], ['They eat fish.', 40])))
    await expect(readPdf(long, { signal, timeLimit: 1 })).rejects.toThrow('takes longer than 0.001 s to read')
    await expect(readPdf(report, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
  })
})
