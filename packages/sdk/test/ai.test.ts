import { runInNewContext } from 'node:vm'
import {
  answer,
  buildResult,
  defineScenario,
  failed,
  resumable,
  slow,
  stalled,
  testApiKey,
  torn,
} from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { createUIMessageStreamResponse, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type ResearchDataParts, type ResearchMessageChunk, toUIMessageStream } from '../src/ai/index.ts'
import { DeepResearch, type ResearchStream } from '../src/index.ts'

type Message = UIMessage<unknown, ResearchDataParts>

let mock: MockServer
let client: DeepResearch
beforeAll(async () => {
  mock = await startMockServer()
  client = new DeepResearch({ apiKey: testApiKey(), baseURL: mock.url, maxRetries: 0 })
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

const ask = (options = {}, signal?: AbortSignal): Promise<ResearchStream> =>
  client.stream({ query: 'Why?', options }, signal && { signal })

async function chunksOf(stream: ReadableStream<ResearchMessageChunk>): Promise<ResearchMessageChunk[]> {
  const chunks: ResearchMessageChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

/** A call begins, and a thought with it. */
const CALL = [
  { type: 'research.tool_call.started', data: { tool_call_id: 'c', name: 'search', arguments: {}, iteration: 1 } },
  { type: 'research.thinking.delta', data: { content: 'Hm.', sequence: 0 } },
  { type: 'research.completed', data: {} },
] as const

/** Chunks that were made before, as a stream. */
const streamOf = (chunks: readonly ResearchMessageChunk[]) =>
  new ReadableStream<ResearchMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

/** The message of a research that breaks; reading it throws the error that its stream tells. */
async function messageOfBroken(research: ResearchStream): Promise<Message> {
  const chunks = await chunksOf(toUIMessageStream(research))
  return messageOf(streamOf(chunks.filter(({ type }) => type !== 'error')))
}

/** The message that the AI SDK itself makes of a stream. */
async function messageOf(stream: ReadableStream<ResearchMessageChunk>): Promise<Message> {
  let last: Message | undefined
  const typed: ReadableStream<UIMessageChunk<unknown, ResearchDataParts>> = stream
  for await (const message of readUIMessageStream<Message>({ stream: typed })) last = message
  if (last === undefined) throw new Error('No message came.')
  return last
}

const partsOf = <Type extends Message['parts'][number]['type']>({ parts }: Message, type: Type) =>
  parts.filter((part): part is Extract<Message['parts'][number], { type: Type }> => part.type === type)

describe('a research as a message of the AI SDK', () => {
  it('has the clean answer as one text, each source as a part, and the result as data', async () => {
    const research = await ask()
    const message = await messageOf(toUIMessageStream(research, { messageId: 'm1' }))
    const result = await research.result()
    expect(message.id).toBe('m1')
    expect(partsOf(message, 'text')).toMatchObject([{ text: result.answer_clean, state: 'done' }])
    expect(partsOf(message, 'source-url').map(({ url, title }) => [url, title])).toEqual(
      result.sources_summary.map(({ source }) => [source.url, source.title]),
    )
    expect(partsOf(message, 'source-url')[0]?.providerMetadata?.['deep-research']).toMatchObject({
      citation_ids: result.sources_summary[0]?.citation_ids,
    })
    expect(partsOf(message, 'data-research').map(({ data }) => data)).toEqual([result])
  })

  it('has thinking as reasoning and tool calls as dynamic tools, in the order in which they came', async () => {
    const message = await messageOf(toUIMessageStream(await ask({ include_thinking: true, include_tool_calls: true })))
    const kinds = message.parts.map(({ type }) => type)
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
      'step-start',
      'reasoning',
      'dynamic-tool',
      'reasoning',
      'dynamic-tool',
      'text',
      'source-url',
      'data-research',
    ])
    expect(partsOf(message, 'dynamic-tool')).toMatchObject([
      { toolName: 'search', state: 'output-available', output: { hits: 2 } },
      { toolName: 'read', state: 'output-error', errorText: 'the page is gone' },
    ])
    expect(partsOf(message, 'reasoning').every(({ state }) => state === 'done')).toBe(true)
  })

  it('ends the reasoning before the text begins', async () => {
    const chunks = await chunksOf(toUIMessageStream(await ask({ include_thinking: true })))
    const types = chunks.map(({ type }) => type).filter((type) => type !== 'text-delta' && type !== 'reasoning-delta')
    expect(types.slice(2, 6)).toEqual(['reasoning-start', 'reasoning-end', 'text-start', 'text-end'])
  })

  it('marks citations where asked, and a source that has no page is a document', async () => {
    const sources = {
      a: { title: 'A', url: 'https://example.org/a' },
      b: { title: 'B', url: 'urn:corpus:b' },
    }
    mock.use(answer({ answer: '<cite source="a">One</cite>, <cite source="b">two</cite>.', sources, deltaLength: 3 }))
    const citationMarker = (id: string, number: number) => ` [${number}:${id}]`
    const message = await messageOf(toUIMessageStream(await ask(), { citationMarker }))
    expect(partsOf(message, 'text')[0]?.text).toBe('One [1:cite_1], two [2:cite_2].')
    expect(partsOf(message, 'source-document')).toMatchObject([
      { title: 'B', providerMetadata: { 'deep-research': { url: 'urn:corpus:b' } } },
    ])
  })

  it('arrives as it is made, and over HTTP', async () => {
    mock.use(stalled({ after: 2 }))
    const stream: ReadableStream<ResearchMessageChunk> = toUIMessageStream(await ask())
    const reader = stream.getReader()
    const types: string[] = []
    while (!types.includes('text-delta')) types.push((await reader.read()).value?.type ?? 'over')
    expect(types).toEqual(['start', 'start-step', 'text-start', 'text-delta'])
    await reader.cancel()
    await expect.poll(() => mock.requests[0]?.outcome).toBe('left')
    mock.use(slow({ everyMs: 1 }))
    const response = createUIMessageStreamResponse({ stream: toUIMessageStream(await ask()) })
    expect(await response.text()).toMatch(/^data: \{"type":"start"\}[\s\S]*data: \[DONE\]\n\n$/)
  })
})

describe('two researches in one message', () => {
  /** The message of chunks that were made before. */
  const messageFrom = (chunks: readonly ResearchMessageChunk[]) => messageOf(streamOf(chunks))
  const both = { include_thinking: true, include_tool_calls: true }

  it('one after the other: each has parts of its own', async () => {
    mock.next(answer({ answer: 'One.' }), answer({ answer: 'Two.' }))
    const first = await chunksOf(toUIMessageStream(await ask(), { sendFinish: false }))
    const second = await chunksOf(toUIMessageStream(await ask(), { sendStart: false }))
    expect(first.map(({ type }) => type)).not.toContain('finish')
    expect(second.map(({ type }) => type)).not.toContain('start')
    const message = await messageFrom([...first, ...second])
    expect(partsOf(message, 'text').map(({ text }) => text)).toEqual(['One.', 'Two.'])
    expect(partsOf(message, 'data-research').map(({ data }) => data.answer)).toEqual(['One.', 'Two.'])
  })

  it('at once: no word of one is in the other, and no id is there twice', async () => {
    const one = await chunksOf(toUIMessageStream(await ask(both), { sendStart: false, sendFinish: false }))
    const two = await chunksOf(toUIMessageStream(await ask(both), { sendStart: false, sendFinish: false }))
    const mixed = one.flatMap((chunk, index) => [chunk, two[index]].filter((each) => each !== undefined))
    const begun = mixed.flatMap((chunk) => {
      if (chunk.type === 'tool-input-available') return [chunk.toolCallId]
      if (chunk.type === 'source-url') return [chunk.sourceId]
      return chunk.type === 'text-start' || chunk.type === 'reasoning-start' ? [chunk.id] : []
    })
    expect(new Set(begun).size).toBe(begun.length)
    const message = await messageFrom([{ type: 'start' }, ...mixed, { type: 'finish', finishReason: 'stop' }])
    const [text, other] = partsOf(message, 'text')
    expect(text?.text).toBe(other?.text)
    expect(partsOf(message, 'data-research')).toHaveLength(2)
  })

  it('ids begin with the id of the research, or with what generateId makes', async () => {
    const research = await ask()
    const idsOf = (chunks: ResearchMessageChunk[]) => chunks.flatMap((chunk) => ('id' in chunk ? [chunk.id] : []))
    const ids = idsOf(await chunksOf(toUIMessageStream(research)))
    expect(ids.every((id) => research.id !== undefined && id.startsWith(research.id))).toBe(true)
    const own = idsOf(await chunksOf(toUIMessageStream(await ask(), { generateId: () => 'mine' })))
    expect(own.every((id) => id.startsWith('mine_'))).toBe(true)
  })
})

it('reasoning and sources stay out where they are not wanted', async () => {
  const options = { sendReasoning: false, sendSources: false }
  const message = await messageOf(toUIMessageStream(await ask({ include_thinking: true }), options))
  expect(message.parts.map(({ type }) => type)).toEqual(['step-start', 'text', 'data-research'])
})

it('a research of which only the result is kept has its answer', async () => {
  mock.use(
    defineScenario({ name: 'kept', events: [{ type: 'research.completed', data: buildResult({ answer: 'Late.' }) }] }),
  )
  const message = await messageOf(toUIMessageStream(await ask()))
  expect(partsOf(message, 'text')).toMatchObject([{ text: 'Late.', state: 'done' }])
})

it('fields that the specification leaves open and that are not as expected are left out', async () => {
  const open = [
    { type: 'research.thinking.delta', data: { text: 'Hm.' } },
    { type: 'research.tool_call.started', data: { id: 'a' } },
    { type: 'research.tool_call.completed', data: { id: 'a', output: 1 } },
    { type: 'research.tool_call.started', data: { tool_call_id: 'b', name: 'search' } },
    { type: 'research.tool_call.completed', data: { tool_call_id: 'b', status: 'error' } },
    { type: 'research.completed', data: buildResult({ answer: 'So.' }) },
  ]
  mock.use(defineScenario({ name: 'other', events: open }))
  const chunks = await chunksOf(toUIMessageStream(await ask()))
  expect(JSON.stringify(chunks)).not.toContain('undefined')
  const message = await messageOf(streamOf(chunks))
  expect(message.parts.map(({ type }) => type)).toEqual(['step-start', 'dynamic-tool', 'text', 'data-research'])
  expect(partsOf(message, 'dynamic-tool')).toMatchObject([{ state: 'output-error', errorText: 'The call failed.' }])
})

it('leaving takes effect at once, while the service is silent', async () => {
  mock.use(resumable({ of: stalled({ after: 1 }), tornAfter: [] }))
  const reader = toUIMessageStream(await ask()).getReader()
  while ((await reader.read()).value?.type !== 'text-delta');
  // A platform has a read pending when its page leaves.
  const pending = reader.read()
  await new Promise((resolve) => setImmediate(resolve))
  void reader.cancel()
  await expect.poll(() => mock.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  expect(await pending).toEqual({ done: true, value: undefined })
})

describe('a research that does not end well', () => {
  it.each([
    ['torn', torn({ after: 6 })],
    ['failed', failed({ after: 6 })],
  ])('%s: nothing stays open', async (_, scenario) => {
    mock.use(scenario)
    const message = await messageOfBroken(await ask())
    expect(partsOf(message, 'text')).toMatchObject([{ state: 'done' }])
  })

  it('a tool call that got no result is an error, not a spinner', async () => {
    mock.use(torn({ after: 2, of: defineScenario({ name: 'call', events: CALL }) }))
    const message = await messageOfBroken(await ask())
    expect(partsOf(message, 'dynamic-tool')).toMatchObject([{ state: 'output-error' }])
    expect(partsOf(message, 'reasoning')).toMatchObject([{ state: 'done' }])
  })

  it('an abort of another realm is an abort', async () => {
    const events = (async function* () {
      yield* []
      throw runInNewContext('Object.assign(new Error("gone"), { name: "AbortError" })')
    })()
    expect((await chunksOf(toUIMessageStream(events))).at(-1)).toEqual({ type: 'abort' })
  })

  it.each([
    ['a failure', failed({ after: 2, message: 'No sources.' }), /No sources/],
    ['a lost connection', torn({ after: 2 }), /./],
  ])('%s is an error chunk, never a throw', async (_, scenario, text) => {
    mock.use(scenario)
    const chunks = await chunksOf(toUIMessageStream(await ask()))
    expect(chunks.slice(-2)).toEqual([
      { type: 'error', errorText: expect.stringMatching(text) },
      { type: 'finish', finishReason: 'error' },
    ])
  })

  it('onError says what the user sees', async () => {
    mock.use(failed())
    const chunks = await chunksOf(toUIMessageStream(await ask(), { onError: () => 'Sorry.' }))
    expect(chunks).toContainEqual({ type: 'error', errorText: 'Sorry.' })
  })

  it("the caller's abort is an abort", async () => {
    mock.use(resumable({ of: stalled({ after: 1 }), tornAfter: [] }))
    const research = await ask()
    const chunks = chunksOf(toUIMessageStream(research))
    queueMicrotask(() => research.abort())
    expect((await chunks).at(-1)).toEqual({ type: 'abort' })
  })
})

it('every chunk is one of the AI SDK', () => {
  expectTypeOf<ResearchMessageChunk>().toExtend<UIMessageChunk<unknown, ResearchDataParts>>()
})
