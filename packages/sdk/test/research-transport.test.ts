import { answer, httpError, lateHead, resumable, slow, stalled, testApiKey } from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { AbstractChat, type ChatState, type ChatTransport, type UIMessage } from 'ai'
import { afterAll, afterEach, beforeAll, expect, expectTypeOf, it } from 'vitest'
import {
  createResearchTransport,
  type ResearchDataParts,
  type ResearchStorage,
  type ResearchTransport,
  type ResearchTransportOptions,
} from '../src/ai/index.ts'
import { DeepResearch, RateLimitError } from '../src/index.ts'
import { createRelay, type Relay } from '../src/relay/index.ts'

type Message = UIMessage<unknown, ResearchDataParts>

let mock: MockServer
let relay: Relay
beforeAll(async () => {
  mock = await startMockServer()
  relay = createRelay(new DeepResearch({ apiKey: testApiKey(), baseURL: mock.url, maxRetries: 0 }))
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

/** The chat of the AI SDK, without anything that shows it. */
class Chat extends AbstractChat<Message> {
  constructor(transport: ChatTransport<Message>, id = 'chat') {
    const state: ChatState<Message> = {
      status: 'ready',
      error: undefined,
      messages: [],
      pushMessage: (message) => void state.messages.push(message),
      popMessage: () => void state.messages.pop(),
      replaceMessage: (index, message) => void state.messages.splice(index, 1, message),
      snapshot: structuredClone,
    }
    super({ id, transport, state })
  }

  get text(): string | undefined {
    const part = this.lastMessage?.parts.find(({ type }) => type === 'text')
    return part?.type === 'text' && this.lastMessage?.role === 'assistant' ? part.text : undefined
  }
}

type Fetch = NonNullable<ResearchTransportOptions['fetch']>

const toRelay: Fetch = (url, init) => relay(new Request(url, init))

const transportOf = (options: Partial<ResearchTransportOptions> = {}): ResearchTransport =>
  createResearchTransport({ api: 'http://page.test/api/research', fetch: toRelay, ...options })

function createStorage(): ResearchStorage & { readonly size: number } {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    get size() {
      return kept.size
    },
  }
}

/** The body of a response that breaks after so many events. */
function tornAfter(events: number, response: Response): Response {
  let seen = 0
  const broken = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      controller.enqueue(bytes)
      seen += new TextDecoder().decode(bytes).split('data: ').length - 1
      if (seen >= events) controller.error(new TypeError('network error'))
    },
  })
  return new Response(response.body?.pipeThrough(broken), response)
}

const methods = () => mock.requests.map(({ method }) => method)

it('is a transport of the AI SDK', () => {
  expectTypeOf<ResearchTransport>().toExtend<ChatTransport<Message>>()
})

it("researches the user's last message and shows the cited answer", async () => {
  const chat = new Chat(transportOf({ body: { reasoning_level: 'low' }, citationMarker: (_, number) => `[${number}]` }))
  await chat.sendMessage({ text: 'Why?' }, { body: { options: { include_thinking: true } } })
  expect(chat.status).toBe('ready')
  expect(chat.text).toContain('[1]')
  expect(chat.lastMessage?.parts.some(({ type }) => type === 'reasoning')).toBe(true)
  expect(mock.requests[0]?.body).toEqual({ query: 'Why?', reasoning_level: 'low', options: { include_thinking: true } })
})

it('a refusal is the error of the chat, as the client would throw it', async () => {
  mock.use(httpError('RATE_LIMIT_EXCEEDED', { retryAfter: 3600 }))
  const chat = new Chat(transportOf())
  await chat.sendMessage({ text: 'Why?' })
  expect(chat.status).toBe('error')
  expect(RateLimitError.isInstance(chat.error) && chat.error.retryAfterMs).toBe(3_600_000)
})

it('headers are made anew for each request, and those of the message come with them', async () => {
  const seen: (string | null)[] = []
  let tokens = 1
  const fetch: Fetch = (url, init) => {
    const headers = new Headers(init.headers)
    seen.push(`${headers.get('authorization')} ${headers.get('x-own')} ${init.credentials}`)
    return toRelay(url, init)
  }
  const headers = async () => ({ authorization: `t${tokens++}` })
  const chat = new Chat(transportOf({ headers, fetch, credentials: 'include' }))
  await chat.sendMessage({ text: 'Why?' }, { headers: { 'x-own': 'a' } })
  await chat.sendMessage({ text: 'And?' })
  expect(seen).toEqual(['t1 a include', 't2 null include'])
})

it('goes on behind a lost connection and a page of a gateway, no word twice', async () => {
  mock.use(resumable({ of: answer({ everyMs: 2 }), tornAfter: [] }))
  let asked = 0
  const fetch: Fetch = async (url, init) => {
    asked += 1
    if (asked === 2) return new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })
    const response = await toRelay(url, init)
    return asked === 1 ? tornAfter(3, response) : response
  }
  const chat = new Chat(transportOf({ fetch }))
  await chat.sendMessage({ text: 'Why?' })
  expect([chat.status, asked]).toEqual(['ready', 3])
  const result = chat.lastMessage?.parts.find((part) => part.type === 'data-research')
  expect(chat.text).toBe(result?.data.answer_clean)
}, 20_000)

it('stop() cancels the research at the service, at once while it is silent', async () => {
  mock.use(resumable({ of: stalled({ after: 1 }), tornAfter: [] }))
  const chat = new Chat(transportOf())
  const sent = chat.sendMessage({ text: 'Why?' })
  await expect.poll(() => chat.text).toBeTruthy()
  await chat.stop()
  await sent
  expect(chat.status).toBe('ready')
  await expect.poll(methods).toEqual(['POST', 'DELETE'])
})

it('stop() before the head cancels the research when its id is known', async () => {
  mock.use(resumable({ of: lateHead({ of: stalled({ after: 1 }), ms: 50 }), tornAfter: [] }))
  const chat = new Chat(transportOf())
  const sent = chat.sendMessage({ text: 'Why?' })
  await expect.poll(methods).toEqual(['POST'])
  await chat.stop()
  await sent
  await expect.poll(methods).toEqual(['POST', 'DELETE'])
})

it('a reloaded page goes on with the research of its chat, from its beginning, and not with one that ended', async () => {
  mock.use(resumable({ of: slow({ everyMs: 30 }), tornAfter: [] }))
  const storage = createStorage()
  const before = new Chat(transportOf({ storage }), 'c1')
  void before.sendMessage({ text: 'Why?' })
  await expect.poll(() => before.text).toBeTruthy()
  const after = new Chat(transportOf({ storage }), 'c1')
  await after.resumeStream()
  const result = after.lastMessage?.parts.find((part) => part.type === 'data-research')
  expect(after.text).toBe(result?.data.answer_clean)
  expect(storage.size).toBe(0)
  const late = new Chat(transportOf({ storage }), 'c1')
  await late.resumeStream()
  expect([late.status, late.messages]).toEqual(['ready', []])
})

it('a research that the service knows no longer is forgotten', async () => {
  const storage = createStorage()
  storage.setItem('deep-research:c1', 'req_00000000000070008000000000000000')
  const chat = new Chat(transportOf({ storage }), 'c1')
  await chat.resumeStream()
  expect([chat.status, storage.size]).toEqual(['ready', 0])
})
