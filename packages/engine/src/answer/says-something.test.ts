import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { saysSomething } from './says-something.ts'

const { text, blocks = [] } = readMarkdown(
  '# Log\n\n## Related\n\n- `ErrorLog`\n- `LogLevel`\n\n## Use\n\nIt is set so.',
)
const document = { id: 'l', url: 'urn:l', title: 'Log', text, blocks, sourceType: 'document' }

function lead(quote: string) {
  const start = text.indexOf(quote)
  const block = blocks.find((each) => each.start <= start && start < each.end)
  const end = start + quote.length
  const evidence = { document, block, start, end, quote, covers: new Set<string>(), terms: new Set<string>() }
  return { evidence: { ...evidence, score: 0, worth: 0 }, odds: 0 }
}

test('an answer does not open with a name alone, unless there is nothing else', () => {
  const [name, other, sentence] = [lead('`ErrorLog`'), lead('`LogLevel`'), lead('It is set so.')]
  const rules = { asksForCode: false, asksForList: false, longest: 600 }
  expect(saysSomething([name, other, sentence], rules)).toEqual([sentence])
  expect(saysSomething([sentence, name], rules)).toEqual([sentence, name])
  expect(saysSomething([name, other], rules)).toEqual([name, other])
})
