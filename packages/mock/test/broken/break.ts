import { altered, answer, type SentEnvelope } from '@deep-research/mock'
import { correct, type Fetch, KEYS, mockFetch } from '../subject.ts'

export type Servers = Record<string, Record<string, Fetch>>

export type Data = Record<string, unknown>
export type Result = Data & {
  answer: string
  answer_clean: string
  citations: Data[]
  sources_summary: Data[]
  usage: Data
}

/** A server whose events of a type (or of all) are bent. */
export function bent(type: string | undefined, edit: (envelope: SentEnvelope, index: number) => unknown): Fetch {
  const scenario = altered({
    of: correct(),
    edit: (envelope, index) => (type === undefined || envelope.type === type ? edit(envelope, index) : envelope),
  })
  return mockFetch(scenario)
}

export const bentData = (type: string, edit: (data: Data) => Data) =>
  bent(`research.${type}`, (envelope) => ({ ...envelope, data: edit({ ...envelope.data }) }))

/** A server whose result is bent. */
export const bentResult = (edit: (result: Result) => Partial<Result>) =>
  bentData('completed', (data) => ({ ...data, ...edit(data as Result) }))

export const bentCitation = (edit: (citation: Data) => Data) =>
  bentResult(({ citations }) => ({ citations: citations.map((one, index) => (index === 0 ? edit(one) : one)) }))

export const bentSource = (edit: (source: Data) => Data) =>
  bentCitation((one) => ({ ...one, source: edit({ ...(one['source'] as Data) }) }))

export const without = (data: Data, field: string): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== field))

/** A server whose answers to some requests are replaced. */
export function replying(
  when: (request: Asked) => boolean,
  reply: (response: Response) => Response | Promise<Response>,
  { passesOn = true } = {},
): Fetch {
  const next = mockFetch()
  return async (url, init) => {
    if (!passesOn && when(asked(url, init))) return reply(new Response())
    const response = await next(url, init)
    return when(asked(url, init)) ? reply(response) : response
  }
}

/** A server behind something that holds a body back until its end, and then hands it on in pieces of so many bytes. */
export const buffered = (bytes = Number.POSITIVE_INFINITY): Fetch =>
  replying(
    ({ method }) => method === 'POST',
    async (response) => {
      const whole = new Uint8Array(await response.arrayBuffer())
      let at = 0
      const pieces = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= whole.length) return controller.close()
          const next = at + Math.min(bytes, whole.length)
          controller.enqueue(whole.subarray(at, next))
          at = next
        },
      })
      return new Response(response.status === 204 ? null : pieces, response)
    },
  )

/** The same server; it dates its events as it sends them. */
export const dated =
  (next: Fetch): Fetch =>
  async (url, init) => {
    const response = await next(url, init)
    const text = await response.text()
    return new Response(text.replaceAll(/"timestamp":"[^"]+"/g, '"timestamp":"2026-01-01T00:00:00.000Z"'), response)
  }

export interface Asked {
  path: string
  method: string
  headers: Headers
  body: string
}

const asked = (url: string, init: RequestInit): Asked => ({
  path: new URL(url).pathname,
  method: init.method ?? 'GET',
  headers: new Headers(init.headers),
  body: typeof init.body === 'string' ? init.body : '',
})

/** A server that refuses with another code, status or shape. */
export const misrefusing = (
  code: string,
  edit: (error: Data, status: number) => { status?: number; body?: unknown },
): Fetch =>
  replying(
    () => true,
    async (response) => {
      if (response.ok || response.status === 204) return response
      const { error } = (await response.json()) as { error: Data }
      const { status, body } = error['code'] === code || code === '*' ? edit(error, response.status) : {}
      const headers = new Headers(response.headers)
      return new Response(JSON.stringify(body ?? { error }), { status: status ?? response.status, headers })
    },
  )

export const renamed = (code: string, to: string) =>
  misrefusing(code, (error) => ({ body: { error: { ...error, code: to } } }))

/** A server that changes requests before it looks at them. */
export function rereading(
  edit: (request: Asked) => Partial<{ body: string; headers: Record<string, string>; path: string; method: string }>,
): Fetch {
  const next = mockFetch()
  return (url, init) => {
    const { path, method, body, headers } = edit(asked(url, init))
    const whole: RequestInit = { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }
    return next(path === undefined ? url : `http://mock.test${path}`, {
      ...whole,
      ...(method && { method }),
      ...(body !== undefined && { body }),
    })
  }
}

export const rebody = (edit: (body: Data) => Data): Fetch =>
  rereading(({ body }) => {
    try {
      return { body: JSON.stringify(edit(JSON.parse(body) as Data)) }
    } catch {
      return {}
    }
  })

export const headless = (name: string, value?: string): Fetch =>
  replying(
    () => true,
    (response) => {
      const headers = new Headers(response.headers)
      if (value === undefined) headers.delete(name)
      else headers.set(name, value)
      return new Response(response.status === 204 ? null : response.body, { status: response.status, headers })
    },
  )

export const good = { 'x-api-key': KEYS.good }
export const isKeyless = ({ headers }: Asked) => !headers.has('x-api-key') && !headers.has('authorization')
export const defaultRequest = (request: Asked) => request.path === '/v1/research' && request.method === 'POST'

export function refusal(status: number, code: string): Response {
  const error = { type: 'x', code, message: 'X-API-Key, Authorization: Bearer' }
  return new Response(JSON.stringify({ error }), { status })
}

export function stripped(response: Response, header: string): Response {
  const headers = new Headers(response.headers)
  headers.delete(header)
  return new Response(response.body, { status: response.status, headers })
}

/** A server that looks at no such header. */
export function ignoring(header: string): Fetch {
  const next = mockFetch()
  return (url, init) => {
    const headers = new Headers(init.headers)
    headers.delete(header)
    return next(url, { ...init, headers })
  }
}

/** A server that gives each request a service of its own, so no slot is ever taken. */
export function unlimited(): Fetch {
  return (url, init) => mockFetch()(url, init)
}

/** Sources that are cited more than once come behind those cited once. */
export function unsorted(): Fetch {
  const text = '<cite source="a">1</cite> <cite source="b">2</cite> <cite source="b">3</cite>'
  const source = (name: string) => ({ title: name, url: `https://example.org/${name}` })
  const base = answer({ answer: text, sources: { a: source('a'), b: source('b') } })
  return mockFetch(
    altered({
      of: base,
      edit: (envelope) => {
        const data = envelope.data as Result
        if (envelope.type !== 'research.completed') return envelope
        return { ...envelope, data: { ...data, sources_summary: data.sources_summary.toReversed() } }
      },
    }),
  )
}
