import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, streamText } from 'ai'
import { OpenAI } from 'openai'
import { describe, expect, it, vi } from 'vitest'
import { blockWith } from '../../../scripts/blocks.ts'
import { createScriptedEngine, RESULT } from './support/scripted-engine.ts'
import { ask, startTestService, type TestServiceOptions } from './support/service.ts'
import { readerOf, readUntil } from './support/stream.ts'

const question = 'How old do corals get?'
const messages = [{ role: 'user' as const, content: question }]
const model = 'deep-research-low'

/** The answer of the scripted engine, as these clients get it. */
const TEXT = `${RESULT.answer_clean}[1]\n\n## Sources\n\n1. Corals <urn:corpus:corals.md>\n`

/** In code points: the coral is one. */
const CITATION = { start_index: 20, end_index: 46, title: 'Corals', url: 'urn:corpus:corals.md' }

/** A key without limits. */
const LIMITS = { name: 'key', expiresAt: undefined, monthlyBudget: undefined }

const USAGE = { completion_tokens: 16, total_tokens: 16, completion_tokens_details: { reasoning_tokens: 4 } }

async function startOpen({ environment, ...options }: TestServiceOptions = {}) {
  const service = await startTestService({ environment: { OPENAI_CLIENTS: 'on', ...environment }, ...options })
  const baseURL = `${service.url}/openai/v1`
  return {
    ...service,
    baseURL,
    client: (apiKey: string) => new OpenAI({ baseURL, apiKey, maxRetries: 0 }),
    /** A request as a program without an SDK sends it. */
    send: (path: string, key: string, body: unknown, init: RequestInit = {}) =>
      fetch(`${baseURL}/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        ...init,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          ...(init.headers as Record<string, string>),
        },
      }),
  }
}

/** An engine that thinks once, then answers. */
const thoughtful = () =>
  createScriptedEngine((run) => {
    run.tell({ type: 'thinking', content: 'Searching for corals.' })
    run.complete()
  })

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

describe("OpenAI's SDK", () => {
  it('lists the levels as models', async () => {
    const service = await startOpen()
    const { key } = await service.join()
    const client = service.client(key)
    const { data } = await client.models.list()
    expect(data.map(({ id }) => id)).toEqual(['deep-research-low', 'deep-research-medium', 'deep-research-high'])
    expect(await client.models.retrieve(model)).toMatchObject({ id: model, object: 'model' })
    await expect(client.models.retrieve('gpt-4o')).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  })

  it('gets a chat completion', async () => {
    const service = await startOpen({ engine: thoughtful() })
    const { key, account } = await service.join()
    const { data, response } = await service
      .client(key)
      .chat.completions.create({ model, messages, metadata: { team: 'reef' } })
      .withResponse()
    expect(data).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: {
            role: 'assistant',
            content: TEXT,
            annotations: [{ type: 'url_citation', url_citation: CITATION }],
            reasoning_content: 'Searching for corals.\n',
          },
        },
      ],
      usage: USAGE,
    })
    const id = response.headers.get('x-request-id')
    expect(data.id).toBe(id)
    expect(response.headers.get('x-credits-charged')).toBe('10')
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
    const kept = await fetch(`${service.url}/v1/research/${id}`, { headers: { 'x-api-key': key } })
    expect(await kept.json()).toMatchObject({ status: 'completed', result: { metadata: { team: 'reef' } } })
  })

  it('streams a chat completion', async () => {
    const service = await startOpen({ engine: thoughtful() })
    const { key } = await service.join()
    const request = { model, messages, stream: true, stream_options: { include_usage: true } } as const
    const stream = await service.client(key).chat.completions.create(request)
    const chunks = await all(stream)
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta as Record<string, unknown>))
    expect(deltas[0]).toEqual({ role: 'assistant', content: '' })
    expect(deltas[1]).toEqual({ reasoning_content: 'Searching for corals.\n' })
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe(TEXT)
    expect(deltas.flatMap(({ annotations }) => annotations ?? [])).toEqual([
      { type: 'url_citation', url_citation: CITATION },
    ])
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: USAGE })
  })

  it('gets a response', async () => {
    const service = await startOpen({ engine: thoughtful() })
    const { key } = await service.join()
    const response = await service
      .client(key)
      .responses.create({ model, input: question, reasoning: { summary: 'auto' } })
    expect(response.output_text).toBe(TEXT)
    expect(response).toMatchObject({
      status: 'completed',
      usage: { output_tokens: 16, total_tokens: 16 },
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Searching for corals.\n' }] },
        { type: 'message', content: [{ annotations: [{ type: 'url_citation', ...CITATION }] }] },
      ],
    })
  })

  it.each([
    ['a summary', { summary: 'auto' as const }, ['reasoning', 'message']],
    ['no summary', null, ['message']],
  ])('streams a response with %s', async (_, reasoning, items) => {
    const service = await startOpen({ engine: thoughtful() })
    const { key } = await service.join()
    const stream = service
      .client(key)
      .responses.stream({ model, input: [{ role: 'user', content: question }], reasoning })
    const events = await all(stream)
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
    expect(events.some(({ type }) => type === 'response.reasoning_summary_text.delta')).toBe(reasoning !== null)
    expect(events.filter(({ type }) => type === 'response.output_text.annotation.added')).toMatchObject([
      { annotation_index: 0, annotation: { type: 'url_citation', ...CITATION } },
    ])
    const final = await stream.finalResponse()
    expect(final.output.map(({ type }) => type)).toEqual(items)
    expect(final.output_text).toBe(TEXT)
  })

  it('is told of errors with the status, the code and the parameter', async () => {
    const service = await startOpen()
    const { key, keyId } = await service.join()
    const create = (apiKey: string, more: object = {}) =>
      service.client(apiKey).chat.completions.create({ model, messages, ...more })
    await expect(create('dr_live_wrong')).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
    await expect(create(key, { model: 'gpt-4o' })).rejects.toMatchObject({ status: 404, param: 'model' })
    await expect(create(key, { n: 2 })).rejects.toMatchObject({ status: 400, param: 'n' })
    const waiting = service.send('chat/completions', key, { model, messages, stream: true })
    const run = await service.engine.nextRun()
    const full = await create(key).catch((error) => error)
    expect(full).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'rate_limit_error' })
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    run.complete()
    await (await waiting).text()
    await service.manage.changeKey(keyId, { ...LIMITS, monthlyBudget: 15 })
    await expect(create(key)).rejects.toMatchObject({ status: 402, code: 'insufficient_quota' })
  })

  it('is told that research failed, and does not begin it again by itself', async () => {
    const engine = createScriptedEngine()
    const failNext = async () => {
      const run = await engine.nextRun()
      run.tell({ type: 'thinking', content: 'Searching for corals.' })
      await vi.waitUntil(() => run.untold() === 0)
      run.fail(new Error('lost'))
    }
    const service = await startOpen({ engine })
    const { key, account } = await service.join()
    const client = new OpenAI({ baseURL: service.baseURL, apiKey: key, maxRetries: 2 })
    const whole = client.chat.completions.create({ model, messages }).catch((error) => error)
    await failNext()
    expect(await whole).toMatchObject({ status: 500, code: 'research_failed' })
    expect(engine.started).toBe(1)
    const stream = await client.chat.completions.create({ model, messages, stream: true })
    await failNext()
    await expect(all(stream)).rejects.toMatchObject({ code: 'research_failed' })
    const response = await client.responses.create({ model, input: question, stream: true })
    await failNext()
    const events = await all(response)
    expect(events.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'failed' } })
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 })
  })
})

describe("the AI SDK's provider for compatible services", () => {
  it('generates and streams', async () => {
    const service = await startOpen({ engine: thoughtful() })
    const { key } = await service.join()
    const provider = createOpenAICompatible({ name: 'deep-research', apiKey: key, baseURL: service.baseURL })
    const { text, reasoningText } = await generateText({ model: provider(model), prompt: question })
    expect([text, reasoningText]).toEqual([TEXT, 'Searching for corals.\n'])
    const streamed = streamText({ model: provider(model), prompt: question })
    expect((await all(streamed.textStream)).join('')).toBe(TEXT)
    expect(await streamed.finishReason).toBe('stop')
  })
})

describe('chat programs', () => {
  // As in the routers of Open WebUI: https://docs.openwebui.com/getting-started/quick-start/starting-with-openai-compatible
  it('Open WebUI gets its answer, and a title is refused at no cost', async () => {
    const service = await startOpen({ engine: thoughtful() })
    const { key, account } = await service.join()
    const history = [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'How can I help?' },
      { role: 'user', content: question },
    ]
    const chat = { model, messages: history, stream: true, stream_options: { include_usage: true } }
    const text = await (await service.send('chat/completions', key, chat)).text()
    expect(text).toMatch(/^(data: [^\n]+\n\n)+data: \[DONE\]\n\n$/)
    const title = { model, messages, stream: false, max_completion_tokens: 1_000 }
    const refused = await service.send('chat/completions', key, title)
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: 'max_completion_tokens' } }])
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
  })

  // As its client sends it for a custom endpoint: https://www.librechat.ai/docs/quick_start/custom_endpoints
  it('LibreChat gets its answer', async () => {
    const service = await startOpen()
    const { key } = await service.join()
    const chat = {
      model,
      user: '66f0a1b2c3d4e5f60718293a',
      temperature: 1,
      top_p: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      n: 1,
      stream: true,
      messages: [{ role: 'user', content: [{ type: 'text', text: question }] }],
    }
    const answered = service.send('chat/completions', key, chat)
    const run = await service.engine.nextRun()
    expect(run.task.query).toBe(question)
    run.complete()
    expect(await (await answered).text()).toContain('data: [DONE]')
  })
})

describe('the way in', () => {
  it('is closed unless it was opened', async () => {
    const service = await startTestService()
    const { key } = await service.join()
    const get = (path: string) => fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } })
    expect((await get('/openai/v1/models')).status).toBe(404)
    const open = await startOpen()
    const known = await open.join()
    const other = await open.send('embeddings', known.key, {})
    expect([other.status, await other.json()]).toMatchObject([404, { error: { code: 'not_found', param: null } }])
  })

  it('is the same as for the other endpoint: slots, keys, idempotency', async () => {
    const service = await startOpen()
    const { key, keyId, account } = await service.join()
    const named = { headers: { 'idempotency-key': 'one' } }
    const first = service.send('chat/completions', key, { model, messages }, named)
    const run = await service.engine.nextRun()
    expect((await service.post(key, ask())).status).toBe(429)
    const second = service.send('chat/completions', key, { model, messages, stream: true }, named)
    run.complete()
    const { id } = (await (await first).json()) as { id: string }
    expect(await (await second).text()).toContain(id)
    expect(service.engine.started).toBe(1)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
    await service.manage.changeKey(keyId, { ...LIMITS, scopes: ['read'] })
    const refused = await service.send('responses', key, { model, input: question })
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { error: { message: expect.stringContaining('scope "ask"') } },
    ])
  })

  it.each([true, false])('ends research whose client has left (stream: %s), unless it is detached', async (stream) => {
    const service = await startOpen({ environment: { DISCONNECT_GRACE_MS: '0' } })
    const { key } = await service.join('scale')
    const leave = async (headers: Record<string, string>) => {
      const control = new AbortController()
      const body = { model, messages, stream }
      const answered = service.send('chat/completions', key, body, { signal: control.signal, headers })
      answered.catch(() => {})
      const run = await service.engine.nextRun()
      run.tell({ type: 'thinking', content: 'begun' })
      if (stream) await readUntil(readerOf(await answered), 'begun')
      control.abort()
      return run
    }
    const left = await leave({})
    await left.left
    expect(left.signal.aborted).toBe(true)
    const detached = await leave({ 'x-research-detached': 'true' })
    detached.complete()
    await detached.left
    expect(detached.signal.aborted).toBe(false)
  })

  it.each<[string, object, string]>([
    ['chat/completions', { tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools'],
    ['chat/completions', { response_format: { type: 'json_schema', json_schema: {} } }, 'response_format.type'],
    ['chat/completions', { max_tokens: 100 }, 'max_tokens'],
    ['chat/completions', { logprobs: true }, 'logprobs'],
    ['chat/completions', { modalities: ['text', 'audio'] }, 'modalities'],
    ['chat/completions', { reasoning_effort: 'high' }, 'reasoning_effort'],
    ['chat/completions', { stream: 'yes' }, 'stream'],
    ['chat/completions', { messages: 'Hello' }, 'messages'],
    ['chat/completions', { messages: [{ role: 'system', content: 'Hello' }] }, 'messages'],
    ['chat/completions', { messages: [{ role: 'user', content: 'a'.repeat(10_001) }] }, 'messages'],
    ['chat/completions', { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, 'messages[0].content[0]'],
    ['chat/completions', { metadata: { team: 1 } }, 'metadata'],
    ['responses', { background: true }, 'background'],
    ['responses', { previous_response_id: 'resp_1' }, 'previous_response_id'],
    ['responses', { text: { format: { type: 'json_schema' } } }, 'text.format.type'],
    ['responses', { max_output_tokens: 100 }, 'max_output_tokens'],
    ['responses', { reasoning: { effort: 'high' } }, 'reasoning.effort'],
    ['responses', { input: undefined }, 'input'],
  ])('refuses in %s what would change the answer (case %#)', async (path, more, param) => {
    const service = await startOpen()
    const { key } = await service.join()
    const own = path === 'responses' ? { model, input: question } : { model, messages }
    const refused = await service.send(path, key, { ...own, ...more })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { type: 'invalid_request_error', param } },
    ])
    expect(service.engine.started).toBe(0)
  })

  it('ignores what changes nothing', async () => {
    const service = await startOpen({ engine: thoughtful() })
    const { key } = await service.join()
    const harmless = { temperature: 0, seed: 1, tools: [], stop: null, reasoning_effort: 'low', store: false, x: 1 }
    expect((await service.send('chat/completions', key, { model, messages, ...harmless })).status).toBe(200)
  })
})

it('is asked as its page says', async () => {
  const service = await startOpen({ engine: thoughtful() })
  const { key } = await service.join()
  const code = blockWith('docs/openai.md', 'js', 'new OpenAI')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, DEEP_RESEARCH_BASE_URL: service.url, DEEP_RESEARCH_API_KEY: key },
  })
  expect(stdout).toBe(`${TEXT}\n`)
})

it.each(['GET', 'POST'])('where clients of OpenAI are not let in, %s says who lets them in', async (method) => {
  const { url } = await startTestService()
  for (const path of ['/openai/v1/models', '/openai/v1/chat/completions']) {
    const response = await fetch(url + path, { method })
    expect(response.status).toBe(404)
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining('OPENAI_CLIENTS=on') })
  }
})
