/** One data line of a stream. */
export interface DataLine {
  /** The line as it arrived. */
  readonly raw: string
  /** Its content as JSON; `undefined` if it is not JSON. */
  readonly json: unknown
  /** The read that delivered its end. */
  readonly read: Read
}

/** One read of a body. */
export interface Read {
  /** The number of the read, from 0. */
  readonly index: number
  /** When it returned, in milliseconds. */
  readonly at: number
  /** How many characters had arrived by then. */
  readonly until: number
}

/** An event that arrived as a JSON object. */
export interface SeenEvent {
  readonly raw: string
  readonly type: string
  readonly envelope: Readonly<Record<string, unknown>>
  /** Empty if `data` is not an object. */
  readonly data: Readonly<Record<string, unknown>>
  readonly read: Read
}

/** A request to the service under test and everything that came back. */
export interface Exchange {
  /** Such as `POST /v1/research`. */
  readonly request: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The data lines without the terminator. */
  readonly lines: readonly DataLine[]
  readonly events: readonly SeenEvent[]
  /** The last line that is not empty. */
  readonly lastLine: string
  /** Whether the connection broke before the end of the body. */
  readonly torn: boolean
}

/** A response head in one line, as evidence. */
export function headOf({ request, status, text }: Exchange): string {
  return `${request} → ${status} ${JSON.stringify(text.slice(0, 400))}`
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text as JSON; `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error in an error body, as far as it is one. */
export function errorOf({ text }: Exchange): { type: unknown; code: unknown; message: unknown } {
  const body = parseJson(text)
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {}
  return { type: error['type'], code: error['code'], message: error['message'] }
}

function toEvent({ raw, json, read }: DataLine): SeenEvent[] {
  if (!isRecord(json)) return []
  const { type, data } = json
  return [{ raw, type: typeof type === 'string' ? type : '', envelope: json, data: isRecord(data) ? data : {}, read }]
}

/** The lines of a text, and where each ends. */
function* linesOf(text: string): Generator<{ line: string; end: number }> {
  for (const match of text.matchAll(/[^\r\n]+/g)) yield { line: match[0], end: match.index + match[0].length }
}

const UNREAD: Read = { index: 0, at: 0, until: 0 }

/** A body as it was read. */
export interface ReadBody {
  readonly text: string
  /** Whether the connection broke before the end of the body. */
  readonly torn: boolean
  readonly reads: readonly Read[]
}

/** Reads the bytes of a response into data lines and events. */
export function toExchange(request: string, response: Response, { text, torn, reads }: ReadBody): Exchange {
  const all = [...linesOf(text.replace(/^\uFEFF/, ''))]
  const lines = all
    .filter(({ line }) => line.startsWith('data:'))
    .map(({ line, end }) => ({ raw: line, end, text: line.slice('data:'.length).replace(/^ /, '') }))
    .filter((line) => line.text !== '[DONE]')
    .map(({ raw, end, text: data }) => ({
      raw,
      json: parseJson(data),
      read: reads.find(({ until }) => until >= end) ?? UNREAD,
    }))
  return {
    request,
    status: response.status,
    headers: response.headers,
    text,
    lines,
    events: lines.flatMap(toEvent),
    lastLine: all.at(-1)?.line ?? '',
    torn,
  }
}

export interface ReadOptions {
  /** Whether enough of the body has arrived; the rest is not read. Default: never. */
  enough?: ((text: string) => boolean) | undefined
  /** The time in milliseconds. Default: the machine's. */
  now?: (() => number) | undefined
}

/** Reads a body until it ends, breaks, or enough of it has arrived. */
export async function readBody(response: Response, options: ReadOptions = {}): Promise<ReadBody> {
  const { enough = () => false, now = () => performance.now() } = options
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const reads: Read[] = []
  let text = ''
  try {
    for (;;) {
      const next = await reader?.read()
      if (next === undefined || next.done) return { text: text + decoder.decode(), torn: false, reads }
      text += decoder.decode(next.value, { stream: true })
      reads.push({ index: reads.length, at: now(), until: text.length })
      if (enough(text)) {
        void reader?.cancel().catch(() => undefined)
        return { text, torn: false, reads }
      }
    }
  } catch {
    return { text, torn: true, reads }
  }
}
