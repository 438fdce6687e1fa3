import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentences } from './sentences.ts'

const cut = (text: string, language?: string) =>
  sentences(text, language).map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))

describe('sentences', () => {
  it.each([
    ['Dr. Smith met Mrs. Jones. They spoke.', ['Dr. Smith met Mrs. Jones.', 'They spoke.']],
    ['It began on Jan. 5 in Rome. All knew.', ['It began on Jan. 5 in Rome.', 'All knew.']],
    [
      'See No. 3 of the list. The answer was no. He left.',
      ['See No. 3 of the list.', 'The answer was no.', 'He left.'],
    ],
    ['The U.S. Army left the U.S. The rest stayed.', ['The U.S. Army left the U.S.', 'The rest stayed.']],
    ['J. R. R. Tolkien wrote it. George W. Bush read it.', ['J. R. R. Tolkien wrote it.', 'George W. Bush read it.']],
    ['Some animals, e.g. Dogs, bark. Fine.', ['Some animals, e.g. Dogs, bark.', 'Fine.']],
    ['It cost $3.5 million. In 1906. None paid.', ['It cost $3.5 million.', 'In 1906.', 'None paid.']],
    ['“Why?” he asked. “Because!” she said.', ['“Why?” he asked.', '“Because!” she said.']],
    ['See https://example.com/?q=A and Yahoo!Japan. End.', ['See https://example.com/?q=A and Yahoo!Japan.', 'End.']],
    ['It rained.[1] The sun came.[note 2] Good.', ['It rained.[1]', 'The sun came.[note 2]', 'Good.']],
    ['1. First thing. Second thing.', ['1. First thing.', 'Second thing.']],
    ['? ? Hello. Fine. ! !', ['? ? Hello.', 'Fine. ! !']],
    ['彼は来た。彼女は去った。', ['彼は来た。', '彼女は去った。']],
    ['Acme Inc. Reported gains. Acme Inc. The end.', ['Acme Inc. Reported gains.', 'Acme Inc.', 'The end.']],
    ['We saw Section 5.A and left. Ok.', ['We saw Section 5.A and left.', 'Ok.']],
    ['See the bill (S. 3,984, of 1904) on it. Next.', ['See the bill (S. 3,984, of 1904) on it.', 'Next.']],
    ['In Roe v. Wade it ruled. King George V. The end.', ['In Roe v. Wade it ruled.', 'King George V.', 'The end.']],
    ['It was made of W. A. Richards and others. Good.', ['It was made of W. A. Richards and others.', 'Good.']],
    ['Browne et al. (2004) say so. Roy Jr. (of Rome) ran.', ['Browne et al. (2004) say so.', 'Roy Jr. (of Rome) ran.']],
    ['I (I am 86. Surprise!), so forgive me. Yes.', ['I (I am 86. Surprise!), so forgive me.', 'Yes.']],
    ['(They met. They spoke.) He left.', ['(They met.', 'They spoke.)', 'He left.']],
    ['THREE WEEKS IN A ROW he won. Good.', ['THREE WEEKS IN A ROW he won.', 'Good.']],
    ['NASA The Moon. WATCH The Crown. IT WAS BAD.', ['NASA The Moon.', 'WATCH The Crown.', 'IT WAS BAD.']],
    ['He got a Ph.D. He was glad. (See Fig. 3.) Next.', ['He got a Ph.D.', 'He was glad.', '(See Fig. 3.)', 'Next.']],
  ])('cuts %j', (text, expected) => {
    expect(cut(text)).toEqual(expected)
  })

  it('runs through a single line break and ends at a blank line', () => {
    expect(cut('A soft\nwrapped line.\r\nNext one\n \nNo stop\r\n\r\nHere')).toEqual([
      'A soft wrapped line.',
      'Next one',
      'No stop',
      'Here',
    ])
  })

  it('ends before list items, table rows and indented lines', () => {
    expect(cut('Such as\n- one thing\n  and more\n- two\n2. three')).toEqual([
      'Such as',
      '- one thing and more',
      '- two',
      '2. three',
    ])
    expect(cut('Name | Age\nAnn | 3\nBob | 4')).toEqual(['Name | Age', 'Ann | 3', 'Bob | 4'])
    expect(cut('    let a\n    let b')).toEqual(['let a', 'let b'])
  })

  it('knows German ordinals and the Greek question mark', () => {
    expect(cut('Am 5. Mai kam er. Gut.', 'de')).toEqual(['Am 5. Mai kam er.', 'Gut.'])
    expect(cut('Τι κάνεις; Καλά.', 'el')).toEqual(['Τι κάνεις;', 'Καλά.'])
    expect(cut('One. Two.', 'not a language')).toEqual(['One.', 'Two.'])
  })

  it('covers every text without overlap', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'Dr. ',
        'U.S. ',
        '\n',
        '\n\n',
        ' \r\n',
        '. ',
        '! ',
        '? ',
        '- x',
        ' | ',
        '\t',
        '[1] ',
        '。',
        '…',
        '\u00a0',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        let at = 0
        for (const { start, end } of sentences(text)) {
          expect(text.slice(at, start).trim()).toBe('')
          expect(end).toBeGreaterThan(start)
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end))
          at = end
        }
        expect(text.slice(at).trim()).toBe('')
      }),
      { numRuns: 2000 },
    )
  })
})

it('an ordinal number ends no sentence where a language writes it with a stop', () => {
  const texts = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end))
  expect(texts('Am 21. April gründeten drei Lehrer den Verein. Im 2. Stock wohnt der Hausmeister.')).toEqual([
    'Am 21. April gründeten drei Lehrer den Verein.',
    'Im 2. Stock wohnt der Hausmeister.',
  ])
  expect(texts('They were 21. April was cold.')).toHaveLength(2)
})
