import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentences } from '#language/sentences.ts'
import { passageSpans } from './passages.ts'

const sentence = (length: number, index: number) => `S${index} ${'x'.repeat(Math.max(0, length - 5))}.`

function textOf(lengths: readonly number[], headingsAt: readonly number[] = []) {
  let text = ''
  const headings: { start: number; end: number; level: number }[] = []
  for (const [index, length] of lengths.entries()) {
    if (headingsAt.includes(index)) {
      text += text === '' ? '' : '\n\n'
      headings.push({ start: text.length, end: text.length + 7, level: 1 + (index % 3) })
      text += 'Heading\n\n'
    }
    text += `${sentence(length, index)} `
  }
  return { text: text.trimEnd(), headings }
}

describe('passageSpans', () => {
  it('runs to about 600 to 900 characters and repeats a sentence', () => {
    const { text } = textOf(Array.from({ length: 40 }, () => 100))
    const spans = passageSpans({ text })
    expect(spans.length).toBeGreaterThan(5)
    for (const [index, { start, end }] of spans.entries()) {
      if (index < spans.length - 1) expect(end - start).toBeGreaterThanOrEqual(600)
      expect(end - start).toBeLessThanOrEqual(900)
      const next = spans[index + 1]
      if (next !== undefined) expect(sentences(text.slice(next.start, end))).toHaveLength(1)
    }
  })

  it('keeps a sentence whole however long it is, and does not repeat it', () => {
    const { text } = textOf([3000, 100, 3000])
    const spans = passageSpans({ text })
    expect(spans.map(({ start, end }) => [start, end])).toEqual([
      [0, 2999],
      [3000, 3099],
      [3000, 6100].map((at) => Math.min(at, text.length)),
    ])
  })

  it('never crosses a heading, and knows the headings above', () => {
    const text = 'Intro.\n\nTop\n\nOne.\n\nSub\n\nTwo.\n\nNext\n\nThree.'
    const at = (title: string, level: number) => {
      const start = text.indexOf(title)
      return { start, end: start + title.length, level }
    }
    const spans = passageSpans({ text, headings: [at('Top', 1), at('Sub', 2), at('Next', 1)] })
    expect(spans.map(({ start, end, heading }) => [text.slice(start, end), heading])).toEqual([
      ['Intro.', undefined],
      ['One.', 'Top'],
      ['Two.', 'Top › Sub'],
      ['Three.', 'Next'],
    ])
  })

  it('serves a text of headings alone', () => {
    expect(passageSpans({ text: 'Title', headings: [{ start: 0, end: 5, level: 1 }] })).toEqual([{ start: 0, end: 5 }])
    expect(passageSpans({ text: '  ' })).toEqual([])
  })

  it('holds every sentence whole in at least one passage', () => {
    const lengths = fc.array(fc.integer({ min: 5, max: 1500 }), { maxLength: 40 })
    const marks = fc.array(fc.nat(40), { maxLength: 6 })
    fc.assert(
      fc.property(lengths, marks, (sizes, headingsAt) => {
        const { text, headings } = textOf(sizes, headingsAt)
        const spans = passageSpans({ text, headings })
        for (const { start, end } of spans) {
          expect(headings.some((heading) => heading.start < end && heading.end > start)).toBe(false)
        }
        for (const { start, end } of sentences(text)) {
          const isHeading = headings.some((heading) => heading.start <= start && end <= heading.end)
          if (!isHeading) expect(spans.some((span) => span.start <= start && end <= span.end)).toBe(true)
        }
        const starts = spans.map((span) => span.start)
        expect(starts).toEqual([...starts].sort((a, b) => a - b))
      }),
    )
  })
})
