import { answer, failed, resumable, slow, stalled, testApiKey, torn } from '@deep-research/mock'
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

describe('a research that does not end well', () => {
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
