import { researchResultSchema } from '@deep-research/sdk/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_ANSWER, DEFAULT_SOURCES } from './default-answer.ts'
import { buildResult } from './result.ts'

const sources = {
  a: { title: 'A', url: 'https://a.test/' },
  b: { title: 'B', url: 'https://b.test/', text: 'Before. The quote. After.', quote: 'The quote.' },
  c: { title: 'C, the same page as A', url: 'https://a.test/' },
}

describe('buildResult', () => {
  test('offsets find the claim, the anchor finds the quote', () => {
    const result = buildResult({ answer: DEFAULT_ANSWER, sources: DEFAULT_SOURCES })
    expect(researchResultSchema.parse(result)).toEqual(result)
    expect(result.answer.replaceAll(/<\/?cite[^>]*>/g, '')).toBe(result.answer_clean)
    for (const citation of result.citations) {
      expect(result.answer_clean.slice(citation.start_offset, citation.end_offset)).toBe(citation.cited_text)
      expect(result.answer).toContain(`<cite id="${citation.id}">${citation.cited_text}</cite>`)
    }
    const [, , , eggs] = result.citations
    expect(eggs).toMatchObject({ id: 'cite_4', verified: false, supporting_quote: 'Cooks rarely wait for it.' })
    const anchor = eggs?.source_anchor
    expect(DEFAULT_SOURCES['steam']?.text?.slice(anchor?.source_start_offset, anchor?.source_end_offset)).toBe(
      anchor?.quote,
    )
  })

  test('the same claim in code points and in bytes', () => {
    const of = (offsets: 'utf-16' | 'code-point' | 'utf-8') => {
      const [claim] = buildResult({ answer: 'é🏔 <cite source="a">x</cite>', sources, offsets }).citations
      return [claim?.start_offset, claim?.end_offset]
    }
    expect(of('utf-16')).toEqual([4, 5])
    expect(of('code-point')).toEqual([3, 4])
    expect(of('utf-8')).toEqual([7, 8])
  })

  test('summaries have one entry per URL: by count, then by first appearance', () => {
    const answer = '<cite source="b">1</cite><cite source="a">2</cite><cite source="c">3</cite>'
    const { sources_summary, usage } = buildResult({ answer, sources })
    expect(sources_summary.map(({ source, ...rest }) => ({ url: source.url, ...rest }))).toEqual([
      { url: 'https://a.test/', citation_ids: ['cite_2', 'cite_3'], citation_count: 2 },
      { url: 'https://b.test/', citation_ids: ['cite_1'], citation_count: 1 },
    ])
    expect(usage.sources_cited).toBe(2)
    expect(usage.total_tokens).toBe(usage.answer_tokens + usage.thinking_tokens)
  })

  test('an id given is kept, and names the source where nothing else does', () => {
    const [claim] = buildResult({ answer: '<cite id="a">x</cite>', sources }).citations
    expect(claim).toMatchObject({ id: 'a', source: { title: 'A', snippet: 'x', source_type: 'web' } })
  })

  test.each([
    ['<cite source="z">x</cite>', 'not one of its sources'],
    ['<cite source="a">x', 'not closed'],
    ['<cite source="a">x<cite source="b">y</cite></cite>', 'nested'],
    ['<cite>x</cite>', 'names no source'],
    ['<cite source="a" colour="red">x</cite>', 'no attribute'],
    ['<cite id="a">x</cite><cite id="a">y</cite>', 'used twice'],
    ['<cite source="b" quote="never said">x</cite>', 'does not contain the quote'],
  ])('%s is refused', (answer, message) => {
    expect(() => buildResult({ answer, sources })).toThrow(message)
  })

  test('any text, any claims: slices are the claims, and counts add up', () => {
    const text = fc.string({ unit: 'grapheme' }).map((part) => part.replaceAll('<', ''))
    const part = fc.record({ text, claim: text, source: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const answer = parts.map((p) => `${p.text}<cite source="${p.source}">${p.claim}</cite>`).join('')
        const result = buildResult({ answer, sources })
        expect(result.answer_clean).toBe(parts.map((p) => p.text + p.claim).join(''))
        expect(result.citations.map((c) => result.answer_clean.slice(c.start_offset, c.end_offset))).toEqual(
          parts.map((p) => p.claim),
        )
        expect(result.sources_summary.reduce((sum, s) => sum + s.citation_count, 0)).toBe(parts.length)
      }),
    )
  })
})
