import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, SourceDocument } from '../types.ts'
import { verify } from './verify.ts'

const document = (text: string, known: Partial<SourceDocument> = {}): SourceDocument => ({
  id: 'd',
  url: 'urn:d',
  title: 'Canals',
  text,
  sourceType: 'other',
  ...known,
})

/** Checks a claim against the sentence that begins with `from`, or against the whole text. */
function check(claim: string, text: string, from = text, known: Partial<SourceDocument> = {}) {
  const start = text.indexOf(from)
  return verify(claim, { document: document(text, known), start, end: start + from.length })
}

test('what stands there word for word is verified, whatever its case, white space and typography', () => {
  const source = 'The canal — “a wonder” —\n opened in 1914, and cost $375 million.'
  for (const claim of [source, 'the canal - "a wonder" - opened in 1914', 'The canal — “a wonder” — opened in 1914']) {
    expect(check(claim, source)).toMatchObject({ status: 'verified', method: 'verbatim', score: 1 })
  }
})

test.each([
  ['He would go to the front himself.', 'He never said he would go to the front himself.', 'unsupported'],
  [
    'the drug cures every kind of cancer',
    'There is no evidence that the drug cures every kind of cancer.',
    'unsupported',
  ],
  ['the war ends before the winter', 'If the army turns back, the war ends before the winter.', 'partial'],
  ['the minister took money from the firm', 'Reportedly, the minister took money from the firm.', 'partial'],
  ['the King signed another one in May', 'The bill did not pass, but the King signed another one in May.', 'verified'],
  [
    'only a private injury to the persons concerned',
    'It was not only a private injury to the persons concerned.',
    'unsupported',
  ],
])('"%s", cut from "%s", is %s', (claim, source, status) => {
  expect(check(claim, source).status).toBe(status)
})

test('a part of a word is no word', () => {
  expect(check('art in 1914', 'They took part in 1914.').method).toBe('lexical')
})

test('a paraphrase is verified by its words, never with the score of a quotation', () => {
  const found = check('In 1914 the canal was opened to ships.', 'The canal opened to all ships in August 1914.')
  expect(found).toMatchObject({ status: 'verified', method: 'lexical', score: 0.99 })
  expect(found.checks).toEqual({ coverage: 1, numbers: true, entities: true, polarity: true })
})

const SOURCE =
  'In August 1914 the Panama Canal, dug by 40,000 workers under George Goethals, opened to ships of all nations.'

test.each([
  ['The Panama Canal opened to ships of all nations in August 1915.', 'numbers'],
  ['The Panama Canal opened to ships, dug by 50,000 workers.', 'numbers'],
  ['The Suez Canal opened to ships of all nations in August 1914.', 'entities'],
  ['The Panama Canal, dug under Theodore Goethals, opened to ships.', 'entities'],
  ['The Panama Canal did not open to ships of all nations.', 'polarity'],
  ['The Panama Canal closed to ships of all nations in August 1914.', 'polarity'],
  ['Only the Panama Canal opened to ships of all nations in 1914.', 'polarity'],
  ['The Panama Canal was the longest that opened to ships in 1914.', 'polarity'],
] as const)('"%s" fails by its %s', (claim, failed) => {
  const { status, checks } = check(claim, SOURCE)
  expect(status).toBe('unsupported')
  expect(checks).toMatchObject({ numbers: true, entities: true, polarity: true, [failed]: false })
})

test('a claim whose words stand in several sentences is partial, and further away it is nothing', () => {
  const text = 'Goethals led the work. It was finished in 1914. It cost $375 million. Ships paid a toll by weight.'
  const anchor = 'It was finished in 1914.'
  expect(check('Goethals finished the work in 1914.', text, anchor).status).toBe('partial')
  expect(check('It was finished in 1914; ships paid a toll by weight.', text, anchor).status).not.toBe('verified')
})

test('a name may stand in the title or in the question', () => {
  const text = 'It opened to ships in August 1914.'
  const claim = 'The Panama Canal opened to ships in 1914.'
  const place = { document: document(text), start: 0, end: text.length }
  expect(verify(claim, place).checks.entities).toBe(false)
  expect(check(claim, text, text, { title: 'Panama Canal' }).checks.entities).toBe(true)
  expect(verify(claim, place, { questionTerms: new Set(['panama', 'canal']) }).checks.entities).toBe(true)
})

test('a claim stronger than its source is partial', () => {
  const { status, checks } = check(
    'The drug lowers blood pressure in adults.',
    'The drug may lower the blood pressure of adults.',
  )
  expect({ status, polarity: checks.polarity }).toEqual({ status: 'partial', polarity: false })
})

test('a claim whose words are all there in order is verified; from 0.4 of them it is partial, else unsupported', () => {
  const source = 'The canal carries grain, timber and cattle.'
  const status = (claim: string) => check(claim, source).status
  expect(status('The canal carries grain and cattle.')).toBe('verified')
  expect(status('a canal with grain and timber, but also whisky and velvet')).toBe('partial')
  expect(status('a canal with grain, but also whisky and velvet')).toBe('partial')
  expect(status('a canal, but also whisky and velvet')).toBe('unsupported')
})

test('a place outside of its document supports nothing', () => {
  for (const [start, end] of [
    [-1, 3],
    [0, 99],
    [3, 3],
  ] as const) {
    expect(verify('abc', { document: document('abc def'), start, end })).toMatchObject({
      status: 'unsupported',
      score: 0,
    })
  }
})

test('claims in scripts without spaces are checked by pairs of characters, and verified only word for word', () => {
  expect(check('他去年去了北京大学', '他去年秋天去了北京大学。').status).toBe('partial')
  expect(check('他去年去了北京大学', '他去年去了北京大学。').status).toBe('verified')
  expect(check('他去年去了北京大学', '他去年没有去北京大学。').checks.polarity).toBe(false)
})

test('any sentence supports itself, and every score is in bounds', () => {
  const piece = fc.constantFrom(
    'He',
    'never',
    'Ada',
    'may',
    '1914',
    '5 %',
    ', but ',
    '; ',
    'sold',
    'if',
    '. ',
    '\n',
    '“x”',
    '中文',
    'not only',
    '😀',
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 15 }), fc.array(piece, { maxLength: 15 }), (own, other) => {
      const text = own.join(' ')
      const place = { document: document(text), start: 0, end: text.length }
      if (/[\p{L}\p{N}]/u.test(text)) expect(verify(text, place).status).toBe('verified')
      const { score, checks, status, method } = verify(other.join(' '), place)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score === 1).toBe(method === 'verbatim')
      if (status === 'verified') expect(checks).toMatchObject({ numbers: true, entities: true, polarity: true })
    }),
  )
})

test('words that stand together by chance verify nothing: too few, or gathered from neighbours', () => {
  const text = 'The bridge has cables. They hold the road. Rope and stone were tried before by the town.'
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: '', text, sourceType: 'other' }
  const place = { document, start: 0, end: text.indexOf(' They') }
  expect(verify('Cables: bridge.', place).status).not.toBe('verified')
  expect(verify('The cables of a bridge hold things up overhead.', place).status).not.toBe('verified')
})

test('what is all of an item or a line of its own is verified, however short it is', () => {
  const text = '- `bold`\n- `none` of them'
  const blocks: Block[] = [
    { kind: 'item', start: 0, end: 8, path: [], depth: 1 },
    { kind: 'item', start: 9, end: 24, path: [], depth: 1 },
  ]
  const place = (start: number, end: number) => ({ document: document(text, { blocks }), start, end })
  expect(verify('`bold`', place(2, 8)).status).toBe('verified')
  expect(verify('`none`', place(11, 17)).status).not.toBe('verified')
})

test('a year that a sentence does not tell is that of its source, and no other', () => {
  const source = 'The payment of this stock will reduce the whole debt to $4 million.'
  const claim = 'In 1833 the payment of this stock will reduce the whole debt to $4 million.'
  const numbers = (text: string, year?: number, of = source) =>
    check(text, of, of, year === undefined ? {} : { year }).checks.numbers
  expect(numbers(claim, 1833)).toBe(true)
  expect(numbers(claim, 1834)).toBe(false)
  expect(numbers(claim)).toBe(false)
  expect(numbers(claim, 1833, source.replace('will', 'in 1829 did'))).toBe(false)
  expect(numbers(claim.replace('In 1833', 'In May 1833'), 1833)).toBe(false)
  expect(numbers(claim.replace('In 1833', 'In the 1830s'), 1830)).toBe(false)
})

test('a month is that of its source where the sentence tells none', () => {
  const source = 'The Rovers were the only unbeaten team.'
  const numbers = (when: string, date: string, of = source) =>
    check(`${when} the Rovers were the only unbeaten team.`, of, of, { year: 2023, date }).checks.numbers
  expect(numbers('In October 2023', '2023-10-20T22:00:05Z')).toBe(true)
  expect(numbers('On October 20, 2023,', '2023-10-20')).toBe(true)
  expect(numbers('In October 2023', '2023-11-20')).toBe(false)
  expect(numbers('On October 21, 2023,', '2023-10-20')).toBe(false)
  expect(numbers('In October 2023', '2023')).toBe(false)
  expect(numbers('In October 2023', '2023-10-20', 'In May the Rovers were the only unbeaten team.')).toBe(false)
})
