import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf } from '#corpus/formats/pdf-lines.ts'
import { joinPages } from '#corpus/formats/pdf-pages.ts'
import type { TextRun } from '#corpus/formats/pdf-runs.ts'
import { expectSoundBlocks } from './sound-blocks.ts'

const VIEW = [0, 0, 600, 800]
const FONTS = { isMonospaced: (name: string) => name === 'mono', isBold: (name: string) => name === 'bold' }

/** A run of letters half as wide as high; `ends`: the next one begins a line. */
function run(str: string, x: number, y: number, { size = 10, font = 'plain', ends = true } = {}): TextRun {
  return {
    str,
    transform: [size, 0, 0, size, x, y],
    width: (str.length * size) / 2,
    height: size,
    fontName: font,
    hasEOL: ends,
  }
}

function joined(...pages: TextRun[][]) {
  const made = joinPages(pages.map((runs) => linesOf(runs, FONTS, VIEW)))
  expectSoundBlocks(made.text, made.blocks)
  const blocks = made.blocks.map(({ kind, start, end, page }) => [kind, made.text.slice(start, end), page])
  return { ...made, blocks, shown: blocks.map(([kind, text]) => `${kind}: ${text}`) }
}

describe('a line of a page', () => {
  const lineOf = (...runs: TextRun[]) => linesOf(runs, FONTS, VIEW)[0]

  it('has a space where a gap is wide, and what was written last in its place', () => {
    const line = lineOf(
      run('rev. C', 300, 700, { ends: false }),
      run('Lorn', 40, 700, { ends: false }),
      run('Works', 64, 700),
    )
    expect(line?.text).toBe('Lorn Works rev. C')
  })

  it('is as high as most of its letters', () => {
    const line = lineOf(
      run('The efficiency ', 40, 700, { ends: false }),
      run('η', 115, 700, { size: 14, ends: false }),
      run(' is high.', 122, 700),
    )
    expect([line?.text, line?.height]).toEqual(['The efficiency η is high.', 10])
  })

  it('keeps raised and lowered digits apart from others', () => {
    const line = lineOf(
      run('10', 40, 700, { ends: false }),
      run('−6', 50, 704, { size: 6, ends: false }),
      run(' H', 56, 700, { ends: false }),
      run('2', 66, 698, { size: 6, ends: false }),
      run('O and 1', 69, 700, { ends: false }),
      run('st', 104, 704, { size: 6 }),
    )
    expect(line?.text).toBe('10⁻⁶ H₂O and 1st')
  })

  it('from right to left is in the order in which it is read, its letters as they are written alone', () => {
    const line = lineOf(
      run('\ufe91\ufefc\ufea9', 40, 700, { ends: false }),
      run(' ', 55, 700, { ends: false }),
      run('1.8', 60, 700, { ends: false }),
      run(' ', 75, 700, { ends: false }),
      run('km', 80, 700, { ends: false }),
      run(' ', 90, 700, { ends: false }),
      run('\ufeb3\ufecc\ufe94', 95, 700),
    )
    expect(line?.text).toBe('\u0633\u0639\u0629 1.8 km \u0628\u0644\u0627\u062f')
  })

  it('from right to left ends with what stands on its left', () => {
    const line = lineOf(
      run('.ISO 9001', 40, 700, { ends: false }),
      run('\u05dc\u05e4\u05d9 \u05d4\u05de\u05db\u05dc ', 90, 700),
    )
    expect(line?.text).toBe('\u05dc\u05e4\u05d9 \u05d4\u05de\u05db\u05dc ISO 9001.')
  })

  it('of East Asian letters is no code, though all are of one width', () => {
    expect(lineOf(run('水箱的容量', 40, 700, { font: 'mono' }))?.column).toBeUndefined()
    expect(lineOf(run('let x', 40, 700, { font: 'mono' }))?.column).toBe(5)
  })
})

describe('the lines of pages', () => {
  const sentence = (at: number) => [
    run('The keeper notes the weather each morning before he lights the lamp.', 40, 700),
    run(`The valve with the number ${at} opens at a pressure of`, 40, 688),
  ]
  const heads = (at: number) => [
    run('Lorn Works', 40, 780, { size: 8 }),
    run(`Handbook, page ${at}`, 40, 770, { size: 8 }),
  ]

  it('go on over pages, whatever stands at their heads', () => {
    const page = (at: number) => [
      run(`${40 + at} bar and closes again when it falls.`, 40, 712),
      ...sentence(at),
      ...heads(at),
    ]
    const { text, blocks } = joined(page(1), page(2), page(3))
    expect(text).toContain('The valve with the number 1 opens at a pressure of\n42 bar and closes again')
    expect(blocks.filter(([kind]) => kind === 'furniture')).toHaveLength(6)
    expect(blocks.find(([, words]) => String(words).includes('number 2'))?.[2]).toBe(1)
  })

  it('end a paragraph with a page where a sentence ends', () => {
    const { shown } = joined([run('It was painted in 1990.', 40, 100)], [run('it starts below 60.', 40, 700)])
    expect(shown).toEqual(['paragraph: It was painted in 1990.', 'paragraph: it starts below 60.'])
  })

  it('in short bold letters are headings, numbered or not', () => {
    const bold = { font: 'bold' }
    const { blocks, largest } = joined([
      run('Report on the quay', 40, 760, { size: 18, font: 'bold' }),
      run('1. Introduction', 40, 720, bold),
      run('The crane was built in 1971 for the ships that came from the north.', 40, 708),
      run('Materials', 40, 696, bold),
      run('The boom is of steel, and all that is above it is made of wood.', 40, 684),
    ])
    expect(largest).toBe('Report on the quay')
    expect(blocks.filter(([kind]) => kind === 'heading').map(([, text]) => text)).toEqual([
      'Report on the quay',
      '1. Introduction',
      'Materials',
    ])
  })

  it('that have columns in common are rows of a table', () => {
    const row = (y: number, ...cells: [string, number][]) =>
      cells.map(([text, x], at) => run(text, x, y, { ends: at === cells.length - 1 }))
    const { blocks } = joined([
      run('The table shows the ratings of all fuses.', 40, 740),
      ...row(720, ['Model', 40], ['Amperes', 100], ['Volts', 160]),
      ...row(708, ['R-100', 40], ['16', 100], ['230', 160]),
      ...row(696, ['10', 100], ['110', 160]),
      ...row(684, ['R-200', 40], ['25', 100], ['230', 160]),
    ])
    expect(blocks.filter(([kind]) => kind === 'row').map(([, text]) => text)).toEqual([
      'Model | Amperes | Volts',
      'R-100 | 16 | 230',
      '- | 10 | 110',
      'R-200 | 25 | 230',
    ])
  })

  it('written without spaces are joined without one', () => {
    expect(joined([run('早晨浇水最', 40, 700), run('好，傍晚也可以。', 40, 688)]).text).toBe(
      '早晨浇水最好，傍晚也可以。',
    )
  })

  it('have sound blocks, wherever they stand', () => {
    const place = fc.integer({ min: 0, max: 800 })
    const text = fc.string({
      unit: fc.constantFrom('a', 'B', '1', '.', ' ', '水', 'ע', '-', '\n', '😀'),
      maxLength: 12,
    })
    const font = fc.constantFrom('plain', 'bold', 'mono')
    const size = fc.integer({ min: 0, max: 30 })
    const anyRun = fc
      .tuple(text, place, place, size, font, fc.boolean())
      .map(([str, x, y, size, font, ends]) => run(str, x, y, { size, font, ends }))
    fc.assert(
      fc.property(fc.array(fc.array(anyRun, { maxLength: 12 }), { maxLength: 4 }), (pages) => {
        joined(...pages)
      }),
    )
  })
})
