import type { ModelCall, Models, ModelUsage } from '@deep-research/engine'
import { attempt, errorOf, type Failures, resultOf } from './attempt.ts'
import type { RunSteps } from './run-steps.ts'
import { type Part, TextParts } from './text-parts.ts'

/** The end of a text that a model was writing when the process died. */
const BROKEN_OFF: Part = {
  text: '',
  over: true,
  used: [],
  failure: { of: 'model', reason: 'cut', message: 'broke off' },
}

/**
 * Models, where each answer, and each part of a text, is a step of the run. The prompt is not part of a step's key,
 * because its random marks differ.
 */
export function keepModels(models: Models, steps: RunSteps, failures: Failures): Models {
  return {
    random: (bound) => steps.random(bound),
    async ask(call) {
      const { role, instructions, example, signal } = call
      const { made, used } = await steps.take(steps.key('ask', role, instructions, example), signal, async () => {
        const used: ModelUsage[] = []
        const onUsage = (usage: ModelUsage) => void used.push(usage)
        return { made: await attempt(() => models.ask({ ...call, onUsage }), failures, signal), used }
      })
      for (const usage of used) call.onUsage(usage)
      return resultOf(made, failures)
    },
    write: (call) => writeInParts(models, steps, failures, call),
  }
}

/**
 * A text that an earlier owner of the run had begun to receive breaks off where that owner did: whoever reads it knows
 * how to have it continued.
 */
async function* writeInParts(
  models: Models,
  steps: RunSteps,
  failures: Failures,
  call: ModelCall,
): AsyncGenerator<string> {
  const name = steps.key('write', call.role, call.instructions)
  let parts: TextParts | undefined
  const receive = async (number: number): Promise<Part> => {
    if (!parts && number > 0) return BROKEN_OFF
    parts ??= new TextParts((own) => models.write({ ...call, ...own }), failures, call.signal)
    return await parts.next()
  }
  try {
    for (let number = 0; ; number += 1) {
      const { text, over, used, failure } = await steps.take(`${name} ${number}`, call.signal, () => receive(number))
      if (text !== '') yield text
      for (const usage of used) call.onUsage(usage)
      if (failure) throw errorOf(failure, failures)
      if (over) return
    }
  } finally {
    for (const usage of (await parts?.leave()) ?? []) call.onUsage(usage)
  }
}
