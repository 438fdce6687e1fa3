import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  APIError,
  ConnectionError,
  DeepResearch,
  isKnownEvent,
  type Middleware,
  RateLimitError,
  type ResearchParams,
  StreamError,
  type StreamEvent,
} from '@deep-research/sdk'
import { checkResult, toHtml, toMarkdown, toPlainText } from '@deep-research/sdk/citations'
import { retrievedResearchSchema } from '@deep-research/sdk/contract'
import { toResponse } from '@deep-research/sdk/relay'

const result = {
  answer: 'It <cite id="cite_1">is **so**</cite>.',
  answer_clean: 'It is **so**.',
  citations: [
    {
      id: 'cite_1',
      cited_text: 'is **so**',
      start_offset: 3,
      end_offset: 12,
      verified: true,
      supporting_quote: 'is so',
      source_anchor: { quote: 'is so', source_start_offset: 0, source_end_offset: 5, score: 1 },
      source: { title: 'A source', url: 'https://example.com/', snippet: 'is so', source_type: 'web' },
    },
  ],
  sources_summary: [
    { source: { title: 'A source', url: 'https://example.com/' }, citation_ids: ['cite_1'], citation_count: 1 },
  ],
  usage: {
    iterations: 1,
    tool_calls: 1,
    sources_cited: 1,
    thinking_tokens: 1,
    answer_tokens: 1,
    total_tokens: 2,
    latency_ms: 1,
  },
}
const head = { request_id: 'mine', timestamp: '2026-01-02T03:04:05.678Z' }
const events = [
  { type: 'research.answer.delta', ...head, data: { content: 'It <cite id="ci', sequence: 0 } },
  { type: 'research.answer.delta', ...head, data: { content: 'te_1">is **so**</cite>.', sequence: 1 } },
  { type: 'research.later', ...head, data: null },
  { type: 'research.completed', ...head, data: result },
]
const kept = {
  request_id: 'req_1',
  status: 'completed',
  reasoning_level: 'low',
  credits: 10,
  created_at: head.timestamp,
  ended_at: head.timestamp,
  result,
}

const service = createServer(({ method, headers }, response) => {
  if (method === 'DELETE') return void response.writeHead(204).end()
  if (method === 'GET') {
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(kept))
  }
  if (headers['x-refuse'] !== undefined) {
    response.writeHead(429, { 'retry-after': '99', 'content-type': 'application/json' })
    const error = { type: 'rate_limit_error', code: 'RATE_LIMIT_EXCEEDED', message: 'One at a time.' }
    return void response.end(JSON.stringify({ error }))
  }
  const told = { 'x-request-id': 'req_1', 'x-research-resumable': 'true', 'x-credits-charged': '10' }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...told })
  const after = Number(headers['last-event-id'] ?? 0)
  response.end(
    `${events
      .slice(after)
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join('')}data: [DONE]\n\n`,
  )
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')

const trace: Middleware = (url, init, next) =>
  next(url, { ...init, headers: { ...init.headers, traceparent: '00-1-2-01' } })
const client = new DeepResearch({
  apiKey: async () => 'dr_live_of_a_program',
  baseURL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`,
  headers: new Headers({ 'x-team': 'a' }),
  middleware: [trace],
  logger: { ...console, error: (message, info) => console.log(message, Object.keys(info).join(' ')) },
  logLevel: 'warn',
  hooks: { onEnd: ({ outcome, attempts, creditsCharged }) => console.log(outcome, attempts, creditsCharged) },
})
const params: ResearchParams = { query: 'Is it so?', reasoning_level: 'low', metadata: { page: '1' } }

function show(event: StreamEvent): string {
  if (!isKnownEvent(event)) return `other ${event.type.toUpperCase()}`
  return event.type === 'research.answer.delta' ? `delta ${event.data.sequence}` : event.type
}

const stream = await client.stream(params, { idempotencyKey: 'order-7', signal: AbortSignal.timeout(30_000) })
for await (const { event, text } of stream.withText()) console.log(show(event), JSON.stringify(text))
console.log(stream.id, stream.position, stream.account.creditsCharged, (await stream.result()).usage.total_tokens)

const later = await client.resume(stream.id ?? '', { after: 2 })
for await (const event of later) console.log(show(event))

const { data, requestId, response } = await client.run(params).withResponse()
console.log(requestId, response.status, checkResult(data).length)
console.log(toPlainText(data))
console.log(toHtml(data))
console.log(toMarkdown(data, { footnotes: true }))

const retrieved = retrievedResearchSchema.parse(await client.retrieve('req_1'))
console.log(retrieved.status, retrieved.result?.answer_clean)
await client.cancel('req_1')
await client.cancel({ idempotencyKey: 'order-7' })

try {
  await client.run(params, { headers: { 'x-refuse': 'yes' }, maxRetryAfterMs: 1_000 })
} catch (error) {
  if (RateLimitError.isInstance(error)) {
    const status: 429 = error.status
    console.log(status, error.retryAfterMs, error.creditsCharged, toResponse(error).headers.get('retry-after'))
  } else if (APIError.isInstance(error)) console.log(error.code)
  else if (ConnectionError.isInstance(error)) console.log(error.phase, error.causeCode)
  else if (StreamError.isInstance(error)) console.log(error.partial.answer_clean)
  else throw error
}

service.closeAllConnections()
service.close()
