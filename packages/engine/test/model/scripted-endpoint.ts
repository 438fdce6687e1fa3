import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Given, readPrompt, seeded, type Task, taskOf, think } from './scripted-mind.ts'

/** A request to a scripted endpoint. */
export interface Received {
  /** 0 for the first. */
  number: number
  path: string
  query: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  task: Task
  given: Given
  /** What a sound model would say. */
  sound: string
}

/** A chunk of a streamed reply. */
type Event = object & { type?: string }

/** How a reply is told, beside its text. */
export interface Told {
  thought?: string
  /** What the thought is called. */
  field?: 'reasoning_content' | 'reasoning'
  finish?: string
  usage?: boolean
  /** Sent before all else. */
  before?: readonly object[]
  /** How the stream ends. `none`: as if it were whole, without saying so. `drop`: the connection breaks. */
  end?: 'done' | 'none' | 'drop'
  /** Comments before the first piece, `each` milliseconds apart. */
  comments?: number
  /** Milliseconds before the first piece, and between two. */
  first?: number
  each?: number
}

/** What an endpoint does with a request. */
export interface Answers {
  /** Says a text, in the form in which it was asked for. */
  say: (text: string, told?: Told) => Promise<unknown>
  /** Sends JSON, or another text. */
  send: (status: number, body: object | string, headers?: Record<string, string>) => void
  /** Sends events, and nothing else. */
  events: (events: readonly object[]) => void
}

export type Endpoint = (received: Received, answers: Answers) => unknown

export interface ScriptedEndpoint {
  /** With its version. */
  url: string
  received: Received[]
  /** Of each request how many were under way with it. */
  under: number[]
  close: () => Promise<void>
}

/** A server on loopback that speaks chat completions, responses and Anthropic's messages, and does what it is told. */
export async function startScriptedEndpoint(endpoint: Endpoint): Promise<ScriptedEndpoint> {
  const random = seeded(5)
  const received: Received[] = []
  const under: number[] = []
  let open = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { pathname: path, search: query } = new URL(request.url ?? '', 'http://localhost')
    if (path.endsWith('/models')) return respond(response, 200, { object: 'list', data: [] })
    const body = JSON.parse(text) as Received['body']
    const given = givenIn(body)
    const about = {
      path,
      query,
      headers: request.headers,
      body,
      given,
      task: taskOf(given),
      sound: think(given, random),
    }
    received.push({ number: received.length, ...about })
    open += 1
    under.push(open)
    response.on('close', () => (open -= 1))
    await Promise.resolve(endpoint(received.at(-1) as Received, answersOf(response, path, body))).catch(() =>
      response.destroy(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    under,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

function givenIn({ messages, input, system, instructions }: Received['body']): Given {
  const said = (messages as { role: string; content: string }[] | undefined) ?? []
  const last = String(said.at(-1)?.content ?? input ?? '')
  const rules = said.find(({ role }) => role !== 'user')?.content ?? system ?? instructions
  // Instructions in the user's message stand above the data.
  const from = rules === undefined ? Math.max(0, last.indexOf('What follows')) : 0
  return readPrompt(String(rules ?? last.slice(0, from)), last.slice(from))
}

function respond(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
) {
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function answersOf(response: ServerResponse, path: string, body: Received['body']): Answers {
  const wire = path.endsWith('/messages') ? MESSAGES : path.endsWith('/responses') ? RESPONSES : CHAT
  const event = (sent: Event) =>
    response.write(`${sent.type === undefined ? '' : `event: ${sent.type}\n`}data: ${JSON.stringify(sent)}\n\n`)
  const open = () => response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  return {
    send: (status, sent, headers) => respond(response, status, sent, headers),
    events: (sent) => {
      open()
      for (const one of sent) event(one)
      response.end()
    },
    async say(text, told = {}) {
      const { first = 0, each = 0, end = 'done', before = [], comments = 0 } = told
      if (first > 0) await wait(first)
      if (body['stream'] !== true) return respond(response, 200, wire.whole(text, told))
      open()
      for (let sent = 0; sent < comments; sent += 1) {
        response.write(': still reading\n\n')
        await wait(each)
      }
      for (const one of [...before, ...wire.start(told)]) event(one)
      for (const piece of text.match(/[\s\S]{1,24}/g) ?? []) {
        event(wire.piece(piece))
        if (each > 0) await wait(each)
      }
      if (end === 'drop') {
        await wait(20)
        return response.destroy()
      }
      if (end === 'done') for (const one of wire.end(told)) event(one)
      response.end(end === 'done' && wire === CHAT ? 'data: [DONE]\n\n' : '')
    },
  }
}

interface Wire {
  start: (told: Told) => Event[]
  piece: (text: string) => Event
  end: (told: Told) => Event[]
  whole: (text: string, told: Told) => object
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
})
const COUNTS = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }

const CHAT: Wire = {
  start: ({ thought, field = 'reasoning_content' }) => [
    chunk({ role: 'assistant', content: null, tool_calls: null }),
    ...(thought === undefined ? [] : [chunk({ [field]: thought })]),
  ],
  piece: (content) => chunk({ content }),
  end: ({ finish = 'stop', usage = true }) => [
    chunk({}, finish),
    ...(usage ? [{ object: 'chat.completion.chunk', choices: [], usage: COUNTS }] : []),
  ],
  whole: (content, { finish = 'stop' }) => ({
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: COUNTS,
  }),
}

const MESSAGES: Wire = {
  start: ({ thought }) => [
    {
      type: 'message_start',
      message: { role: 'assistant', content: [], usage: { input_tokens: 100, output_tokens: 1 } },
    },
    ...(thought === undefined
      ? []
      : [{ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: thought } }]),
    { type: 'ping' },
  ],
  piece: (text) => ({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text } }),
  end: ({ finish = 'end_turn' }) => [
    { type: 'message_delta', delta: { stop_reason: finish }, usage: { output_tokens: 50 } },
    { type: 'message_stop' },
  ],
  whole: (text, { finish = 'end_turn' }) => ({
    type: 'message',
    content: [{ type: 'text', text }],
    stop_reason: finish,
    usage: { input_tokens: 100, output_tokens: 50 },
  }),
}

const RESPONSES: Wire = {
  start: ({ thought }) => [
    { type: 'response.created', response: { object: 'response', status: 'in_progress' } },
    ...(thought === undefined ? [] : [{ type: 'response.reasoning_summary_text.delta', delta: thought }]),
  ],
  piece: (delta) => ({ type: 'response.output_text.delta', delta }),
  end: () => [
    {
      type: 'response.completed',
      response: { object: 'response', status: 'completed', usage: { input_tokens: 100, output_tokens: 50 } },
    },
  ],
  whole: (text) => ({
    object: 'response',
    status: 'completed',
    output: [
      { type: 'reasoning', summary: [] },
      { type: 'message', content: [{ type: 'output_text', text }] },
    ],
    usage: { input_tokens: 100, output_tokens: 50 },
  }),
}
