import { expect, test } from 'vitest'
import { inAmericanSpelling } from './spelling-variants.ts'
import { contentTerms } from './terms.ts'

test('a question finds a word in the other spelling', () => {
  const pairs = [
    ['colours', 'colors'],
    ['organise', 'organizing'],
    ['normalisation', 'normalization'],
    ['analysed', 'analyze'],
    ['centre', 'centers'],
    ['licence', 'licenses'],
    ['catalogue', 'catalog'],
    ['cancelled', 'canceled'],
    ['neighbouring', 'neighbor'],
    ['defence', 'defense'],
    ['practise', 'practice'],
  ]
  for (const [british = '', american = ''] of pairs)
    expect([...contentTerms(british, 'en')], british).toEqual([...contentTerms(american, 'en')])
})

test('words that only look so keep their spelling', () => {
  for (const word of [
    'four',
    'hour',
    'source',
    'journey',
    'raise',
    'install',
    'called',
    'course',
    'size',
    'tour',
    'less',
  ])
    expect(inAmericanSpelling(word)).toBe(word)
})
