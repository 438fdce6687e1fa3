import { expect, test } from 'vitest'
import { comparedIn } from '#question/compared.ts'
import { Origins } from '#question/origins.ts'
import { parseQuestion } from '#question/parse-question.ts'
import { eachCompared } from './each-compared.ts'

const origins = new Origins([
  { documentId: 'k', name: 'John Kennedy', kind: 'author' },
  { documentId: 'r', name: 'Ronald Reagan', kind: 'author' },
])

function added(question: string, ...planned: string[]): string[] {
  const parsed = parseQuestion(question)
  const compared = comparedIn(parsed, origins.namedIn(question))
  const plan = planned.map((text) => ({ text, answeredBy: '', queries: [] }))
  return eachCompared({ ...parsed, compared }, plan).map(({ text }) => text)
}

test('each thing that is compared is asked about by itself, with what it is compared in', () => {
  expect(added('Compare railroads and canals')).toEqual(['railroads', 'canals'])
  expect(added('Compare gold and silver as money', 'Are gold and silver dear?')).toEqual([
    'gold: money',
    'silver: money',
  ])
  const [kennedy = '', reagan = ''] = added('Compare what John Kennedy and Ronald Reagan said about taxes.')
  expect(kennedy).toMatch(/^John Kennedy: .*taxes$/)
  expect(reagan).toMatch(/^Ronald Reagan: .*taxes$/)
})

test('what the plan asks about by itself is not added, and a question that compares nothing gets nothing', () => {
  expect(added('Compare railroads and canals', 'Who dug the canals?')).toEqual(['railroads'])
  expect(added('Why did railroads spread?')).toEqual([])
})
