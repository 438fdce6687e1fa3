import {
  type Citation,
  checkResult,
  citationsBySource,
  convertOffset,
  type OffsetUnit,
  type ResearchResult,
  resolveCitations,
  toSegments,
} from '@deep-research/sdk/citations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultOf } from './results.ts'
import { RESULT } from './wire.ts'

const sound = resultOf(
  'Größe 😀: ',
  { text: 'it grows', source: 1 },
  ' and ',
  { text: 'shrinks 😀', source: 2 },
  ', ',
  { text: 'it grows', source: 1 },
  '.',
)

/** The result as a service gives it that counts otherwise. */
function countedIn(result: ResearchResult, unit: OffsetUnit): ResearchResult {
  const convert = (offset: number): number => convertOffset(result.answer_clean, offset, 'utf-16', unit)
  const citations = result.citations.map((citation) => ({
    ...citation,
    start_offset: convert(citation.start_offset),
    end_offset: convert(citation.end_offset),
  }))
  return { ...result, citations }
}

function changed(result: ResearchResult, index: number, change: Partial<Citation>): ResearchResult {
  const citations = result.citations.map((citation, at) => (at === index ? { ...citation, ...change } : citation))
  return { ...result, citations }
}

function placesOf(result: ResearchResult): unknown[] {
  return resolveCitations(result).map(({ start, end, match }) => [start, end, match])
}

const places = sound.citations.map(({ start_offset, end_offset }) => [start_offset, end_offset])

describe('resolveCitations', () => {
  it('takes offsets that are right as they are', () => {
    expect(placesOf(sound)).toEqual(places.map((place) => [...place, 'exact']))
    expect(resolveCitations(sound).map(({ citation }) => citation)).toEqual(sound.citations)
  })

  it.each(['code-point', 'utf-8'] as const)('converts offsets that count otherwise: %s', (unit) => {
    expect(placesOf(countedIn(sound, unit))).toEqual(places.map((place) => [...place, 'converted']))
  })

  it('finds the place by the tag where the offsets are wrong, the right one of equal texts', () => {
    for (const start_offset of [0, -5, 1.5, 1_000_000]) {
      const wrong = changed(sound, 2, { start_offset, end_offset: start_offset + 8 })
      expect(placesOf(wrong)[2]).toEqual([...(places[2] ?? []), 'relocated'])
    }
  })

  it('finds it where answer_clean is not quite the answer without its tags', () => {
    const shifted = { ...sound, answer_clean: `  ${sound.answer_clean}` }
    const wrong = changed(shifted, 2, { start_offset: 0, end_offset: 0 })
    const [start = 0, end = 0] = places[2] ?? []
    expect(placesOf(wrong)[2]).toEqual([start + 2, end + 2, 'relocated'])
  })

  it('gives up where there is no tag', () => {
    const wrong = changed(sound, 0, { id: 'cite_9', start_offset: 0 })
    expect(placesOf(wrong)[0]).toEqual([undefined, undefined, 'unresolved'])
  })
})

describe('toSegments', () => {
  const idsOf = (result: ResearchResult): unknown[] =>
    toSegments(result).map(({ text, citations }) => [text, citations.map(({ id }) => id).join(' ')])

  it('parts text from claims', () => {
    expect(idsOf(RESULT)).toEqual([
      ['Water ', ''],
      ['boils at 100 °C', 'cite_1'],
      [' at sea level.', ''],
    ])
  })

  it('lists every citation that covers a run', () => {
    const base = resultOf({ text: 'abcdefghij', source: 1 })
    const [template] = base.citations
    const spans: [string, number, number][] = [
      ['outer', 0, 8],
      ['inner', 2, 4],
      ['overlaps', 6, 10],
      ['empty', 3, 3],
    ]
    const citations = spans.flatMap(([id, start_offset, end_offset]) => {
      const cited_text = base.answer_clean.slice(start_offset, end_offset)
      return template === undefined ? [] : [{ ...template, id, cited_text, start_offset, end_offset }]
    })
    expect(idsOf({ ...base, citations })).toEqual([
      ['ab', 'outer'],
      ['cd', 'outer inner'],
      ['ef', 'outer'],
      ['gh', 'outer overlaps'],
      ['ij', 'overlaps'],
    ])
  })

  it('has adjacent claims side by side, and nothing for an empty answer', () => {
    expect(idsOf(resultOf({ text: 'a', source: 1 }, { text: 'b', source: 1 }))).toEqual([
      ['a', 'cite_1'],
      ['b', 'cite_2'],
    ])
    expect(toSegments(resultOf(''))).toEqual([])
  })

  it('never cuts a character, and loses none, whatever the spans', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' '), minLength: 1, maxLength: 15 })
    const spans = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 6 })
    fc.assert(
      fc.property(text, spans, (clean, given) => {
        const base = resultOf({ text: clean, source: 1 })
        const citations = given.flatMap(([one, other], index) => {
          const [start_offset = 0, end_offset = 0] = [one, other]
            .map((at) => at % (clean.length + 1))
            .sort((a, b) => a - b)
          const cited_text = clean.slice(start_offset, end_offset)
          return base.citations.map((template) => ({
            ...template,
            id: `${index}`,
            cited_text,
            start_offset,
            end_offset,
          }))
        })
        const segments = toSegments({ ...base, citations })
        expect(segments.map((segment) => segment.text).join('')).toBe(clean)
        for (const segment of segments) {
          expect(segment.text).not.toBe('')
          expect(segment.text.isWellFormed()).toBe(true)
        }
        for (const citation of citations) {
          const covered = segments.filter((segment) => segment.citations.includes(citation))
          expect(covered.map((segment) => segment.text).join('')).toContain(
            citation.cited_text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, ''),
          )
        }
      }),
      { numRuns: 500 },
    )
  })
})

it('groups citations by their source', () => {
  const groups = citationsBySource(sound)
  expect([...groups.keys()]).toEqual(['https://example.com/1', 'https://example.com/2'])
  expect([...groups.values()].map((group) => group.map(({ id }) => id))).toEqual([['cite_1', 'cite_3'], ['cite_2']])
})

describe('checkResult', () => {
  it.each([
    ['a sound result', sound],
    ['one with further fields', { ...sound, more: 1 }],
    ['one without citations', resultOf('Nothing is known.')],
    ['one that counts code points', countedIn(sound, 'code-point')],
    ['one that counts bytes', countedIn(sound, 'utf-8')],
    ['what JSON leaves of it', JSON.parse(JSON.stringify(sound))],
  ])('finds nothing in %s', (_, result) => {
    expect(checkResult(result)).toEqual([])
  })

  const [first, second] = sound.sources_summary
  const summaries = [first, second].flatMap((each) => each ?? [])
  const broken: [string, string, string, unknown][] = [
    ['answer-clean', 'answer_clean', 'another text', { ...sound, answer: `${sound.answer}!` }],
    ['unbalanced-tag', 'answer', 'an open tag', { ...resultOf('x'), answer: 'x</cite>' }],
    [
      'unbalanced-tag',
      'answer',
      'a tag that is not closed',
      { ...sound, answer: sound.answer.replace('it grows</cite>.', 'it grows.') },
    ],
    ['tag-without-citation', 'answer', 'a tag too many', { ...sound, citations: sound.citations.slice(1) }],
    ['citation-without-tag', 'citations[0].id', 'a tag too few', { ...sound, answer: sound.answer_clean }],
    ['duplicate-citation', 'citations[1].id', 'an id used twice', changed(sound, 1, { id: 'cite_1' })],
    ['span-range', 'citations[1].start_offset', 'a span beyond the end', changed(sound, 1, { end_offset: 9_999 })],
    ['span-range', 'citations[1].start_offset', 'a span before the beginning', changed(sound, 1, { start_offset: -1 })],
    ['span-text', 'citations[1].cited_text', 'another cited text', changed(sound, 1, { cited_text: 'other' })],
    [
      'span-tag',
      'citations[2].start_offset',
      'an equal text elsewhere',
      changed(sound, 2, { start_offset: places[0]?.[0] ?? 0, end_offset: places[0]?.[1] ?? 0 }),
    ],
    [
      'summary-count',
      'sources_summary[1].citation_count',
      'a wrong count',
      {
        ...sound,
        sources_summary: summaries.map((each, index) => (index === 1 ? { ...each, citation_count: 0 } : each)),
      },
    ],
    ['summary-order', 'sources_summary[1]', 'a wrong order', { ...sound, sources_summary: summaries.toReversed() }],
    [
      'summary-source',
      'citations[1].source.url',
      'a source too few',
      { ...sound, sources_summary: summaries.slice(0, 1) },
    ],
    [
      'summary-source',
      'sources_summary[2].source.url',
      'a source twice',
      { ...sound, sources_summary: [...summaries, summaries[1]] },
    ],
    [
      'summary-citation',
      'sources_summary[0].citation_ids',
      'an unknown id',
      { ...sound, sources_summary: summaries.map((each) => ({ ...each, citation_ids: [...each.citation_ids, 'x'] })) },
    ],
    [
      'sources-cited',
      'usage.sources_cited',
      'a wrong number of sources',
      { ...sound, usage: { ...sound.usage, sources_cited: 9 } },
    ],
    ['shape', 'citations', 'no citations', { ...sound, citations: undefined }],
    [
      'shape',
      'citations[1].source.url',
      'a source without URL',
      JSON.parse(
        JSON.stringify(
          changed(sound, 1, { source: { title: 't', url: undefined as never, snippet: '', source_type: 'web' } }),
        ),
      ),
    ],
    ['shape', 'usage.latency_ms', 'a number that is text', { ...sound, usage: { ...sound.usage, latency_ms: '5' } }],
  ]
  it.each(broken)('finds %s at %s: %s', (code, path, _, result) => {
    const findings = checkResult(result)
    expect(findings.map((finding) => [finding.code, finding.path])).toContainEqual([code, path])
    expect(findings.every(({ message }) => message.length > 0)).toBe(true)
  })

  it('throws for nothing', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    const endless: unknown[] = []
    endless.push(endless)
    for (const value of [undefined, null, 0, '', [], hostile, endless, { ...sound, citations: endless }, () => 1]) {
      expect(checkResult(value)[0]?.code).toBe('shape')
    }
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...Object.keys(sound)), (value, key) => {
        expect(Array.isArray(checkResult(value))).toBe(true)
        expect(Array.isArray(checkResult({ ...sound, [key]: value }))).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
