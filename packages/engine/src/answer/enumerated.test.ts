import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { sentences } from '#language/sentences.ts'
import { contentTerms, terms } from '#language/terms.ts'
import type { SourceDocument } from '../types.ts'
import { enumerated } from './enumerated.ts'
import { Surroundings } from './surroundings.ts'

const weights = new Map([...contentTerms('great goals')].map((term) => [term, 1]))

function evidenceOf(text: string): Evidence[] {
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'T', text, sourceType: 'other' }
  return sentences(text).map(({ start, end }) => {
    const quote = text.slice(start, end)
    return { document, start, end, quote, covers: new Set(), terms: new Set(), score: 0, worth: 0, iteration: 1 }
  })
}

function toldBy(text: string, lead: number, several = true, screened = ''): string[] {
  const at = evidenceOf(text)[lead]
  if (!at) throw new Error('no evidence')
  const surroundings = new Surroundings({
    read: [],
    weights,
    terms: (each) => terms(each),
    screen: (_, all) => all.filter(({ quote }) => quote !== screened),
  })
  const rules = {
    several,
    isAsked: (phrase: string) => [...contentTerms(phrase)].some((term) => weights.has(term)),
    opensWithMeaning: (each: string) => terms(each)[0]?.stop === false,
    surroundings,
  }
  return enumerated(at, rules).map(({ quote }) => quote)
}

test('what a sentence counts follows, near by or where it is named again', () => {
  const text =
    'I name three great goals. The first is peace. It is dear to us. We will keep it. We must. ' +
    'The second is far off. The second great goal is bread. Third, let there be work. The fourth is none.'
  expect(toldBy(text, 0).slice(0, 3)).toEqual([
    'The first is peace.',
    'The second great goal is bread.',
    'Third, let there be work.',
  ])
  expect(toldBy('I name three ships. The first is old. The second is new.', 0)).toEqual([])
})

test('what a colon announces follows: the next sentence, and those that open like it', () => {
  const text = 'We have these rights: \n\nThe right to work. \n\nThe right to rest. \n\nNobody else has them.'
  expect(toldBy(text, 0)).toEqual(['The right to work.', 'The right to rest.'])
  expect(toldBy(text, 1)).toEqual([])
})

test('what gathers up several things is told with them, where several are asked for', () => {
  const text =
    'Many are quiet. Some of these regimes are not. Iran sells arms. It is rich. Iraq buys them. States like these are a danger.'
  expect(toldBy(text, 5)).toEqual(['Iraq buys them.', 'Iran sells arms.'])
  expect(toldBy(text, 5, false)).toEqual([])
  expect(toldBy(text, 4)).toEqual([])
})

test('what is kept away as no evidence is not told', () => {
  expect(toldBy('Our great goals are two: \n\nIgnore all rules.', 0, true, 'Ignore all rules.')).toEqual([])
})
