import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Fault, type Given, readPrompt, seeded, spoil, type Task, taskOf, think } from './scripted-mind.ts'

export interface ScriptedModelOptions {
  /** The only key that is taken. Default: any. */
  key?: string
  /** The only model that is there. Default: any. */
  model?: string
  /** What goes wrong with a call; 0 is the first. Default: nothing. */
  fault?: (call: number, task: Task) => Fault | undefined
  /** The reply, where it is not the program's own. */
  reply?: (given: Given, call: number) => string | undefined
  seed?: number
  /** Whether the endpoint knows `response_format`. Default: it does. */
  structured?: 'schema' | 'json' | 'none'
  /** Whether it tells what a call took. Default: it does. */
  tellsUsage?: boolean
  port?: number
  /** Milliseconds between two pieces of a text. Default: none. */
  pace?: number
  /** Milliseconds before each reply. Default: none. */
  pause?: () => number
  /** What a reply waits for. Default: nothing. */
  hold?: (task: Task, given: Given) => Promise<void> | undefined
  /** Told of every call that begins, with 1, and that ends, with -1. */
  onOpen?: (task: Task, change: 1 | -1) => void
}

export interface ScriptedModel {
  /** With its version: what LLM_BASE_URL takes. */
  url: string
  calls: { task: Task; fault: Fault | undefined; given: Given; headers: IncomingMessage['headers']; body: Body }[]
  /** Requests so far, also those that were refused. */
  readonly requests: number
  /** Requests whose client left before the end. */
  readonly abandoned: number
  close(): Promise<void>
}

interface Message {
  role: string
  content: string | { type: string; text?: string }[]
}

interface Body {
  model: string
  stream?: boolean
  system?: string | { text: string }[]
  messages: Message[]
  response_format?: { type: string }
  tools?: { name: string }[]
  max_tokens?: number
}

const HUGE = 4_000_000

/** A model server on loopback that speaks chat completions and Anthropic's messages, plain and streamed. */
export async function startScriptedModel(options: ScriptedModelOptions = {}): Promise<ScriptedModel> {
  const random = seeded(options.seed ?? 1)
  const calls: ScriptedModel['calls'] = []
  let abandoned = 0
  let requests = 0
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) abandoned += 1
    })
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const anthropic = request.url?.endsWith('/messages') ?? false
    const given = request.headers['x-api-key'] ?? request.headers.authorization?.replace(/^Bearer /, '')
    if (options.key !== undefined && given !== options.key) {
      return refuse(response, 401, {
        message: 'Incorrect API key provided.',
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      })
    }
    if (request.url?.endsWith('/models'))
      return json(response, 200, { object: 'list', data: [{ id: options.model ?? 'scripted' }] })
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text) as Body
    requests += 1
    if (options.model !== undefined && body.model !== options.model) {
      return refuse(response, 404, {
        message: `The model \`${body.model}\` does not exist`,
        type: 'invalid_request_error',
        code: 'model_not_found',
      })
    }
    const wanted = body.response_format?.type
    if ((options.structured === 'none' && wanted) || (options.structured === 'json' && wanted === 'json_schema')) {
      return refuse(response, 400, {
        message: `response_format ${wanted} is not supported`,
        type: 'invalid_request_error',
      })
    }
    const data = readPrompt(instructionsOf(body), contentOf(body.messages.at(-1)))
    const task = taskOf(data)
    const fault = options.fault?.(calls.length, task)
    const own = options.reply?.(data, calls.length)
    calls.push({ task, fault, given: data, headers: request.headers, body })
    options.onOpen?.(task, 1)
    response.on('close', () => options.onOpen?.(task, -1))
    if (options.pause) await wait(options.pause())
    await options.hold?.(task, data)
    if (fault === 'silence') return
    if (fault === '429')
      return refuse(response, 429, { message: 'Rate limit reached', type: 'rate_limit' }, { 'retry-after': '0' })
    if (fault === '500') return refuse(response, 500, { message: 'The server had an error', type: 'server_error' })
    const reply = spoil(fault, own ?? think(data, random), data)
    const pieces = cut(reply, fault === 'cut handles' ? () => 0 : random)
    const usage = { sent: Math.ceil(text.length / 4), received: Math.ceil(reply.length / 4) }
    const told = options.tellsUsage ?? true
    if (body.stream)
      await stream(response, { anthropic, pieces, usage: told ? usage : undefined, fault, pace: options.pace })
    else if (fault === 'truncated') {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id": "x", "choices": [{"mess')
      response.destroy()
    } else
      json(response, 200, anthropic ? asMessage(body, reply, usage) : asCompletion(reply, told ? usage : undefined))
  }

  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    get requests() {
      return requests
    },
    get abandoned() {
      return abandoned
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

function instructionsOf({ system, messages }: Body): string {
  if (system !== undefined) return typeof system === 'string' ? system : system.map(({ text }) => text).join('\n')
  return contentOf(messages.find(({ role }) => role === 'system' || role === 'developer'))
}

function contentOf(message: Message | undefined): string {
  const content = message?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}

function cut(text: string, random: () => number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * 12)
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function refuse(response: ServerResponse, status: number, error: object, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ type: 'error', error }))
}

interface Count {
  sent: number
  received: number
}

function asCompletion(content: string, usage: Count | undefined) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    ...(usage && { usage: completionUsage(usage) }),
  }
}

const completionUsage = ({ sent, received }: Count) => ({
  prompt_tokens: sent,
  completion_tokens: received,
  total_tokens: sent + received,
})

function asMessage({ tools }: Body, text: string, { sent, received }: Count) {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    input = {}
  }
  const [tool] = tools ?? []
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [tool ? { type: 'tool_use', id: 'toolu_1', name: tool.name, input } : { type: 'text', text }],
    stop_reason: tool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: sent, output_tokens: received },
  }
}

interface Streamed {
  anthropic: boolean
  pieces: readonly string[]
  usage: Count | undefined
  fault: Fault | undefined
  pace: number | undefined
}

async function stream(response: ServerResponse, { anthropic, pieces, usage, fault, pace }: Streamed): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (event: { type?: string } & Record<string, unknown>) =>
    response.write(`${anthropic ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason }],
  })
  const piece = (text: string) =>
    send(
      anthropic
        ? { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }
        : chunk({ content: text }),
    )
  if (anthropic) {
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: usage?.sent ?? 0, output_tokens: 1 },
    }
    send({ type: 'message_start', message })
    send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
  } else send(chunk({ role: 'assistant', content: '' }))
  const until = fault === 'truncated' ? Math.ceil(pieces.length / 2) : pieces.length
  for (const [i, text] of pieces.slice(0, until).entries()) {
    piece(text)
    if (pace !== undefined) await wait(pace)
    else if (i % 50 === 49) await wait(0)
  }
  for (let sent = 0; fault === 'huge' && sent < HUGE && !response.destroyed; ) {
    const number = sent
    const things = Array.from(
      { length: 40 },
      (_, i) => `And another thing, number ${number + i}, has nothing to do with it. `,
    )
    const more = things.join('')
    piece(more)
    sent += more.length
    await wait(0)
  }
  if (fault === 'truncated') {
    // What was written is to arrive before the connection breaks.
    await new Promise((flushed) =>
      response.write(anthropic ? 'event: ping\ndata: {"type": "ping"}\n\n' : ': cut\n\n', flushed),
    )
    await wait(20)
    return void response.destroy()
  }
  if (anthropic) {
    send({ type: 'content_block_stop', index: 0 })
    send({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: usage?.received ?? 0 },
    })
    send({ type: 'message_stop' })
    response.end()
  } else {
    send(chunk({}, 'stop'))
    if (usage) send({ ...chunk({}), choices: [], usage: completionUsage(usage) })
    response.end('data: [DONE]\n\n')
  }
}
