import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { contentTerms } from '#language/terms.ts'
import { contrastsOf } from './contrasts.ts'

const weights = new Map([...contentTerms('harbour bridge cost pounds')].map((term) => [term, 1]))

function evidence(id: string, quote: string): Evidence {
  const document = { id, url: `urn:${id}`, title: id, text: quote, sourceType: 'other' }
  const terms = contentTerms(quote)
  const covers = new Set([...terms].filter((term) => weights.has(term)))
  return { document, start: 0, end: quote.length, quote, terms, covers, score: 1, worth: 1 }
}

const cost = (id: string, sum: number) => evidence(id, `The harbour bridge of the old town cost ${sum} pounds.`)

test('all documents that give another value stand beside the one that the answer gives', () => {
  const [a, b, same, d] = [cost('a', 300), cost('b', 400), cost('c', 300), cost('d', 500)]
  expect(contrastsOf(weights, a, [a, same], [a, b, same, d])).toEqual([
    [a, b],
    [a, d],
  ])
})

test('what says little of the question is contradicted by nothing', () => {
  const [a, b] = ['a', 'b'].map((id, i) => evidence(id, `The mayor of the old town spent ${i + 3} pounds on bread.`))
  if (!a || !b) throw new Error('no evidence')
  expect(contrastsOf(weights, a, [a], [a, b])).toEqual([])
})

test('what is said in a section is contradicted by none that is on something else', () => {
  const [a, b] = [cost('a', 300), cost('b', 400)]
  const under = (item: Evidence, heading: string): Evidence => ({
    ...item,
    block: { start: 0, end: item.end, kind: 'paragraph', path: [item.document.title, heading] },
  })
  const of = (one: string, other: string) => contrastsOf(weights, under(a, one), [], [under(b, other)])
  expect(of('Bridges', 'Bridges')).toHaveLength(1)
  expect(of('Bridges', 'Bridges of 1900')).toEqual([])
})
