import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { documentOf, evidenceOf } from '../../test/quoted.ts'
import { saysSomething } from './says-something.ts'

const log = readMarkdown('# Log\n\n## Names\n\n- `ErrorLog`\n- `LogLevel`\n\n## Use\n\nIt is set so.')
const document = documentOf('Log', log)
const lead = (words: string) => ({ evidence: evidenceOf(document, words), odds: 0 })

test('an answer does not open with a name alone, unless there is nothing else', () => {
  const [name, other, sentence] = [lead('`ErrorLog`'), lead('`LogLevel`'), lead('It is set so.')]
  const rules = { asksForCode: false, asksForList: false, longest: 600 }
  expect(saysSomething([name, other, sentence], rules)).toEqual([sentence])
  expect(saysSomething([sentence, name], rules)).toEqual([sentence, name])
  expect(saysSomething([name, other], rules)).toEqual([name, other])
})

test('no answer opens with what is listed as told elsewhere', () => {
  const page = readMarkdown('# Log\n\nIt is set so.\n\n## See also\n\n- The error log.\n- LogLevel: a level.\n')
  const also = documentOf('Log', page)
  const [one, other, sentence] = ['The error log.', 'a level.', 'It is set so.'].map((words) => ({
    evidence: evidenceOf(also, words),
    odds: 0,
  }))
  const rules = { asksForCode: false, asksForList: false, longest: 600 }
  if (!one || !other || !sentence) throw new Error('they are there')
  expect(saysSomething([one, other, sentence], rules)).toEqual([sentence])
})
