import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusalOf } from './failure-of.ts'
import { readChat } from './wire-chat.ts'
import { readMessages } from './wire-messages.ts'
import { readResponses } from './wire-responses.ts'

/** JSON that is nearly what an endpoint sends. */
const NAMES = [
  'choices',
  'delta',
  'message',
  'content',
  'text',
  'type',
  'error',
  'usage',
  'response',
  'output',
  'status',
]
const { tree: foreign } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, '', 'text', 0, -1, true, 'error', 'completed', 'thinking'),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('tree'), { maxKeys: 4 }),
  ),
}))

test('whatever an endpoint sends, it is read as text or as none', () => {
  fc.assert(
    fc.property(foreign, (sent) => {
      for (const read of [readChat, readMessages, readResponses]) {
        const { text = '', thought = '', usage = {} } = read(sent)
        expect([typeof text, typeof thought]).toEqual(['string', 'string'])
        expect(Object.values(usage).every((count) => Number.isFinite(count) && count >= 0)).toBe(true)
      }
    }),
  )
})

test('whatever an endpoint says of an error, no key is repeated, and it is one line', () => {
  const key = 'sk-abcdef0123456789'
  const said = fc.array(fc.constantFrom(key, `Bearer ${key}`, '\n', '\u0000', 'Incorrect ', '{"error": ', '"}', '<b>'))
  fc.assert(
    fc.property(said, fc.integer({ min: 400, max: 599 }), (parts, status) => {
      const { message } = refusalOf(status, parts.join(''), { secrets: [key] })
      expect(message).not.toContain(key)
      expect(message).toMatch(/^answered \d{3}(?:: “[^\p{Cc}]{1,240}”)?$/u)
    }),
  )
})
