import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ModelCall, ModelUsage } from '#model/calls.ts'
import { openModels } from '#model/client/models.ts'
import { dataBlock } from '#model/data-block.ts'
import { asked } from '../../src/model/asked.ts'
import { FAULTS, type Fault } from './scripted-mind.ts'
import { type ScriptedModel, type ScriptedModelOptions, startScriptedModel } from './scripted-model.ts'

const open: ScriptedModel[] = []
afterEach(async () => {
  for (const model of open.splice(0)) await model.close()
})

const KINDS = ['openai-compatible', 'anthropic'] as const

async function models(kind: (typeof KINDS)[number], options: ScriptedModelOptions = {}, timeoutMs = 20_000) {
  const server = await startScriptedModel(options)
  open.push(server)
  const endpoint = {
    kind,
    baseUrl: server.url,
    apiKey: 'secret-key',
    model: 'smart-one',
    fastModel: 'fast-one',
    timeoutMs,
  }
  return { server, models: await openModels({ endpoint, pauseMs: 1 }) }
}

function call(usage: ModelUsage[] = [], signal = new AbortController().signal) {
  return {
    role: 'fast',
    instructions: 'You plan.',
    prompt: dataBlock([{ question: 'Who designed the Harbour Bridge in Sydney?' }]),
    maxOutputTokens: 500,
    signal,
    onUsage: (told: ModelUsage) => usage.push(told),
  } satisfies ModelCall
}
const PLAN = {
  schema: asked('queries of a test', z.object({ queries: z.array(z.string()) })),
  example: '{"queries": ["a"]}',
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}
const evidence = {
  ...call(),
  role: 'smart',
  prompt: dataBlock([{ source: 'Bridge' }, { id: 'e4kq', text: 'The bridge opened in 1932.' }]),
} as const

describe.each(KINDS)('%s', (kind) => {
  test('asks the fast model for an object, with the key, and counts what it took', async () => {
    const { models: own, server } = await models(kind, { key: 'secret-key' })
    const usage: ModelUsage[] = []
    const plan = await own.ask({ ...call(usage), ...PLAN })
    expect(plan.queries).toContain('Harbour Bridge')
    expect(server.calls[0]?.body.model).toBe('fast-one')
    expect(usage).toEqual([{ input: expect.any(Number), output: expect.any(Number), reasoning: 0 }])
  })

  test('what is the same in all calls of a kind stands before what differs', async () => {
    const { models: own, server } = await models(kind)
    for (const question of ['Who designed the Harbour Bridge?', 'Where was Mira Olsen born?'])
      await own.ask({ ...call(), prompt: dataBlock([{ question }]), ...PLAN })
    const [one, other] = server.calls.map(({ given }) => given)
    expect(one?.instructions).toContain(PLAN.example)
    expect(one?.instructions).toBe(other?.instructions)
    expect(one?.prompt).toMatch(/^What follows[^\n]*\n\{"question":"Who designed/)
    expect(one?.prompt).toMatch(/\ndata[0-9a-f]{32}\nThe line data[0-9a-f]{32} ends the data\.$/)
  })

  test('streams the smart model’s text', async () => {
    const { models: own, server } = await models(kind)
    const usage: ModelUsage[] = []
    const text = await textOf(own.write({ ...evidence, onUsage: (told) => usage.push(told) }))
    expect(text).toMatch(/The bridge opened in 1932/)
    expect(text).toContain('e4kq')
    expect(server.calls[0]?.body).toMatchObject({ model: 'smart-one', stream: true })
    expect(usage[0]?.output).toBeGreaterThan(0)
  })

  test('without figures of the provider, tokens are reckoned', async () => {
    const { models: own } = await models('openai-compatible', { tellsUsage: false })
    const usage: ModelUsage[] = []
    await own.ask({ ...call(usage), ...PLAN })
    await textOf(own.write({ ...evidence, onUsage: (told) => usage.push(told) }))
    expect(usage.every(({ input, output }) => input > 0 && output > 0)).toBe(true)
  })

  test.each([
    ['429', 6],
    ['500', 2],
    ['truncated', 2],
  ] as const)('%s is tried again, %d times at most', async (fault, most) => {
    const once = await models(kind, { fault: (made) => (made === 0 ? fault : undefined) })
    await expect(once.models.ask({ ...call(), ...PLAN })).resolves.toBeDefined()
    expect(once.server.calls).toHaveLength(2)
    const always = await models(kind, { fault: () => fault })
    await expect(always.models.ask({ ...call(), ...PLAN })).rejects.toMatchObject({ name: 'ModelFailure' })
    expect(always.server.calls).toHaveLength(1 + most)
  })

  test('silence is given up after its time, and once more', async () => {
    const { models: own, server } = await models(kind, { fault: () => 'silence' }, 40)
    await expect(own.ask({ ...call(), ...PLAN })).rejects.toMatchObject({ reason: 'timeout' })
    await expect(textOf(own.write(evidence))).rejects.toMatchObject({ reason: 'timeout' })
    expect(server.calls).toHaveLength(4)
  })

  test('a wrong key, an unknown model and an unreachable host are told apart, without the key', async () => {
    const key = await models(kind, { key: 'another' })
    const model = await models(kind, { model: 'another' })
    const gone = await models(kind)
    await gone.server.close()
    const failure = async ({ models: own }: typeof key) => own.ask({ ...call(), ...PLAN }).catch((error) => error)
    expect(await failure(key)).toMatchObject({ reason: 'key' })
    expect(await failure(model)).toMatchObject({ reason: 'model' })
    const lost = await failure(gone)
    expect(lost).toMatchObject({ reason: 'unreachable', message: 'cannot be reached (ECONNREFUSED)' })
    expect(JSON.stringify(lost) + lost.stack).not.toContain('secret-key')
    expect(key.server.calls).toHaveLength(0)
  })

  test('a text that breaks off is told after what came of it', async () => {
    const { models: own } = await models(kind, { fault: () => 'truncated' })
    let text = ''
    const reading = (async () => {
      for await (const piece of own.write(evidence)) text += piece
    })()
    await expect(reading).rejects.toMatchObject({ reason: 'cut' })
    expect(text).toContain('The bridge')
  })

  test('leaving a text ends the call, and so does the caller’s abort', async () => {
    const { models: own, server } = await models(kind, { fault: () => 'huge' })
    for await (const _piece of own.write(evidence)) break
    await expect.poll(() => server.abandoned).toBe(1)
    const controller = new AbortController()
    const reading = textOf(own.write({ ...evidence, signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(reading).rejects.toThrow('enough')
    await expect.poll(() => server.abandoned).toBe(2)
  })
})

test.each([
  ['schema', 'json_schema'],
  ['json', 'json_object'],
  ['none', undefined],
] as const)('an endpoint that knows %s is asked in a form that it takes, and remembered', async (structured, form) => {
  const { models: own, server } = await models('openai-compatible', { structured })
  const used: ModelUsage[] = []
  await own.ask({ ...call(used), ...PLAN })
  const requests = server.requests
  await own.ask({ ...call(used), ...PLAN })
  expect(server.requests).toBe(requests + 1)
  expect(server.calls.map(({ body }) => body.response_format?.type)).toEqual([form, form])
  // What was refused took nothing.
  expect(used).toHaveLength(2)
})

const MENDED: Fault[] = ['fenced', 'think', 'bad JSON', 'cut handles', 'invented handles']
test.each(MENDED)('%s in an object costs no further call', async (fault) => {
  const { models: own, server } = await models('openai-compatible', { fault: () => fault, structured: 'schema' })
  await expect(own.ask({ ...call(), ...PLAN })).resolves.toMatchObject({ queries: expect.any(Array) })
  expect(server.calls).toHaveLength(1)
})

test('what is no object at all is asked for once more, saying what was wrong', async () => {
  const { models: own, server } = await models('openai-compatible', { reply: () => 'Let me think about it.' })
  await expect(own.ask({ ...call(), ...PLAN })).rejects.toMatchObject({ reason: 'format' })
  expect(server.calls).toHaveLength(2)
  expect(server.calls[1]?.given.prompt).toContain('could not be used: it held no JSON object')
})

test('every fault ends, one way or the other', async () => {
  for (const fault of FAULTS) {
    const { models: own } = await models('openai-compatible', { fault: () => fault }, 60)
    const reading = (async () => {
      let size = 0
      for await (const piece of own.write(evidence)) {
        size += piece.length
        if (size > 100_000) break
      }
    })()
    await reading.catch((error) => expect(error).toMatchObject({ name: 'ModelFailure' }))
  }
})
