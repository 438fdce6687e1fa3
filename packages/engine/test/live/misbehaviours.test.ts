import { checkResult } from '@deep-research/sdk/citations'
import { expect, test } from 'vitest'
import { FORBIDDEN, GOOD, MISBEHAVIOURS, misbehaving } from './misbehaviours.ts'
import { liveEngine, modelFor, run } from './support.ts'

test('there are twenty of them and more', () => expect(Object.keys(MISBEHAVIOURS).length).toBeGreaterThanOrEqual(20))

test.each(Object.entries(MISBEHAVIOURS))('a model that writes %s', async (_, misbehave) => {
  const { model } = await modelFor({ reply: misbehaving(misbehave) })
  const { result } = await run(await liveEngine({ model }))
  expect(checkResult(result)).toEqual([])
  expect(result.answer).not.toMatch(FORBIDDEN)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not come out.
  expect(result.answer).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]|[\u{E0000}-\u{E0FFF}]/u)
  expect(result.answer.isWellFormed()).toBe(true)
  const designer = result.citations.filter(({ verified, cited_text }) => verified && cited_text.includes(GOOD))
  expect(designer.length).toBe(1)
})
