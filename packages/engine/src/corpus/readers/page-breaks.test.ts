import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutPageBreaks } from './page-breaks.ts'
import { readText } from './text.ts'

const page = (number: number, lines: string) =>
  `\n\nRFC 9999              Lock Protocol                May 2001\n\n\n${lines}\n\n\n\nKeeper                Standards                [Page ${number}]\n`

describe('withoutPageBreaks', () => {
  it('leaves out the foot and the head of each page, and makes whole what goes on on the next', () => {
    const pages = [
      'Lock Protocol\n\n   The gate is closed by\n\n\n\nKeeper                Standards                [Page 1]\n',
      page(2, '   the keeper, who waits.\n\n2.  Levels\n\n   They differ.'),
      page(3, '3.  Boats\n\n   They float.'),
    ]
    expect(withoutPageBreaks(pages.join('\f'))).toBe(
      'Lock Protocol\n\n   The gate is closed by\n   the keeper, who waits.\n\n2.  Levels\n\n   They differ.\n\n3.  Boats\n\n   They float.\n',
    )
    expect(readText(pages.join('\f')).text).not.toMatch(/Page|RFC|\f/)
  })

  it('keeps what comes once, and a text without pages as it is', () => {
    expect(withoutPageBreaks('One\n\ntwo is here\n\f\nThree\n\nfour\n\f\nFive\n')).toBe(
      'One\n\ntwo is here\n\nThree\n\nfour\n\nFive\n',
    )
    expect(withoutPageBreaks('One\n\n\n two \n')).toBe('One\n\n\n two \n')
  })

  it('loses no word between foot and head', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,5}$/), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(words, { minLength: 2, maxLength: 6 }), (pages) => {
        const text = pages.map((lines, at) => page(at + 1, lines.join('\n'))).join('\f')
        const kept = withoutPageBreaks(text).match(/\S+/g) ?? []
        const opening = 'RFC 9999 Lock Protocol May 2001'.split(' ')
        expect(kept).toEqual([...opening, ...pages.flat().flatMap((line) => line.split(' '))])
      }),
    )
  })
})
