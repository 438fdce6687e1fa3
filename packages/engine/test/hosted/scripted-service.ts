import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostedName } from '#hosted/calls.ts'

/** A source that a scripted report cites. */
export interface ScriptedSource {
  url: string
  title: string
  snippet?: string
}

/** A report as a service writes it: `[n]` behind a claim names the n-th source. */
export interface ScriptedReport {
  text: string
  sources: readonly ScriptedSource[]
}

/** What happens to a request before it is answered as usual. */
export type Mishap = { status: number; headers?: Record<string, string>; body?: unknown } | 'cut' | undefined

export interface ScriptedServiceOptions {
  service: HostedName
  reportOf: (question: string) => ScriptedReport
  /** Default: none. `count`: how many of that kind came, this one included. */
  mishap?: (kind: 'start' | 'stream' | 'state' | 'cancel', count: number) => Mishap
  /** Events of a stream after which the connection is cut, once for each stream. Default: never. */
  cutAfter?: number
  /** Whether research ends by itself. Default: true; else `finish` ends it. */
  finishes?: boolean
  /** How research ends. Default: with a report. */
  fault?: string
  /** Whether the first event of a stream names no research. Default: false. */
  lateId?: boolean
  /** Looks at the state before it is over, where that is asked for again and again. Default: 1. */
  looks?: number
}

interface Research {
  id: string
  question: string
  body: Record<string, unknown>
  cancelled: boolean
  looks: number
  done: boolean
}

const servers: Server[] = []

/** Ends all scripted services. */
export function closeServices(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
}

/**
 * A hosted service on loopback. What it speaks is as the services document it:
 * - OpenAI: https://developers.openai.com/api/docs/guides/background, /guides/deep-research and the types of its SDK.
 * - Perplexity: https://docs.perplexity.ai/docs/agent-api/background-mode, /docs/cookbook/articles/streaming-citations.
 * - Exa: https://exa.ai/docs/integrations/openai-sdk.
 * - Gemini: https://ai.google.dev/gemini-api/docs/deep-research, https://ai.google.dev/api/interactions-api.
 * - Tavily: https://docs.tavily.com/documentation/api-reference/endpoint/research and /research-get.
 */
export async function scriptedHosted(options: ScriptedServiceOptions) {
  const speech = SPEECHES[options.service]
  const researches = new Map<string, Research>()
  const counts = { start: 0, stream: 0, state: 0, cancel: 0 }
  const keys: unknown[] = []
  let waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    keys.push(request.headers.authorization ?? request.headers['x-goog-api-key'])
    const url = new URL(request.url ?? '/', 'http://service')
    const asked = speech.kindOf(request.method ?? '', url)
    if (!asked) return void response.writeHead(404, JSON_TYPE).end('{"error":{"message":"no such endpoint"}}')
    counts[asked.kind] += 1
    const body = await bodyOf(request)
    const mishap = options.mishap?.(asked.kind, counts[asked.kind])
    if (mishap === 'cut') return void response.destroy()
    if (mishap)
      return void reply(response, mishap.status, mishap.body ?? { error: { message: 'not now' } }, mishap.headers)
    const own = asked.kind === 'start' ? begin(body) : researches.get(asked.id ?? '')
    if (!own) return void reply(response, 404, { error: { message: `no research ${asked.id}`, code: 'not_found' } })
    if (asked.kind === 'cancel') {
      own.cancelled = true
      return void reply(response, 200, speech.state(own, stateOf(own), options))
    }
    if (asked.kind === 'state') {
      own.looks += 1
      const status = stateOf(own)
      return void reply(response, speech.statusOf?.(status) ?? 200, speech.state(own, status, options))
    }
    if (asked.kind === 'start' && body['stream'] !== true)
      return void reply(response, options.service === 'tavily' ? 201 : 200, speech.state(own, 'running', options))
    await stream(own, speech.after(url), response)
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  function begin(body: Record<string, unknown>): Research {
    const id = `research_${counts.start}`
    const question = String(body['input'])
    const one = { id, question, body, cancelled: false, looks: 0, done: options.finishes !== false }
    researches.set(id, one)
    return one
  }

  function stateOf(own: Research): Status {
    if (own.cancelled) return 'cancelled'
    if (!own.done || (!speech.events && own.looks <= (options.looks ?? 1))) return 'running'
    return options.fault === undefined ? 'completed' : 'failed'
  }

  async function stream(own: Research, after: string, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let sent = 0
    const send = (event: unknown) => {
      sent += 1
      response.write(`data: ${JSON.stringify(event)}\n\n`)
      if (sent !== options.cutAfter) return true
      // What was written arrives before.
      response.socket?.destroySoon()
      return false
    }
    const isNew = (_: unknown, place: number) => after === '' || place > Number(after)
    const news = (speech.events?.(own, options) ?? []).map((event, place) => ({ ...event, ...speech.numbered(place) }))
    for (const event of news.filter(isNew)) {
      if (!send(event)) return
      // One message a write, as they come.
      await new Promise((resolve) => setImmediate(resolve))
    }
    while (!own.done && !own.cancelled && !response.destroyed) await new Promise<void>((go) => waiting.push(go))
    if (response.destroyed) return
    send({ ...speech.last?.(own, stateOf(own), options), ...speech.numbered(news.length) })
    response.end('data: [DONE]\n\n')
  }

  return {
    counts,
    keys,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get researches() {
      return [...researches.values()]
    },
    /** Lets all research end. */
    finish() {
      options.finishes = true
      for (const one of researches.values()) one.done = true
      for (const go of waiting.splice(0)) go()
      waiting = []
    },
  }
}

type Status = 'running' | 'completed' | 'failed' | 'cancelled'
type Kind = 'start' | 'stream' | 'state' | 'cancel'

interface Speech {
  kindOf(method: string, url: URL): { kind: Kind; id?: string } | undefined
  after(url: URL): string
  numbered(place: number): object
  state(own: Research, status: Status, options: ScriptedServiceOptions): object
  statusOf?(status: Status): number
  events?(own: Research, options: ScriptedServiceOptions): object[]
  last?(own: Research, status: Status, options: ScriptedServiceOptions): object
}

const JSON_TYPE = { 'content-type': 'application/json' }

function reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? {} : JSON.parse(text)
}

function kindsBelow(start: string, path: string) {
  return (method: string, url: URL): { kind: Kind; id?: string } | undefined => {
    if (method === 'POST' && url.pathname === `/${start}`) return { kind: 'start' }
    const [, id, action] = new RegExp(`^/${path}/([^/]+)(?:/(cancel))?$`).exec(url.pathname) ?? []
    if (id === undefined) return undefined
    if (method === 'POST') return action === 'cancel' ? { kind: 'cancel', id } : undefined
    return { kind: url.searchParams.get('stream') === 'true' ? 'stream' : 'state', id }
  }
}

const THOUGHTS = ['Looking for what is known.', 'Comparing what the sources say.']
const queryOf = ({ question }: Research) => question.slice(0, 60)

/** A response of the Responses form, with the output of a service. */
const response = (own: Research, status: Status, output: object[], { fault }: ScriptedServiceOptions) => ({
  id: own.id,
  object: 'response',
  created_at: 1_790_000_000,
  model: 'scripted',
  background: true,
  status: status === 'running' ? 'in_progress' : status,
  error: status === 'failed' ? { code: 'server_error', message: fault } : null,
  output: status === 'completed' ? output : [],
  usage: {
    input_tokens: 4_000,
    output_tokens: 1_000,
    output_tokens_details: { reasoning_tokens: 700 },
    total_tokens: 5_000,
  },
})

const message = (text: string, annotations: object[]) => ({
  id: 'msg_1',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations }],
})

const MARK = / ?\[(\d+)\]/g

/** OpenAI writes a link in round brackets for each mark, and annotates the place of the link: offsets are characters. */
function asOpenAI({ text, sources }: ScriptedReport) {
  const annotations: object[] = []
  const characters = (part: string) => [...part].length
  let written = ''
  let last = 0
  for (const match of text.matchAll(MARK)) {
    const source = sources[Number(match[1]) - 1]
    written += `${text.slice(last, match.index)} `
    last = match.index + match[0].length
    if (!source) continue
    const link = `([${new URL(source.url).hostname}](${source.url}?utm_source=openai))`
    const start_index = characters(written)
    written += link
    const end_index = start_index + characters(link)
    annotations.push({
      type: 'url_citation',
      start_index,
      end_index,
      title: source.title,
      url: `${source.url}?utm_source=openai`,
    })
  }
  return message(written + text.slice(last), annotations)
}

/** Gemini writes marks of its own, a list of sources, and annotates the sentences: offsets are bytes. */
function asGemini({ text, sources }: ScriptedReport) {
  const annotations: object[] = []
  let written = ''
  let last = 0
  for (const match of text.matchAll(MARK)) {
    const sentence = text.slice(last, match.index)
    const start_index = Buffer.byteLength(written)
    written += sentence
    const source = sources[Number(match[1]) - 1]
    const end_index = Buffer.byteLength(written)
    if (source) annotations.push({ type: 'url_citation', start_index, end_index, title: source.title, url: source.url })
    written += ` [cite: ${match[1]}]`
    last = match.index + match[0].length
  }
  const list = sources.map(({ url, title }, at) => `${at + 1}. [${title}](${url})`).join('\n')
  return { type: 'text', text: `${written}${text.slice(last)}\n\n**Sources:**\n${list}`, annotations }
}

const responsesOf = (
  start: string,
  outputOf: (report: ScriptedReport) => object[],
  eventsOf: ((own: Research) => object[]) | undefined,
): Speech => {
  const state: Speech['state'] = (own, status, options) =>
    response(own, status, outputOf(options.reportOf(own.question)), options)
  return {
    kindOf: kindsBelow(start, 'responses'),
    after: (url) => url.searchParams.get('starting_after') ?? '',
    numbered: (sequence_number) => ({ sequence_number }),
    state,
    ...(eventsOf && {
      events: (own, options) => [
        { type: 'response.created', ...(!options.lateId && { response: state(own, 'running', options) }) },
        { type: 'response.in_progress', response: state(own, 'running', options) },
        ...eventsOf(own),
        { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 2, content_index: 0, delta: 'The' },
      ],
      last: (own, status, options) => ({ type: `response.${status}`, response: state(own, status, options) }),
    }),
  }
}

const SPEECHES: Record<HostedName, Speech> = {
  'openai-responses': responsesOf(
    'responses',
    (report) => [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
      asOpenAI(report),
    ],
    (own) => [
      ...THOUGHTS.map((delta) => ({ type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', delta })),
      {
        type: 'response.output_item.done',
        output_index: 1,
        item: {
          type: 'web_search_call',
          id: 'ws_1',
          status: 'completed',
          action: { type: 'search', query: queryOf(own) },
        },
      },
      {
        type: 'response.output_item.done',
        output_index: 1,
        item: {
          type: 'web_search_call',
          id: 'ws_2',
          action: { type: 'open_page', url: 'https://opened.example/page' },
        },
      },
    ],
  ),
  perplexity: responsesOf(
    'agent',
    ({ text, sources }) => [
      {
        type: 'search_results',
        queries: ['x'],
        results: sources.map(({ url, title, snippet = '' }, at) => ({
          id: at + 1,
          url,
          title,
          snippet,
          source: 'web',
        })),
      },
      message(text, []),
    ],
    (own) => [
      { type: 'response.reasoning.started', thought: THOUGHTS[0] },
      { type: 'response.reasoning.search_queries', queries: [queryOf(own)], thought: THOUGHTS[1] },
      { type: 'response.reasoning.fetch_url_queries', urls: ['https://opened.example/page'] },
    ],
  ),
  exa: responsesOf('responses', (report) => [asOpenAI(report)], undefined),
  gemini: {
    kindOf: kindsBelow('interactions', 'interactions'),
    after: (url) => (url.searchParams.get('last_event_id') ?? '').replace('event_', ''),
    numbered: (place) => ({ event_id: `event_${place}` }),
    state: (own, status, { reportOf, fault }) => ({
      id: own.id,
      object: 'interaction',
      agent: own.body['agent'],
      status: status === 'running' ? 'in_progress' : status,
      ...(status === 'failed' && { errors: [{ code: 'internal', message: fault }] }),
      steps:
        status === 'completed'
          ? [
              { type: 'thought', summary: [{ type: 'text', text: THOUGHTS[0] }] },
              { type: 'model_output', content: [asGemini(reportOf(own.question))] },
            ]
          : [],
      usage: { total_tokens: 5_000, total_thought_tokens: 700 },
    }),
    events: (own) => [
      { event_type: 'interaction.created', interaction: { id: own.id, status: 'in_progress' } },
      { event_type: 'step.start', index: 0, step: { type: 'thought' } },
      ...THOUGHTS.map((text) => ({
        event_type: 'step.delta',
        index: 0,
        delta: { type: 'thought_summary', content: { type: 'text', text } },
      })),
      { event_type: 'step.stop', index: 0 },
      {
        event_type: 'step.delta',
        index: 1,
        delta: { type: 'google_search_call', arguments: { queries: [queryOf(own)] } },
      },
      {
        event_type: 'step.delta',
        index: 2,
        delta: { type: 'url_context_call', arguments: { urls: ['https://opened.example/page'] } },
      },
      { event_type: 'step.delta', index: 3, delta: { type: 'text', text: 'The' } },
    ],
    last: (own, status) =>
      status === 'failed'
        ? { event_type: 'error', error: { code: 'internal', message: 'failed' } }
        : { event_type: 'interaction.completed', interaction: { id: own.id, status } },
  },
  tavily: {
    kindOf: kindsBelow('research', 'research'),
    after: () => '',
    numbered: () => ({}),
    statusOf: (status) => (status === 'running' ? 202 : 200),
    state: (own, status, { reportOf, fault }) => {
      const { text, sources } = reportOf(own.question)
      return {
        request_id: own.id,
        created_at: '2026-11-01T10:30:00Z',
        status: status === 'running' ? 'in_progress' : status,
        ...(status === 'failed' && { error: fault }),
        ...(status === 'completed' && {
          content: `${text}\n\n## Sources\n\n${sources.map(({ url, title }, at) => `[${at + 1}] ${title}: ${url}`).join('\n')}`,
          sources: sources.map(({ url, title }) => ({ url, title, favicon: `${new URL(url).origin}/favicon.ico` })),
        }),
        response_time: 1.23,
      }
    },
  },
}
