import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceDocument } from '../types.ts'
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

test('a claim whose place lies outside its document is left out', () => {
  const assembler = new AnswerAssembler()
  const short = document('urn:a', 'abc')
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

test('a broken answer is refused', () => {
  const broken = { answer: '<cite id="cite_1">a</cite>', answer_clean: 'b', citations: [] }
  expect(() => assertSound(broken)).toThrow('answer without tags is answer_clean')
})
