import { expect, test } from 'vitest'
import { z } from 'zod'
import { limitsFor, Spending } from '../budget.ts'
import { asked } from './asked.ts'
import type { Models } from './calls.ts'
import { ModelUse } from './model-use.ts'

const NOTHING = asked('nothing', z.object({}))

test('who asks is told when the model is asked, which is once a question before it is answered', async () => {
  const answers: (() => void)[] = []
  const models: Pick<Models, 'ask'> = {
    ask: <Value>() => new Promise<Value>((resolve) => answers.push(() => resolve({} as Value))),
  }
  const use = new ModelUse(models as Models, new Spending(limitsFor('high'), () => 0))
  const { signal } = new AbortController()
  const sent: number[] = []
  const answering = Array.from({ length: 9 }, (_, i) =>
    use.ask({ instructions: '', data: [], example: '{}', schema: NOTHING }, signal, () => sent.push(i)),
  )
  await expect.poll(() => sent).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(answers).toHaveLength(8)
  answers[3]?.()
  await expect.poll(() => sent).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  for (const answer of answers) answer()
  expect(await Promise.all(answering)).toHaveLength(9)
})
