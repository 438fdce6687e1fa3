import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentences } from '#language/sentences.ts'
import { readHtml } from '../readers/html.ts'
import { readMarkdown } from '../readers/markdown.ts'
import type { Block } from '../types.ts'
import { passageSpans } from './passages.ts'

const sentence = (length: number, index: number) => `S${index} ${'x'.repeat(Math.max(0, length - 5))}.`

function textOf(lengths: readonly number[], headingsAt: readonly number[] = []) {
  let text = ''
  const blocks: Block[] = []
  let from = 0
  const paragraph = () => {
    if (text.trimEnd().length > from)
      blocks.push({ start: from, end: text.trimEnd().length, kind: 'paragraph', path: [] })
  }
  for (const [index, length] of lengths.entries()) {
    if (headingsAt.includes(index)) {
      paragraph()
      text += text === '' ? '' : '\n\n'
      blocks.push({ start: text.length, end: text.length + 7, kind: 'heading', level: 1 + (index % 3), path: [] })
      text += 'Heading\n\n'
      from = text.length
    }
    text += `${sentence(length, index)} `
  }
  paragraph()
  return { text: text.trimEnd(), blocks }
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

  it('never crosses a heading, and knows the headings and terms above', () => {
    const { text, blocks } = readMarkdown(`Intro.

# Top

One.

## Sub

- \`term\`: two.

# Next

Three.`)
    const spans = passageSpans({ text, ...(blocks && { blocks }) })
    expect(spans.map(({ start, end, path }) => [text.slice(start, end), path])).toEqual([
      ['Intro.', []],
      ['One.', ['Top']],
      ['`term`: two.', ['Top', 'Sub', 'term']],
      ['Three.', ['Next']],
    ])
  })

  it('ends sooner where another term is explained, and leaves out what leads elsewhere', () => {
    const explained = `<p>${'Words of it. '.repeat(30)}</p>`
    const { text, blocks } = readHtml(
      `<ul class=toc><li>one<li>two</ul><dl><dt>one<dd>${explained}<dt>two<dd>${explained}<dt>three<dd>Short.</dl>`,
    )
    const spans = passageSpans({ text, ...(blocks && { blocks }) })
    expect(spans.map(({ path }) => path)).toEqual([['one'], ['two', 'three']])
    expect(text.slice(0, spans[0]?.start)).toContain('- two')
  })

  it('serves a text of headings alone', () => {
    const blocks: Block[] = [{ start: 0, end: 5, kind: 'heading', level: 1, path: [] }]
    expect(passageSpans({ text: 'Title', blocks })).toEqual([{ start: 0, end: 5, path: [] }])
    expect(passageSpans({ text: '  ' })).toEqual([])
  })

  it('holds every sentence whole in at least one passage', () => {
    const lengths = fc.array(fc.integer({ min: 5, max: 1500 }), { maxLength: 40 })
    const marks = fc.array(fc.nat(40), { maxLength: 6 })
    fc.assert(
      fc.property(lengths, marks, (sizes, headingsAt) => {
        const { text, blocks } = textOf(sizes, headingsAt)
        const headings = blocks.filter(({ kind }) => kind === 'heading')
        const spans = passageSpans({ text, blocks })
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
