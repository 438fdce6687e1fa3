import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { asked } from '#model/asked.ts'
import type { ModelUsage } from '#model/calls.ts'
import { Dialect } from '#model/client/dialect.ts'
import { openModels } from '#model/client/models.ts'
import { dataBlock } from '#model/data-block.ts'
import { NAMED_ENDPOINTS } from './named-endpoints.ts'
import { type Endpoint, startScriptedEndpoint } from './scripted-endpoint.ts'

const PLAN = {
  schema: asked('queries of an endpoint', z.object({ queries: z.array(z.string()) })),
  example: '{"queries": ["a"]}',
}

async function serve(endpoint: Endpoint) {
  const server = await startScriptedEndpoint(endpoint)
  onTestFinished(() => server.close())
  return server
}

function call(used: ModelUsage[]) {
  const { signal } = new AbortController()
  return { signal, instructions: 'You plan.', maxOutputTokens: 2_000, onUsage: (usage: ModelUsage) => used.push(usage) }
}
const QUESTION = dataBlock([{ question: 'Who designed the Harbour Bridge in Sydney?' }])
const EVIDENCE = dataBlock([{ source: 'Bridge' }, { id: 'e4kq', text: 'The bridge opened in 1932.' }])

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

test.each(Object.entries(NAMED_ENDPOINTS))(
  '%s: objects and texts come, and what it wants is learnt once',
  async (_name, { kind, model, effort, path, answers, refused }) => {
    let sent = 0
    const server = await serve((received, given) => {
      sent += 1
      return answers(received, given)
    })
    const baseUrl = path === undefined ? server.url : server.url.replace('/v1', path)
    const own = await openModels({ endpoint: { kind, baseUrl, apiKey: 'sk-test', model, effort }, pauseMs: 1 })
    const used: ModelUsage[] = []
    const plan = await own.ask({ ...call(used), ...PLAN, role: 'fast', prompt: QUESTION })
    expect(plan.queries).toContain('Harbour Bridge')
    const text = await textOf(own.write({ ...call(used), role: 'smart', prompt: EVIDENCE }))
    expect(text).toMatch(/The bridge opened in 1932/)
    expect(text).not.toContain('First I look')
    expect(sent).toBe(2 + refused)
    await own.ask({ ...call(used), ...PLAN, role: 'fast', prompt: QUESTION })
    expect(sent).toBe(3 + refused)
    expect(used.slice(-3).every(({ input, output }) => input === 100 && output === 50)).toBe(true)
  },
)

const ASKED = {
  ...({ kind: 'openai-compatible', model: 'm', instructions: '', prompt: '', tokens: 2_000 } as const),
  ...{ schema: {}, effort: undefined },
}

test('what was learnt is told with what the endpoint said, and forgotten after ten minutes', () => {
  let now = 0
  const dialect = new Dialect('models.example', () => now)
  const said = "Use 'max_completion_tokens' instead."
  expect(dialect.learn({ body: said, said }, ASKED, dialect.quirks)).toBe(true)
  expect(dialect.told).toEqual([`its limit is sent as max_completion_tokens (it said: “${said}”)`])
  now = 599_999
  expect(dialect.quirks).toContain('completion tokens')
  now = 600_000
  expect(dialect.quirks).not.toContain('completion tokens')
  expect(dialect.told).toEqual([])
})

test('a call that was sent before another one learnt something is sent again', () => {
  const dialect = new Dialect('models.example')
  const before = dialect.quirks
  const refusal = { body: 'response_format is not supported', said: '' }
  expect(dialect.learn(refusal, ASKED, before)).toBe(true)
  expect(dialect.learn(refusal, ASKED, before)).toBe(true)
  expect(dialect.quirks).not.toContain('no json')
})

test('a refusal that says nothing lowers nothing for good, unless asking more simply helps', async () => {
  const server = await serve((_, { send }) => send(400, { error: { message: 'Bad request.' } }))
  const own = await openModels({ endpoint: { kind: 'openai-compatible', baseUrl: server.url, model: 'm' }, pauseMs: 1 })
  const plan = () => own.ask({ ...call([]), ...PLAN, role: 'fast', prompt: QUESTION })
  await expect(plan()).rejects.toMatchObject({ reason: 'request', message: 'answered 400: “Bad request.”' })
  await expect(plan()).rejects.toMatchObject({ reason: 'request' })
  const forms = server.received.map(({ body }) => (body['response_format'] as { type: string } | undefined)?.type)
  expect(forms).toEqual(['json_schema', 'json_object', undefined, 'json_schema', 'json_object', undefined])
})

test('no key and no prompt is in what an endpoint said', async () => {
  const said = `Incorrect API key provided: sk-of-the-operator. You sent: ${QUESTION}`
  const server = await serve((_, { send }) => send(400, { error: { message: said } }))
  const endpoint = { kind: 'openai-compatible', baseUrl: server.url, model: 'm', apiKey: 'sk-of-the-operator' } as const
  const own = await openModels({ endpoint, pauseMs: 1 })
  const failing = own.ask({ ...call([]), ...PLAN, role: 'fast', prompt: QUESTION })
  const error = await failing.catch((thrown: Error) => thrown)
  expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toMatch(/sk-of-the-operator|Harbour Bridge/)
})

test('while a model writes, the same endpoint can be asked, also where it takes one call at a time', async () => {
  const server = await serve(({ sound }, { say }) => say(sound))
  const endpoint = { kind: 'openai-compatible', baseUrl: server.url, model: 'm', concurrency: 1 } as const
  const own = await openModels({ endpoint, pauseMs: 1 })
  let text = ''
  for await (const piece of own.write({ ...call([]), role: 'smart', prompt: EVIDENCE })) {
    text += piece
    await own.ask({ ...call([]), ...PLAN, role: 'fast', prompt: QUESTION })
  }
  expect(text).toContain('1932')
  expect(Math.max(...server.under)).toBe(1)
})
