import { expect, test } from 'vitest'
import forms from './data/irregular-forms.json' with { type: 'json' }
import { inBaseForm } from './irregular-forms.ts'
import { terms } from './terms.ts'

const termsOf = (text: string) => terms(text, 'en').map(({ term }) => term)

test('a form that no ending tells is the same term as its base form', () => {
  expect(termsOf('The letter was sent')).toContain(termsOf('send')[0])
  expect(termsOf('Overwritten files')[0]).toBe(termsOf('overwrite')[0])
  expect(termsOf('sending')).toEqual(termsOf('Sent'))
  expect(terms('gesandt sent', 'de').map(({ term }) => term)).toContain('sent')
})

test('other words stay what they are', () => {
  for (const word of ['ground', 'bound', 'left', 'rose', 'media', 'send']) expect(inBaseForm(word)).toBe(word)
})

test('no form is of two bases, and none is a base', () => {
  const all = forms.map((line) => line.split(' '))
  const others = all.flatMap(([, ...rest]) => rest)
  expect(new Set(others).size).toBe(others.length)
  expect(all.filter(([base = '']) => others.includes(base))).toEqual([])
})
