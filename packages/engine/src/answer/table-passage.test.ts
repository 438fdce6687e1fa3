import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Candidate, Evidence } from '#evidence/ledger.ts'
import type { SourceDocument } from '../types.ts'
import { answeringRows, tablePassage, withoutHeaderOfOne, withoutHeaders, withRow } from './table-passage.ts'

const { text, blocks = [] } = readMarkdown(
  '| name | what |\n| --- | --- |\n| a | one |\n| b | two |\n| c | three |\n\nMore:\n\n| name | size |\n| --- | --- |\n| a | 1 |',
)
const document: SourceDocument = { id: 't', url: 'urn:t', title: 'T', text, blocks, sourceType: 'document' }
const rows = blocks.map((block) => ({ document, ...block, block, quote: text.slice(block.start, block.end) }))
const quotes = (found: readonly { quote: string }[] | undefined) => found?.map(({ quote }) => quote)

test('a row joins the rows of its table, in their order, and those of no other', () => {
  const [header, a, b, c, , , other] = rows
  if (!header || !a || !b || !c || !other) throw new Error('no rows')
  expect(quotes(withRow([header, a, c], b))).toEqual(['name | what', 'a | one', 'b | two', 'c | three'])
  expect(quotes(withRow([header, b], c))).toEqual(['name | what', 'b | two', 'c | three'])
  expect(withRow([header, a], other)).toBeUndefined()
})

test('of a table that is asked for the rows are shown that the question names', () => {
  const [, a] = rows
  if (!a) throw new Error('no rows')
  const shown = (written: readonly string[]) =>
    quotes(tablePassage(a, blocks, 1, { asksForList: true, writes: (name) => written.includes(name) }))
  expect(shown(['b'])).toEqual(['name | what', 'b | two'])
  expect(shown([])).toHaveLength(4)
  expect(shown(['a', 'b', 'c'])).toHaveLength(4)
})

test('of rows that joined one another those remain that the question names, else those that answer best', () => {
  const [header, a, b] = rows
  if (!header || !a || !b) throw new Error('no rows')
  const answering = (said: string) => Number(said === 'b | two')
  expect(quotes(answeringRows([header, a, b], answering, (name) => name === 'a'))).toEqual(['name | what', 'a | one'])
  expect(quotes(answeringRows([header, a, b], answering, () => false))).toEqual(['name | what', 'b | two'])
  expect(
    quotes(
      answeringRows(
        [header, a, b],
        () => 1,
        () => false,
      ),
    ),
  ).toHaveLength(3)
})

test('the header of a table is no evidence', () => {
  const evidence = rows as unknown as Evidence[]
  const candidate = { document, evidence } as unknown as Candidate
  const kept = withoutHeaders({ candidate, probability: 1 })
  expect(quotes(kept.candidate.evidence)).toEqual(['a | one', 'b | two', 'c | three', 'More:', 'a | 1'])
})

test('a row of a short table stands with those of a like name', () => {
  const read = readMarkdown(
    '| boat | toll |\n| --- | --- |\n| No sails | 4 |\n| With Sails | 6 |\n| Raft | 1 |\n| raft with **sails** | 2 |',
  )
  const { blocks: lines = [] } = read
  const source = { ...document, text: read.text, blocks: lines }
  const passageOf = (at: number) => {
    const block = lines[at]
    if (!block) throw new Error('no row')
    const lead = { document: source, ...block, block, quote: read.text.slice(block.start, block.end) }
    return quotes(tablePassage(lead, lines, at, { asksForList: false }))
  }
  expect(passageOf(1)).toEqual(['boat | toll', 'No sails | 4', 'With Sails | 6', 'raft with sails | 2'])
  expect(passageOf(3)).toEqual(['boat | toll', 'Raft | 1', 'raft with sails | 2'])
  const long = readMarkdown(`| boat | toll |\n| --- | --- |\n| No sails | 4 |\n| With Sails | ${'much '.repeat(50)}|`)
  const [, first] = long.blocks ?? []
  if (!first) throw new Error('no row')
  const whole = { ...document, text: long.text, blocks: long.blocks ?? [] }
  const lead = { document: whole, ...first, block: first, quote: 'No sails | 4' }
  expect(quotes(tablePassage(lead, whole.blocks, 1, { asksForList: false }))).toEqual(['boat | toll', 'No sails | 4'])
})

test('of a table whose header names what is asked for all rows are shown', () => {
  const [header, a, b, c] = rows
  if (!header || !a || !b || !c) throw new Error('no rows')
  const writes = (name: string) => name === 'names'
  expect(tablePassage(b, blocks, 2, { asksForList: false, writes }).map(({ quote }) => quote)).toEqual(
    quotes([header, a, b, c]),
  )
  expect(tablePassage(b, blocks, 2, { asksForList: false, writes: (name) => name === 'name' })).toHaveLength(2)
  expect(answeringRows([header, a, b], (said) => Number(said === 'b | two'), writes)).toHaveLength(3)
})

test('a header that only says that a row describes a name does not stand above one row', () => {
  const shown = (header: string, ...lines: string[]) => {
    const read = readMarkdown(`${header}\n| --- | --- |\n${lines.join('\n')}\n`)
    const page = { ...document, text: read.text, blocks: read.blocks ?? [] }
    return withoutHeaderOfOne(
      page.blocks.map((block) => ({ document: page, ...block, block, quote: read.text.slice(block.start, block.end) })),
    ).length
  }
  expect(shown('| Option | Description |', '| -a | sends a file |')).toBe(1)
  expect(shown('| Option | Description |', '| -a | sends a file |', '| -b | sends none |')).toBe(3)
  expect(shown('| Level | Height |', '| low | 3 |')).toBe(2)
})

test('where several things are asked for, a row that says nothing of them stands for its table from the beginning', () => {
  const ferries = Array.from(
    { length: 20 },
    (_, i) => `| Ferry ${i} | ${'It lands at the quay of the lake. '.repeat(3)}|`,
  )
  const read = readMarkdown(`| boat | way |\n| --- | --- |\n${ferries.join('\n')}`)
  const long: SourceDocument = { ...document, text: read.text, blocks: read.blocks ?? [] }
  const row = read.blocks?.at(-1)
  if (row === undefined || read.blocks === undefined) throw new Error('no rows')
  const lead = { document: long, ...row, block: row, quote: read.text.slice(row.start, row.end) }
  const shown = (held: number) =>
    tablePassage(lead, read.blocks ?? [], (read.blocks?.length ?? 0) - 1, {
      asksForList: true,
      value: { holds: () => held },
    })
  expect(shown(0)[1]?.quote).toMatch(/^Ferry 0 /)
  expect(shown(0.5)[1]?.quote).toMatch(/^Ferry 19 /)
})
