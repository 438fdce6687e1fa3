import { HEADERS, RESEARCH_PATH, type Tier } from '@deep-research/sdk/contract'
import { type Exchange, readBody, toExchange } from './exchange.ts'
import { offers } from './offers.ts'
import { OutOfTime } from './out-of-time.ts'

/** The service under test and what the suite may use. */
export interface Subject {
  /** The base URL, such as `http://127.0.0.1:8080`. */
  baseURL: string
  /** A valid key. A run costs its account 120 credits, and up to 50 more for each slot if the tier is given. */
  key: string
  /** The question that is sent. Default: one about the boiling point of water. */
  query?: string
  /** A revoked key. Without it, the rule on revoked keys cannot be tested. */
  revokedKey?: string
  /**
   * A key of another account that has no credits. Without it, neither the rules on an empty balance nor those on
   * requests of other accounts can be tested.
   */
  poorKey?: string
  /**
   * The tier of the key's account, with which the suite fills its slots. Without it, the rule on slots cannot be
   * tested.
   */
  tier?: Tier
  /** Sends and judges only what the specification itself describes. Default: false. */
  specOnly?: boolean
  /** Research takes no time, so a body that arrives all at once breaks no rule. Default: false. */
  instant?: boolean
  /** How long one request may take, in milliseconds. Default: 120000. */
  timeoutMs?: number
  /** Default: the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** The time in milliseconds, to measure when the chunks of a body arrive. Default: the machine's. */
  now?: () => number
  /** Waits before a request that got 429 is sent again. Default: a timer. */
  sleep?: (ms: number) => Promise<void>
}

/** The streams that cases examine. Each is requested once, when a case first needs it. */
export type StreamName = 'plain' | 'verbose' | 'thinking' | 'tools' | 'attempt' | 'detached'

/** A request of the suite. Headers that are `undefined` are left out. */
export interface Ask {
  method?: string
  path?: string
  headers?: Record<string, string | undefined>
  body?: string | Uint8Array<ArrayBuffer>
  enough?: (text: string) => boolean
}

/** A request whose stream is kept open without being read. */
export interface Held {
  readonly headers: Headers
  /** Reads what is left of the stream. */
  rest(): Promise<Exchange>
  /** Cancels it by its id and keeps its connection open. */
  cancel(): Promise<void>
  /** Cancels it and closes the connection. */
  leave(): Promise<void>
}

/** Through this, cases send requests to the service. */
export interface Probe {
  readonly subject: Subject
  readonly query: string
  /** The `Idempotency-Key` of the stream `attempt`. */
  readonly attempt: string
  /** A stream of the suite. */
  stream(name: StreamName): Promise<Exchange>
  /** Sends a POST with the valid key; an object is sent as JSON. */
  post(
    body: object | string | Uint8Array<ArrayBuffer>,
    headers?: Ask['headers'],
    enough?: Ask['enough'],
  ): Promise<Exchange>
  /** Sends any request. */
  ask(ask: Ask): Promise<Exchange>
  /** Starts a request without reading its stream, when a slot is free; `undefined` if no stream started. */
  begin(body: object): Promise<Held | undefined>
  /** All exchanges so far. */
  readonly seen: readonly Exchange[]
}

/** The correlation id and the metadata of the verbose stream. */
export const OWN_ID = 'conformance:1'
export const OWN_METADATA = { suite: 'conformance', 'Ünïcode key': 'value – 🏔' }

const DEFAULT_QUERY = 'At what temperature does water boil on a high mountain, and why?'

const STREAMS: Record<StreamName, object> = {
  plain: {},
  verbose: { reasoning_level: 'low', options: { include_thinking: true, include_tool_calls: true } },
  thinking: { reasoning_level: 'medium', options: { include_thinking: true, include_tool_calls: false } },
  tools: { reasoning_level: 'high', options: { include_thinking: false, include_tool_calls: true } },
  attempt: { reasoning_level: 'low' },
  detached: { reasoning_level: 'low' },
}

/** Fields that the specification accepts without naming them. */
const NAMED_BY_DECISION = { request_id: OWN_ID, metadata: OWN_METADATA }

/** The longest wait before a request that found no free slot is sent again; all its waits take `timeoutMs` at most. */
const LONGEST_WAIT_S = 60

/** The stream `detached` is left when it has begun. */
const begun = (text: string) => text.includes('data:')

/** How long one request may take if the subject does not say, in milliseconds. */
export const TIMEOUT_MS = 120_000

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The URL of a path at the service. */
function urlOf({ baseURL }: Subject, path: string = RESEARCH_PATH): string {
  return `${baseURL.replace(/(?<!\/)\/+$/, '')}${path}`
}

/** Sends one request and returns its response unread. */
function send(subject: Subject, ask: Ask, signal: AbortSignal): Promise<Response> {
  const { method = 'POST', path = RESEARCH_PATH, body } = ask
  const fetchIt = subject.fetch ?? fetch
  const given: Ask['headers'] = {
    [HEADERS.apiKey]: subject.key,
    [HEADERS.contentType]: 'application/json',
    ...ask.headers,
  }
  const headers = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return fetchIt(urlOf(subject, path), {
    method,
    headers: Object.fromEntries(headers),
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  })
}

/** Cancels the research of a response, if the service can. */
export async function cancel(subject: Subject, headers: Headers): Promise<void> {
  if (!offers(headers)) return
  await exchange(subject, { method: 'DELETE', path: `${RESEARCH_PATH}/${headers.get(HEADERS.requestId)}` })
}

/**
 * Sends one request and reads the response.
 * @throws OutOfTime if a stream that started has not ended in time; its research is cancelled, so that its slot is free
 */
export async function exchange(subject: Subject, ask: Ask): Promise<Exchange> {
  const { method = 'POST', path = RESEARCH_PATH } = ask
  const timeoutMs = subject.timeoutMs ?? TIMEOUT_MS
  const late = AbortSignal.timeout(timeoutMs)
  const response = await send(subject, ask, late)
  const body = await readBody(response, { enough: ask.enough, now: subject.now })
  if (body.torn && late.aborted) {
    await cancel(subject, response.headers)
    throw new OutOfTime(`${method} ${path}`, timeoutMs)
  }
  return toExchange(`${method} ${path}`, response, body)
}

/** Waits for a step of a request, which is left when it takes too long. */
async function inTime<Value>({ timeoutMs = TIMEOUT_MS }: Subject, left: AbortController, step: Promise<Value>) {
  const late = setTimeout(() => left.abort(), timeoutMs)
  try {
    return await step
  } finally {
    clearTimeout(late)
  }
}

/** Sends one request and keeps its stream open; or how it was refused. */
export async function hold(subject: Subject, body: object): Promise<Held | { readonly refusal: Exchange }> {
  const left = new AbortController()
  const response = await inTime(subject, left, send(subject, { body: JSON.stringify(body) }, left.signal))
  if (response.status !== 200) {
    const read = await inTime(subject, left, readBody(response))
    return { refusal: toExchange(`POST ${RESEARCH_PATH}`, response, read) }
  }
  return {
    headers: response.headers,
    async rest() {
      const read = await inTime(subject, left, readBody(response, { now: subject.now }))
      return toExchange(`POST ${RESEARCH_PATH}`, response, read)
    },
    cancel: () => cancel(subject, response.headers),
    async leave() {
      await cancel(subject, response.headers)
      left.abort()
    },
  }
}

/** Makes the probe of a service. It sends one request after another, so one slot is enough. */
export function createProbe(subject: Subject): Probe {
  const streams = new Map<StreamName, Promise<Exchange>>()
  const seen: Exchange[] = []
  const query = subject.query ?? DEFAULT_QUERY
  /** Waits for as long as a 429 says, since a slot is free then; false if that takes too long. */
  const waits = async (headers: Headers, waited: { ms: number }) => {
    const seconds = Number(headers.get(HEADERS.retryAfter) ?? '1')
    if (!(seconds <= LONGEST_WAIT_S) || waited.ms >= (subject.timeoutMs ?? TIMEOUT_MS)) return false
    const ms = Math.max(1, seconds) * 1000
    waited.ms += ms
    await (subject.sleep ?? wait)(ms)
    return true
  }
  const ask = async (parts: Ask) => {
    const waited = { ms: 0 }
    for (;;) {
      const result = await exchange(subject, parts)
      seen.push(result)
      if (result.status !== 429 || !(await waits(result.headers, waited))) return result
    }
  }
  const post: Probe['post'] = (body, headers = {}, enough) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array
    return ask({ headers, body: raw ? body : JSON.stringify(body), ...(enough && { enough }) })
  }
  const attempt = `conformance-${crypto.randomUUID()}`
  const headersOf: { readonly [Name in StreamName]?: Record<string, string> } = {
    attempt: { [HEADERS.idempotencyKey]: attempt },
    detached: { [HEADERS.detached]: 'true' },
  }
  const open = (name: StreamName) => {
    const beside = name === 'verbose' && subject.specOnly !== true ? NAMED_BY_DECISION : {}
    return post({ query, ...STREAMS[name], ...beside }, headersOf[name], name === 'detached' ? begun : undefined)
  }
  return {
    subject,
    query,
    attempt,
    seen,
    ask,
    post,
    async begin(body) {
      const waited = { ms: 0 }
      for (;;) {
        const held = await hold(subject, body)
        if (!('refusal' in held)) return held
        if (held.refusal.status !== 429 || !(await waits(held.refusal.headers, waited))) return undefined
      }
    },
    stream(name) {
      const asked = streams.get(name) ?? open(name)
      streams.set(name, asked)
      return asked
    },
  }
}
