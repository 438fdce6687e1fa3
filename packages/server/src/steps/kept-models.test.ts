import { type Live, type Models, openLive } from '@deep-research/engine'
import { expect, it } from 'vitest'
import { keepModels } from './kept-models.ts'
import { RunSteps } from './run-steps.ts'

const { failures }: Live = await openLive({ search: [{ name: 'corpus' }], pagesFile: ':memory:', userAgent: 'test' })
const { signal } = new AbortController()
const USAGE = { input: 10, output: 2, reasoning: 0 }

/** A model as one run sees it: it writes the pieces, after which it may never end. */
function modelOf(kept: Map<string, string>, pieces: readonly string[], ends = true) {
  let asked = 0
  const models: Models = {
    ask: async () => {
      throw new failures.model('quota', 'answered 429')
    },
    async *write(call) {
      asked += 1
      yield* pieces
      if (!ends)
        await new Promise((_, reject) => call.signal.addEventListener('abort', () => reject(call.signal.reason)))
      call.onUsage(USAGE)
    },
  }
  const saveStep = async (key: string, result: string) => void kept.set(key, result)
  const steps = new RunSteps({ id: 'req_1', signal, steps: new Map(kept), saveStep })
  return {
    ...keepModels(models, steps, failures),
    get asked() {
      return asked
    },
  }
}

const call = { role: 'smart', instructions: 'write', prompt: 'p', maxOutputTokens: 9, signal } as const

async function read(models: Models, most = Number.POSITIVE_INFINITY) {
  const read = { text: '', used: [] as unknown[], error: undefined as unknown }
  try {
    for await (const part of models.write({ ...call, onUsage: (usage) => read.used.push(usage) })) {
      read.text += part
      if (read.text.length >= most) break
    }
  } catch (error) {
    read.error = error
  }
  return read
}

it('a text comes as it is, and as it was in a later process, which does not ask for it', async () => {
  const kept = new Map<string, string>()
  const pieces = ['One ', 'two ', 'x'.repeat(20_000), ' three.']
  const whole = { text: pieces.join(''), used: [USAGE], error: undefined }
  expect(await read(modelOf(kept, pieces))).toEqual(whole)
  const later = modelOf(kept, ['something else'])
  expect(await read(later)).toEqual(whole)
  expect(later.asked).toBe(0)
})

it('a text that a dead process began to receive breaks off there, also for those that come after', async () => {
  const kept = new Map<string, string>()
  await read(modelOf(kept, ['One two'], false), 3)
  for (let process = 0; process < 2; process += 1) {
    const later = modelOf(kept, ['something else'])
    const { text, error } = await read(later)
    expect(text).toBe('One two')
    expect(error).toBeInstanceOf(failures.model)
    expect(error).toMatchObject({ reason: 'cut' })
    expect(later.asked).toBe(0)
  }
})

it('a failure is kept like an answer', async () => {
  const kept = new Map<string, string>()
  const question = { ...call, example: '{}', schema: undefined as never, onUsage() {} }
  await expect(modelOf(kept, []).ask(question)).rejects.toMatchObject({ reason: 'quota', message: 'answered 429' })
  const models: Models = { ask: async () => 'an answer' as never, write: async function* () {} }
  const steps = new RunSteps({ id: 'req_1', signal, steps: kept, async saveStep() {} })
  const failed = await keepModels(models, steps, failures)
    .ask(question)
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(failures.model)
  expect(failed).toMatchObject({ reason: 'quota', message: 'answered 429' })
})

it('random numbers are the same in every process, and other ones in another run', () => {
  const numbers = (id: string) => {
    const steps = new RunSteps({ id, signal, steps: new Map(), async saveStep() {} })
    return Array.from({ length: 20 }, () => steps.random(21))
  }
  expect(numbers('req_1')).toEqual(numbers('req_1'))
  expect(numbers('req_1')).not.toEqual(numbers('req_2'))
  expect(Math.max(...numbers('req_1'))).toBeLessThan(21)
})
