/** One data line of a stream. */
export interface DataLine {
  /** The line as it came. */
  readonly raw: string
  /** What it holds as JSON; `undefined` where it holds none. */
  readonly json: unknown
}

/** An event that came as a JSON object. */
export interface SeenEvent {
  readonly raw: string
  readonly type: string
  readonly envelope: Readonly<Record<string, unknown>>
  /** Empty where `data` is no object. */
  readonly data: Readonly<Record<string, unknown>>
}

/** A request to the service under test and all that came back. */
export interface Exchange {
  /** Such as `POST /v1/research`. */
  readonly request: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Data lines but for the terminator. */
  readonly lines: readonly DataLine[]
  readonly events: readonly SeenEvent[]
  /** The last line that is not empty. */
  readonly lastLine: string
  /** Whether the connection broke before the body's end. */
  readonly torn: boolean
}

/** A response head in one line, as evidence. */
export function headOf({ request, status, text }: Exchange): string {
  return `${request} → ${status} ${JSON.stringify(text.slice(0, 400))}`
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text as JSON, `undefined` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error of an error body, as far as it is one. */
export function errorOf({ text }: Exchange): { type: unknown; code: unknown; message: unknown } {
  const body = parseJson(text)
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {}
  return { type: error['type'], code: error['code'], message: error['message'] }
}

function toEvent({ raw, json }: DataLine): SeenEvent[] {
  if (!isRecord(json)) return []
  const { type, data } = json
  return [{ raw, type: typeof type === 'string' ? type : '', envelope: json, data: isRecord(data) ? data : {} }]
}

/** Reads the bytes of a response into data lines and events. */
export function toExchange(request: string, response: Response, text: string, torn: boolean): Exchange {
  const all = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const lines = all
    .filter((line) => line.startsWith('data:'))
    .map((raw) => ({ raw, text: raw.slice('data:'.length).replace(/^ /, '') }))
    .filter((line) => line.text !== '[DONE]')
    .map(({ raw, text: data }) => ({ raw, json: parseJson(data) }))
  return {
    request,
    status: response.status,
    headers: response.headers,
    text,
    lines,
    events: lines.flatMap(toEvent),
    lastLine: all.findLast((line) => line !== '') ?? '',
    torn,
  }
}

/** Reads a body until its end, until it breaks, or until `enough` of it has come. */
export async function readText(
  response: Response,
  enough: (text: string) => boolean = () => false,
): Promise<{ text: string; torn: boolean }> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const next = await reader?.read()
      if (next === undefined || next.done) return { text: text + decoder.decode(), torn: false }
      text += decoder.decode(next.value, { stream: true })
      if (enough(text)) {
        void reader?.cancel().catch(() => undefined)
        return { text, torn: false }
      }
    }
  } catch {
    return { text, torn: true }
  }
}
