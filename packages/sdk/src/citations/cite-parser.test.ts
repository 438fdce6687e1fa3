import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CiteParser, type CiteToken } from './cite-parser.ts'

/** Neighbouring texts as one, which is all that cutting may change. */
function joined(tokens: readonly CiteToken[]): CiteToken[] {
  const merged: CiteToken[] = []
  for (const token of tokens) {
    const last = merged.at(-1)
    if (token.type === 'text' && last?.type === 'text')
      merged[merged.length - 1] = { type: 'text', text: last.text + token.text }
    else merged.push(token)
  }
  return merged
}

function parse(...fragments: readonly string[]): CiteToken[] {
  const parser = new CiteParser()
  return joined([...fragments.flatMap((fragment) => parser.push(fragment)), ...parser.end()])
}

const text = (value: string): CiteToken => ({ type: 'text', text: value })
const open = (id: string): CiteToken => ({ type: 'open', id })
const close = (id: string): CiteToken => ({ type: 'close', id })

describe('tags', () => {
  it.each([
    ['<cite id="a">x</cite>', [open('a'), text('x'), close('a')]],
    [
      'a<cite id="1">b</cite><cite id="2">c</cite>d',
      [text('a'), open('1'), text('b'), close('1'), open('2'), text('c'), close('2'), text('d')],
    ],
    [
      '<cite id="a">x<cite id="b">y</cite></cite>',
      [open('a'), text('x'), open('b'), text('y'), close('b'), close('a')],
    ],
    ['<cite id="a"></cite>', [open('a'), close('a')]],
    ['<cite id="">x</cite>', [open(''), text('x'), close('')]],
    ['x</cite>', [text('x'), close('')]],
    ['<<cite id="a">', [text('<'), open('a')]],
    ['<cite id="<cite id="a">', [text('<cite id="'), open('a')]],
  ])('%s', (answer, tokens) => {
    expect(parse(answer)).toEqual(tokens)
  })

  it.each([
    '<cite',
    '<cite>',
    '<cite id="a"',
    '<cite id="a" >',
    '<cite  id="a">',
    "<cite id='a'>",
    '<cite id=a>',
    '<CITE id="a">',
    '<cite id="a\n">',
    '<cites id="a">',
    '</cite',
    '</cite >',
    '</ cite>',
    '< /cite>',
    'a < b && c > d',
    `<cite id="${'x'.repeat(257)}">`,
  ])('%j is text', (answer) => {
    expect(parse(answer)).toEqual([text(answer)])
  })
})

it('holds back only what can still become a tag', () => {
  const parser = new CiteParser()
  const give = (fragment: string): string =>
    parser
      .push(fragment)
      .map((token) => (token.type === 'text' ? token.text : `[${token.type} ${token.id}]`))
      .join('')
  expect(give('a <')).toBe('a ')
  expect(give(' b <c')).toBe('< b ')
  expect(give('ite id="')).toBe('')
  expect(give('x"')).toBe('')
  expect(give('>y</ci')).toBe('[open x]y')
  expect(give('ty')).toBe('</city')
  expect(give('</cite')).toBe('')
  expect(give('>')).toBe('[close x]')
  expect(give(`<cite id="${'x'.repeat(256)}`)).toBe('')
  expect(give('x')).toBe(`<cite id="${'x'.repeat(257)}`)
  expect(parser.end()).toEqual([])
})

it('gives no empty text', () => {
  const parser = new CiteParser()
  expect([...parser.push(''), ...parser.push('<'), ...parser.push(''), ...parser.push('cite id="a">')]).toEqual([
    open('a'),
  ])
})

it('takes another answer after the end', () => {
  const parser = new CiteParser()
  parser.push('<cite id="a">x<')
  expect(parser.end()).toEqual([text('<')])
  expect(parser.push('y</cite>')).toEqual([text('y'), close('')])
})

/** Answers full of tags and of what looks like them. */
const pieces = fc.constantFrom(
  '<',
  '>',
  '"',
  '/',
  'cite',
  '<cite id="',
  'a',
  '">',
  '</cite>',
  '<cite id="b">',
  ' ',
  'x',
  '\n',
  '😀',
  'é',
)
const answers = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))

it('gives the same tokens however the answer is cut', () => {
  fc.assert(
    fc.property(answers, fc.array(fc.nat(120), { maxLength: 12 }), (answer, places) => {
      const cuts = [0, ...places.map((place) => place % (answer.length + 1)).sort((a, b) => a - b), answer.length]
      const fragments = cuts.slice(1).map((to, index) => answer.slice(cuts[index], to))
      expect(parse(...fragments)).toEqual(parse(answer))
      expect(parse(...answer.split(''))).toEqual(parse(answer))
    }),
    { numRuns: 2_000 },
  )
})

it('gives texts that together are the answer without its tags', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const texts = parse(answer).map((token) => (token.type === 'text' ? token.text : ''))
      expect(texts.join('')).toBe(answer.replace(/<cite id="[^"<>\n]{0,256}">|<\/cite>/g, ''))
    }),
    { numRuns: 2_000 },
  )
})
