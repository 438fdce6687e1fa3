import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ThoughtFilter, withoutThoughts } from './thoughts.ts'

const SPELLINGS = [
  ['<think>', '</think>'],
  ['<THINKING type="deep">', '</THINKING>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<reflection>', '</reflection>'],
  ['<scratchpad>', '</scratchpad>'],
  ['<seed:think>', '</seed:think>'],
  ['<inner_monologue>', '</inner_monologue>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
] as const

const SAID = 'It opened in 1932 [[e4kq]], [see] 3 < 4.'

test.each(SPELLINGS)('thoughts between %s and %s are not said, however they come in pieces', (begin, end) => {
  const text = `${begin}The user wants a date.\nLet me see.${end}${SAID}`
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }), (cuts) => {
      const filter = new ThoughtFilter()
      let said = ''
      let last = 0
      for (const cut of [...cuts.sort((a, b) => a - b), text.length]) {
        const { said: more, restart } = filter.push(text.slice(last, cut))
        said = (restart ? '' : said) + more
        last = cut
      }
      expect(said + filter.end()).toBe(SAID)
    }),
    { numRuns: 60 },
  )
})

test('thoughts whose beginning is missing are taken back; those that do not end are not said', () => {
  expect(new ThoughtFilter().push('Let me see. </think>It opened.')).toEqual({ said: 'It opened.', restart: true })
  expect(withoutThoughts(`${SAID} <think>Or was it`)).toBe(`${SAID} `)
})

test('marks of a conversation are not said, and other brackets are', () => {
  expect(withoutThoughts('It opened.<|im_end|>')).toBe('It opened.')
  expect(withoutThoughts('<b>Analysis</b> of [thinkers] (1 < 2)')).toBe('<b>Analysis</b> of [thinkers] (1 < 2)')
})
