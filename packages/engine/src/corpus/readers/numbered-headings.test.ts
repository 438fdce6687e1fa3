import { describe, expect, it } from 'vitest'
import { readText } from './text.ts'

const shown = (raw: string) => {
  const { text, blocks = [] } = readText(raw)
  return blocks.map(({ start, end, kind, path, level }) => ({ kind, level, path, words: text.slice(start, end) }))
}
const headings = (raw: string) =>
  shown(raw).flatMap(({ kind, level, words }) => (kind === 'heading' ? [[level, words]] : []))

const BODY = 'The lock is filled from the lake above it, which is slow.'

const BOOK = `Locks

Table of Contents

1. Locks
    1.1. How a lock is filled
    1.2. Gates and the way that they are
        opened
2. Boats

Chapter 1. Locks

${BODY}

1.1. How a lock is filled

Fill it as follows:

# open the\u00a0paddles
paddle --open upper \\
    --slowly

Ask for what is left with:

lockctl left -m

UPPER

    The gate that holds the lake back, which is the heavier one.

${BODY}

gate.lower (lower)

    The gate below, that boats leave by.

    It is opened last of all.

${BODY}

1.2. Gates and the way that they are
opened

# The settings of the gate.
#speed 4
speed 2

1. Open the upper gate.

2. Close it.

2. Boats

2.1. Sizes

${BODY}

2.2. Names

${BODY}
`

describe('a text of numbered sections', () => {
  it('has those for headings that stand alone and count on, and nothing that is set in capitals or behind a hash', () => {
    expect(headings(BOOK)).toEqual([
      [1, 'Chapter 1. Locks'],
      [2, '1.1. How a lock is filled'],
      [7, 'UPPER'],
      [7, 'gate.lower (lower)'],
      [2, '1.2. Gates and the way that they are\nopened'],
      [1, '2. Boats'],
      [2, '2.1. Sizes'],
      [2, '2.2. Names'],
    ])
  })

  it('has those that are called as a setting is, in small letters, but no sentence and no item', () => {
    const raw = `1. Settings\n\n1.1. gate_speed\n\n${BODY}\n\n1.2. $sort\n\n${BODY}\n\n1.3. open it by hand\n\n1.4. Others\n\n${BODY}\n`
    expect(headings(raw)).toEqual([
      [1, '1. Settings'],
      [2, '1.1. gate_speed'],
      [2, '1.2. $sort'],
      [2, '1.4. Others'],
    ])
  })

  it('has comments and commands at the margin for code, to the next empty line', () => {
    expect(shown(BOOK).flatMap(({ kind, words }) => (kind === 'code' ? [words] : []))).toEqual([
      '# open the paddles\npaddle --open upper \\\n    --slowly',
      'lockctl left -m',
      '# The settings of the gate.\n#speed 4\nspeed 2',
    ])
  })

  it('has what is set apart below a term under it, and what follows at the margin under the section alone', () => {
    const section = ['Chapter 1. Locks', '1.1. How a lock is filled']
    const found = shown(BOOK).filter(({ kind }) => kind === 'paragraph')
    expect(found.find(({ words }) => /^\s*It is opened/.test(words))?.path).toEqual([...section, 'gate.lower (lower)'])
    expect(found.filter(({ words }) => words === BODY).map(({ path }) => path)).toEqual([
      ['Chapter 1. Locks'],
      section,
      section,
      ['2. Boats', '2.1. Sizes'],
      ['2. Boats', '2.2. Names'],
    ])
    expect(found.find(({ words }) => words.startsWith('The settings'))).toBeUndefined()
  })

  it('has none of what underlines a heading, and lists its headings at the beginning, where nobody reads them', () => {
    const titles = [
      '1. Locks',
      '1.1. Gates',
      '1.2. Paddles',
      '2. Boats',
      '2.1. Sizes',
      '2.2. Names',
      '3. Men',
      '3.1. Pay',
    ]
    const list = titles.map((title) => `${title.includes('.1') || title.includes('.2') ? '  ' : ''}* ${title}\n`)
    const rule = (title: string) => (/^\d\. /.test(title) ? '*' : '~').repeat(title.length)
    const sections = titles.map((title) => `${title}\n${rule(title)}\n\n${BODY}\n`)
    const raw = [...list, ...sections].join('\n')
    expect(headings(raw)).toEqual(titles.map((title) => [/^\d\. /.test(title) ? 1 : 2, title]))
    const [first] = shown(raw).filter(({ kind }) => kind === 'paragraph')
    expect(first).toMatchObject({ words: BODY, path: ['1. Locks'] })
    expect(shown(raw).filter(({ kind }) => kind === 'item')).toEqual([])
  })

  it('has short terms above what is set apart by three columns, and notes at its foot that go on set apart', () => {
    const term = '"upper"\n   The gate that holds the lake back, which is the heavier one.'
    const note = '[1] The keeper of the gate is said to have\n    slept in the house beside it.'
    const raw = [`1. Locks\n\n1.1. Gates\n\n${BODY}\n`, `${term}\n`, `1.2. Men\n\n${note}\n`, `1.3. Pay\n\n${BODY}\n`]
    const found = shown(raw.join('\n'))
    expect(found.find(({ words }) => words.startsWith('The gate'))?.path.at(-1)).toBe('"upper"')
    expect(found.filter(({ words }) => words.includes('keeper'))).toMatchObject([{ kind: 'paragraph', words: note }])
  })

  it('has headings of three lines, and raised notes of no section of a chapter', () => {
    const long = '1.2. Why are gates so heavy that two\nmen move them? Why are there no\nlighter gates?'
    const note = '^[1] Two boys were seen to move one in the year of the flood.'
    const raw = ['1.1. Gates', long, '1.3. Men'].map((title) => `${title}\n\n    ${BODY}\n`).join('\n')
    const found = shown(`Chapter 1. Locks\n\n${raw}\n    ${note}\n`)
    expect(found.filter(({ kind }) => kind === 'heading').map(({ words }) => words)).toContain(long)
    expect(found.find(({ words }) => words === note)?.path).toEqual(['Chapter 1. Locks'])
  })

  it('counts appendices behind chapters', () => {
    const raw = ['1.1 Locks', '1.2 Gates', 'Appendix A. Terms', 'A.1. Of boats'].map((title) => `${title}\n\n${BODY}\n`)
    expect(headings(raw.join('\n'))).toEqual([
      [2, '1.1 Locks'],
      [2, '1.2 Gates'],
      [1, 'Appendix A. Terms'],
      [2, 'A.1. Of boats'],
    ])
  })

  it('has names in small letters for headings, each a word of its own, and no phrase', () => {
    const raw = ['3.1. abort_mail', '3.2. beep', '3.3. check.all', '3.4 of the lock'].map(
      (title) => `${title}\n\n${BODY}\n`,
    )
    expect(headings(raw.join('\n')).map(([, words]) => words)).toEqual([
      '3.1. abort_mail',
      '3.2. beep',
      '3.3. check.all',
    ])
  })

  it('is none where numbers do not count on, are few, or begin what goes on', () => {
    const text = (...lines: string[]) => lines.map((line) => `${line}\n\n${BODY}\n`).join('\n')
    expect(headings(text('3.4 Amps', '1.5 Volts', '0.3 Watts'))).toEqual([])
    expect(headings(text('1.1 Locks', '1.2 Gates'))).toEqual([])
    expect(headings(text('1.1 Fill it.', '1.2 Open it.', '1.3 Close it.'))).toEqual([])
    expect(headings(`# Locks\n\n${text('1.1 Locks', '1.2 Gates')}`)).toEqual([[1, '# Locks']])
  })
})
