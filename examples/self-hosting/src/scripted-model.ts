import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A line of the data that the engine gives a model. */
interface Line {
  question?: string
  id?: string
  text?: string
}

interface ChatRequest {
  messages: { role: string; content: string }[]
  stream?: boolean
}

const MODEL = 'scripted'

/** A model server that runs. */
export interface ScriptedModel {
  /** What LLM_BASE_URL takes. */
  readonly url: string
  /** How many calls it has answered. */
  readonly calls: number
  close(): void
}

/**
 * Stands in for Ollama: it speaks the same `/v1/models` and `/v1/chat/completions`. A model would understand the question; this program
 * takes the evidence that the engine gives it, and writes the best of it down with its marks.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  let calls = 0
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return json(response, { object: 'list', data: [{ id: MODEL, object: 'model' }] })
    let body = ''
    for await (const chunk of request) body += String(chunk)
    calls += 1
    const { messages, stream = false } = JSON.parse(body) as ChatRequest
    reply(response, think(messages.at(-1)?.content ?? ''), stream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get calls() {
      return calls
    },
    close: () => server.close().closeAllConnections(),
  }
}

const SENTENCES = 2
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\w{4,}/g))

/**
 * The data of a prompt are lines of JSON. Evidence has marks: of it, the sentences that share most words with the
 * question are the answer. Where there is none, the engine wants something else, such as a plan for the search.
 */
function think(prompt: string): string {
  const lines = prompt.split('\n').filter((line) => line.startsWith('{"'))
  const data = lines.map((line) => JSON.parse(line) as Line)
  const question = data.find((line) => line.question !== undefined)?.question ?? ''
  const shared = (text = '') => wordsOf(text).intersection(wordsOf(question)).size
  const evidence = data.filter(({ id, text }) => id !== undefined && text !== undefined)
  if (evidence.length === 0) return JSON.stringify({ queries: [question], done: true, missing: '' })
  const best = evidence.sort((one, other) => shared(other.text) - shared(one.text)).slice(0, SENTENCES)
  return best.map(({ id, text = '' }) => `${text.replace(/\.$/, '')} [[${id}]].`).join(' ')
}

function reply(response: ServerResponse, content: string, stream: boolean): void {
  const head = { id: 'chatcmpl-1', created: 1, model: MODEL }
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
    json(response, { ...head, object: 'chat.completion', choices })
    return
  }
  response.setHeader('content-type', 'text/event-stream')
  const send = (delta: object, finish_reason: string | null) => {
    const choices = [{ index: 0, delta, finish_reason }]
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices })}\n\n`)
  }
  for (const word of content.split(/(?<= )/)) send({ content: word }, null)
  send({}, 'stop')
  response.end('data: [DONE]\n\n')
}

function json(response: ServerResponse, value: object): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}
