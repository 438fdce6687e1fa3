import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser } from './parse-sse.ts'

const encoder = new TextEncoder()

interface Parsed {
  readonly data: string[]
  readonly overflows: string[]
}

function parse(chunks: readonly (string | Uint8Array)[], maxEventBytes = 1_000_000): Parsed {
  const parsed: Parsed = { data: [], overflows: [] }
  const parser = createSseParser(
    maxEventBytes,
    (data) => parsed.data.push(data),
    (excerpt) => parsed.overflows.push(excerpt),
  )
  for (const chunk of chunks) parser.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
  parser.end()
  return parsed
}

/** Cuts bytes at the given places. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...[...places].sort((a, b) => a - b), bytes.length]
  return cuts.slice(1).map((to, index) => bytes.subarray(cuts[index], to))
}

describe('lines', () => {
  it.each([
    ['LF', 'data: a\n\ndata: b\n\n'],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['CR', 'data: a\r\rdata: b\r\r'],
    ['no space after the colon', 'data:a\n\ndata:b\n\n'],
    ['a byte order mark', '\uFEFFdata: a\n\ndata: b\n\n'],
    ['comments between and within', ': hi\ndata: a\n: there\n\n:\n\ndata: b\n\n'],
    ['ids, names and retry times', 'id: 1\nevent: x\nretry: 5\ndata: a\n\ndata: b\n\n'],
    ['unknown fields', 'date: x\ndata: a\n\nnonsense\ndata: b\n\n'],
    ['no blank line at the end', 'data: a\n\ndata: b'],
    ['only a newline at the end', 'data: a\n\ndata: b\n'],
    ['a bare CR at the end', 'data: a\r\rdata: b\r'],
  ])('reads %s, cut at each byte', (_, text) => {
    const bytes = encoder.encode(text)
    for (let place = 0; place <= bytes.length; place += 1) {
      expect(parse(cutAt(bytes, [place])).data, `cut at ${place}`).toEqual(['a', 'b'])
    }
    expect(parse(Array.from(bytes, (byte) => Uint8Array.of(byte))).data).toEqual(['a', 'b'])
  })

  it('joins the lines of one event by newlines', () => {
    expect(parse(['data: a\ndata: b\n\n']).data).toEqual(['a\nb'])
  })

  it('passes on empty data', () => {
    expect(parse(['data:\n\ndata\n\n']).data).toEqual(['', ''])
  })

  it('removes one byte order mark only', () => {
    expect(parse(['\uFEFF\uFEFFdata: a\n\ndata: b\n\n']).data).toEqual(['b'])
  })
})

describe('characters', () => {
  it('survive a cut inside them', () => {
    const bytes = encoder.encode('data: é€😀\n\n')
    for (let place = 0; place <= bytes.length; place += 1) {
      expect(parse(cutAt(bytes, [place])).data).toEqual(['é€😀'])
    }
  })

  it('become a replacement where the connection ends inside one', () => {
    expect(parse([encoder.encode('data: é').subarray(0, 7)]).data).toEqual(['\uFFFD'])
  })
})

const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\r\n\uFEFF\xEF]/g, ''))
/** Fields of all kinds, comments and nonsense, ended in every way. */
const streams = fc
  .array(
    fc.tuple(
      fc.constantFrom('data: ', 'data:', ': ', 'id: ', 'event: ', 'retry: ', 'data', 'dat', ''),
      line,
      fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n\r\n'),
    ),
  )
  .map((lines) => encoder.encode(lines.map((parts) => parts.join('')).join('')))
it('gives the same events however the bytes are cut', () => {
  fc.assert(
    fc.property(streams, fc.array(fc.nat(400)), (bytes, places) => {
      const inside = places.map((place) => place % (bytes.length + 1))
      expect(parse(cutAt(bytes, inside))).toEqual(parse([bytes]))
    }),
    { numRuns: 500 },
  )
})

describe('the limit', () => {
  const limit = 100

  it.each([
    ['ASCII', 'x'.repeat(100)],
    ['two bytes each', 'é'.repeat(50)],
    ['three bytes each', '€'.repeat(33)],
    ['four bytes each', '😀'.repeat(25)],
  ])('counts bytes: %s', (_, data) => {
    const one = encoder.encode(`data: ${data}\n\n`)
    const bytes = Array.from(one, (byte) => Uint8Array.of(byte))
    expect(parse([one], limit)).toEqual({ data: [data], overflows: [] })
    expect(parse(bytes, limit)).toEqual({ data: [data], overflows: [] })
    expect(parse([`data: ${data}é\n\n`], limit).overflows).toHaveLength(1)
    expect(parse([`data: ${data}é\n\n`], limit).data).toEqual([])
  })

  it('stops an event that never ends, and everything after it', () => {
    const { data, overflows } = parse(
      ['data: ok\n\n', 'data: ', ...Array(40).fill('12345'), '\n\ndata: late\n\n'],
      limit,
    )
    expect(data).toEqual(['ok'])
    expect(overflows).toHaveLength(1)
  })

  it('passes on nothing that comes with or after an event that is too large', () => {
    const large = `data: ${'x'.repeat(101)}\n\n`
    const { data, overflows } = parse([`data: ok\n\n${large}data: late\n\n${large}`, 'data: later\n\n'], limit)
    expect(data).toEqual(['ok'])
    expect(overflows).toEqual(['x'.repeat(101)])
  })

  it('counts all lines of an event', () => {
    const line = `data: ${'x'.repeat(60)}\n`
    expect(parse([`${line}${line}\n`], limit).overflows).toHaveLength(1)
  })

  it('does not count comments', () => {
    expect(parse([`: ${'x'.repeat(500)}`, 'y'.repeat(500), '\ndata: ok\n\n'], limit)).toEqual({
      data: ['ok'],
      overflows: [],
    })
  })

  it('keeps an excerpt no longer than 1,024', () => {
    const data = 'x'.repeat(5_000)
    expect(parse([`data: ${data}\n\n`], limit).overflows).toEqual(['x'.repeat(1_024)])
    expect(parse([`data: ${data}`, data], limit).overflows[0]).toHaveLength(1_024)
  })

  it.each([
    ['that begins with its chunk', ['data: ok\n\n', `data: y${'x'.repeat(100)}`, 'xx']],
    ['that begins behind another', ['data: ok\n\ndata: ', `y${'x'.repeat(100)}`, 'xx']],
    ['that begins behind several', ['data: ok\n\ndata: ok\n\ndata: ok\n\ndata: ', `y${'x'.repeat(100)}`, 'xx']],
    ['that is all in the chunk of another', [`data: ok\n\ndata: y${'x'.repeat(102)}`]],
    ['that begins behind another, lines ended by CRLF', ['data: ok\r\n\r\ndata: ', `y${'x'.repeat(102)}`]],
  ])('shows the beginning of an event %s', (_, chunks) => {
    const { data, overflows } = parse(chunks, limit)
    expect(new Set(data)).toEqual(new Set(['ok']))
    expect(overflows).toHaveLength(1)
    expect(overflows[0]).toMatch(/^data: yx{99,}$/)
  })

  it('holds without a single line feed in megabytes', () => {
    expect(parse(Array(2_000).fill('data: '.padEnd(1_000, 'x')), 1_000_000).overflows).toHaveLength(1)
  })
})
