import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESULT } from '../../test/support/scripted-engine.ts'
import { numberAnswer } from './numbered.ts'
import type { Cited } from './references.ts'

const SOURCES = ['https://example.com/1', 'https://example.com/2', 'urn:corpus:a folder/3.md']

/** Pieces of an answer; those with a source are claims. */
function answerOf(pieces: readonly (readonly [text: string, source?: number | undefined])[]): Cited {
  const [citation] = RESULT.citations
  if (!citation) throw new Error('the result cites nothing')
  let answer_clean = ''
  const citations: Cited['citations'] = []
  for (const [text, source] of pieces) {
    const start_offset = answer_clean.length
    answer_clean += text
    if (source === undefined) continue
    const url = SOURCES[source] ?? ''
    const span = { start_offset, end_offset: answer_clean.length, cited_text: text }
    citations.push({
      ...citation,
      ...span,
      id: `cite_${citations.length}`,
      source: { ...citation.source, title: `*Source* ${source}`, url },
    })
  }
  const sources_summary = SOURCES.flatMap((url, source) => {
    const citation_ids = citations.filter((each) => each.source.url === url).map(({ id }) => id)
    const named = { title: `*Source* ${source}`, url }
    return citation_ids.length > 0 ? [{ source: named, citation_ids, citation_count: citation_ids.length }] : []
  })
  return { answer_clean, citations, sources_summary }
}

const sliceOf = (text: string, start: number, end: number) => [...text].slice(start, end).join('')
const withoutMarks = (text: string) => text.replace(/\[\d+\]/g, '').replace(/\s+/g, '')

describe('numberAnswer', () => {
  it('numbers sources in the order of the text and lists them', () => {
    const { text, annotations } = numberAnswer(answerOf([['One 🪸.', 2], [' And '], ['two', 0], ['.']]))
    expect(text).toBe(
      'One 🪸.[1] And two[2].\n\n## Sources\n\n1. \\*Source\\* 2 (urn:corpus:a folder/3.md)\n2. \\*Source\\* 0 <https://example.com/1>\n',
    )
    // A coral is one code point, and two UTF-16 code units.
    expect(annotations.map(({ start, end }) => [start, end])).toEqual([
      [0, 6],
      [14, 17],
    ])
    expect(annotations.map(({ url }) => url)).toEqual([SOURCES[2], SOURCES[0]])
  })

  it('is the answer alone where nothing is cited', () => {
    expect(numberAnswer(answerOf([['Nothing found.']]))).toEqual({ text: 'Nothing found.', annotations: [] })
  })

  it.each([
    ['(a)', 'x[1] (a)'],
    ['[a]', 'x[1] [a]'],
    [': a', 'x[1] : a'],
    [' (a)', 'x[1] (a)'],
  ])('makes no link of a mark before %s', (after, expected) => {
    expect(numberAnswer(answerOf([['x', 0], [after]])).text).toMatch(expected)
  })

  it('keeps marks out of code and in rows', () => {
    const code = numberAnswer(answerOf([['```\nrun\n```', 0], ['\nAfter.']])).text
    expect(code).toMatch(/^```\nrun\n```\n\n\[1\]\n\n\nAfter\./)
    expect(numberAnswer(answerOf([['| a |\n| - |\n'], ['| 1 |', 0]])).text).toMatch(/\| 1 \[1\]\|\n/)
  })

  it('has the exact place of each claim, whatever the answer', () => {
    const words = fc.stringMatching(/^[a-z🪸é 漢.|(:\n#*-]{1,12}$/u)
    const code = fc.constantFrom('\n```js\nlet a = 1 🪸\n```\n', '\n| a | b |\n| - | - |\n| 🪸 | c |\n', '\n- item\n')
    const piece = fc.tuple(fc.oneof(words, code), fc.option(fc.nat({ max: 2 }), { nil: undefined }))
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const answer = answerOf(pieces)
        const { text, annotations } = numberAnswer(answer)
        expect(annotations).toHaveLength(answer.citations.length)
        for (const [index, { cited_text, source }] of answer.citations.entries()) {
          const { start = 0, end = 0, url } = annotations[index] ?? {}
          const claim = sliceOf(text, start, end)
          expect(url).toBe(source.url)
          expect(withoutMarks(claim)).toBe(withoutMarks(cited_text))
          if (!claim.includes('[')) expect(claim).toBe(cited_text)
        }
      }),
      { numRuns: 500 },
    )
  })
})
