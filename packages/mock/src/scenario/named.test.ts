import { expect, test } from 'vitest'
import { collect } from '../../test/collect.ts'
import { answer } from './answer.ts'
import { torn } from './interruptions.ts'
import { parseScenario, SCENARIO_NAMES } from './named.ts'
import { lineEndings } from './protocol-faults.ts'

test('text makes the same scenario as code', async () => {
  const text = 'answer?deltaLength=5&everyMs=20 | lineEndings?newline=cr&bom=true | torn?after=4&inside=event'
  const code = torn({
    after: 4,
    inside: 'event',
    of: lineEndings({ newline: '\r', bom: true, of: answer({ deltaLength: 5, everyMs: 20 }) }),
  })
  const [one, two] = [await collect(parseScenario(text)), await collect(code)]
  expect(one.bytes).toEqual(two.bytes)
  expect(one.elapsed).toBe(two.elapsed)
})

test.each(Object.keys(SCENARIO_NAMES))('%s stands by its name alone', async (name) => {
  const { end } = await collect(parseScenario(name))
  expect(end).toBeTypeOf('string')
})

test.each([
  ['429?', 'no scenario "429"'],
  ['', 'no scenario ""'],
  ['toString', 'no scenario'],
  ['torn?afte=1', 'no option "afte"'],
  ['torn?after=x', 'after must be a number'],
  ['torn?inside=word', 'inside must be one of event, code-point'],
  ['torn | answer', '"answer" must come first'],
  ['failed?usage=1', 'usage must be true or false'],
])('%j is refused with a reason', (text, message) => {
  expect(() => parseScenario(text)).toThrow(message)
})

test.each([
  ['RATE_LIMIT_EXCEEDED?retryAfter=soon', 'soon'],
  ['RATE_LIMIT_EXCEEDED?retryAfter=date', 'Thu, 01 Jan 2026 00:01:00 GMT'],
  ['INSUFFICIENT_CREDITS', '86400'],
  ['INSUFFICIENT_CREDITS?retryAfter=none', undefined],
])('%s', async (text, header) => {
  expect((await collect(parseScenario(text))).headers['retry-after']).toBe(header)
})
