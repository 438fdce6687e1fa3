import type { Citation } from '@deep-research/sdk/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, SourceDocument } from '../types.ts'
import { AnswerAssembler, type AnswerPart, assertSound, sanitise } from './assemble.ts'

const document = (url: string, text: string): SourceDocument => ({
  id: url,
  url,
  title: url,
  text,
  sourceType: 'other',
})

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('<', '</', 'cite', ' id="x">', '<cite', '</cite>', 'a', '\u{1F600}', '\uD800'))
    .map((all) => all.join('')),
)

const claim = fc
  .record({
    url: fc.constantFrom('urn:a', 'urn:b', 'urn:c'),
    text: nasty,
    from: fc.nat(20),
    length: fc.nat(30),
    answers: fc.boolean(),
  })
  .map(({ url, text, from, length, answers }): AnswerPart => {
    const start = Math.min(from, text.length)
    const end = Math.min(start + length, text.length)
    return { kind: 'claim', text: text.slice(start, end), document: document(url, text), start, end, answers }
  })

const part = fc.oneof(
  claim,
  nasty.map((text): AnswerPart => ({ kind: 'text', text })),
)

test('whatever is written, the answer is sound, to the character', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const assembler = new AnswerAssembler()
      const fragments = parts.map((each) => assembler.push(each))
      const { answer, answer_clean, citations, sources_summary } = assembler.finish()
      expect(fragments.join('')).toBe(answer)
      expect(answer.isWellFormed()).toBe(true)
      expect(answer.match(/<cite/gi) ?? []).toHaveLength(citations.length)
      expect(answer.match(/<\/cite/gi) ?? []).toHaveLength(citations.length)
      expect(citations.map(({ id }) => id)).toEqual(citations.map((_, i) => `cite_${i + 1}`))
      for (const { start_offset, end_offset, cited_text, source_anchor } of citations) {
        expect(answer_clean.slice(start_offset, end_offset)).toBe(cited_text)
        expect(source_anchor.quote.length).toBe(source_anchor.source_end_offset - source_anchor.source_start_offset)
      }
      const counts = sources_summary.map(({ citation_count }) => citation_count)
      expect(counts).toEqual([...counts].sort((a, b) => b - a))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(citations.length)
    }),
    { numRuns: 500 },
  )
})

test('a claim whose place lies outside its document, or is empty, is left out', () => {
  const assembler = new AnswerAssembler()
  const short = document('urn:a', 'abc')
  expect(assembler.push({ kind: 'claim', text: 'abc', document: short, start: 1, end: 1, answers: true })).toBe('')
  expect(assembler.push({ kind: 'claim', text: 'abc', document: short, start: 0, end: 9, answers: true })).toBe('')
  expect(assembler.finish().citations).toEqual([])
})

test('a claim is verified when its place bears it out and it answers the question, and says how that was found', () => {
  const source = document('urn:a', 'The canal\nopened in 1914.')
  const place = { kind: 'claim', document: source, start: 0, end: source.text.length } as const
  const assembler = new AnswerAssembler()
  assembler.push({ ...place, text: 'The canal opened in 1914.', answers: true })
  assembler.push({ ...place, text: 'In 1914 the canal was opened.', answers: true })
  assembler.push({ ...place, text: 'The canal opened in 1915.', answers: true })
  assembler.push({ ...place, text: 'The canal opened in 1914.', answers: false })
  const { citations } = assembler.finish()
  expect(citations.map(({ verified }) => verified)).toEqual([true, true, false, false])
  expect(citations.map(({ source_anchor }) => source_anchor.score === 1)).toEqual([true, false, false, true])
  expect(citations.map(({ verification }) => verification?.method)).toEqual([
    'verbatim',
    'lexical',
    'lexical',
    'verbatim',
  ])
  expect(citations.map(({ verification }) => verification?.checks.numbers)).toEqual([true, true, false, true])
})

test('a cite tag in a source never reaches the answer as one', () => {
  expect(sanitise('a <cite id="x">b</cite> <<cite </</cite')).toBe('a cite id="x">b/cite> cite <//cite')
})

test('a claim has the place that it was given, its page and its section, and the facts of its source', () => {
  const text = '\u200B Title. The canal opened in 1914. It cost much.'
  const said = 'The canal opened in 1914.'
  const start = text.indexOf(said)
  const blocks: Block[] = [
    { kind: 'paragraph', start: 0, end: start, path: ['Before'], page: 1 },
    { kind: 'paragraph', start, end: text.length, path: ['Opening'], page: 2 },
  ]
  const source: SourceDocument = {
    ...document('urn:a', text),
    title: 'Canals',
    authors: ['Ada Berg'],
    year: 1950,
    doi: '10.1/canals',
    blocks,
  }
  const assembler = new AnswerAssembler()
  expect(assembler.push({ kind: 'text', text: 'So: ' })).toBe('So: ')
  const claim = { kind: 'claim', text: said, document: source, start, end: start + said.length, answers: true } as const
  expect(assembler.push(claim)).toBe(`<cite id="cite_1">${said}</cite>`)
  expect(assembler.push({ ...claim, document: { ...source, excerpt: true } })).toContain('cite_2')
  expect(assembler.push({ ...claim, text: ' ' })).toBe(' ')
  expect(assembler.push({ ...claim, start: -1, end: text.length })).toBe('')
  expect(assembler.push({ ...claim, end: text.length }).length).toBeGreaterThan(0)
  const { answer_clean, citations } = assembler.finish()
  expect(answer_clean).toBe(`So: ${said}${said} ${said}`)
  expect(citations).toHaveLength(3)
  expect(citations[0]).toMatchObject({
    ...{ start_offset: 4, end_offset: 4 + said.length, verified: true, supporting_quote: said },
    source_anchor: { quote: said, source_start_offset: start, source_end_offset: start + said.length, page: 2 },
    source: {
      title: 'Canals › Opening, p. 2',
      url: 'urn:a',
      snippet: said,
      authors: ['Ada Berg'],
      year: 1950,
      doi: '10.1/canals',
    },
  })
  // What only a search service showed was not read.
  expect(citations[1]).toMatchObject({
    verified: false,
    source: { title: expect.stringMatching(/^Canals \(excerpt .*› Opening, p\. 2$/) },
  })
})

test('what a source does not tell is left out of it', () => {
  const assembler = new AnswerAssembler()
  const source = { ...document('urn:a', 'abc'), authors: [] }
  assembler.push({ kind: 'claim', text: 'abc', document: source, start: 0, end: 3, answers: true })
  const [citation] = assembler.finish().citations
  expect(citation?.source.title).toBe('urn:a')
  expect(Object.keys(citation?.source ?? {}).sort()).toEqual(['snippet', 'source_type', 'title', 'url'])
  expect(citation?.source_anchor).not.toHaveProperty('page')
})

test('a section that has the name of its document is not named again', () => {
  const assembler = new AnswerAssembler()
  const blocks: Block[] = [{ kind: 'paragraph', start: 0, end: 3, path: ['Part', 'urn:a'] }]
  for (const read of [{}, { excerpt: true } as const]) {
    const source = { ...document('urn:a', 'abc'), blocks, ...read }
    assembler.push({ kind: 'claim', text: 'abc', document: source, start: 0, end: 3, answers: true })
  }
  for (const { source } of assembler.finish().citations) expect(source.title).toMatch(/^urn:a.* › Part$/)
})

test('sources are named once, as their documents are, the most cited first and else in order', () => {
  const assembler = new AnswerAssembler()
  const blocks: Block[] = [{ kind: 'paragraph', start: 0, end: 3, path: ['Part'] }]
  const cite = (url: string) =>
    assembler.push({
      ...{ kind: 'claim', text: 'abc', document: { ...document(url, 'abc'), blocks } },
      ...{ start: 0, end: 3, answers: true },
    })
  for (const url of ['urn:a', 'urn:b', 'urn:c', 'urn:b']) cite(url)
  const { citations, sources_summary } = assembler.finish()
  expect(citations[0]?.source.title).toBe('urn:a › Part')
  expect(sources_summary.map(({ source, citation_ids }) => [source.title, citation_ids])).toEqual([
    ['urn:b', ['cite_2', 'cite_4']],
    ['urn:a', ['cite_1']],
    ['urn:c', ['cite_3']],
  ])
})

test('a broken answer is refused', () => {
  const assembler = new AnswerAssembler()
  const source = document('urn:a', 'abc')
  for (const text of ['abc', 'xyz']) {
    assembler.push({ kind: 'claim', text, document: source, start: 0, end: 3, answers: true })
  }
  const sound = assembler.finish()
  const [one, two] = sound.citations as [Citation, Citation]
  const broken = (answer: Partial<typeof sound>) => () => assertSound({ ...sound, ...answer })
  expect(broken({})).not.toThrow()
  expect(broken({ answer_clean: 'b' })).toThrow('answer without tags is answer_clean')
  expect(broken({ citations: [one] })).toThrow('one tag a citation')
  expect(broken({ citations: [two, one] })).toThrow('tag of cite_2')
  expect(broken({ citations: [{ ...one, id: 'cite_9' }, two] })).toThrow('tag of cite_9')
  expect(broken({ citations: [{ ...one, cited_text: 'ab' }, two] })).toThrow('tag of cite_1')
  expect(broken({ citations: [{ ...one, end_offset: 4 }, two] })).toThrow('offsets of cite_1')
  expect(broken({ citations: [one, { ...two, start_offset: 2 }] })).toThrow('order of cite_2')
  expect(broken({ citations: [one, { ...two, end_offset: 2 }] })).toThrow('order of cite_2')
  expect(broken({ citations: [one, { ...two, start_offset: 4 }] })).toThrow('offsets of cite_2')
})
