import {
  type ErrorCode,
  HEADERS,
  LIMITS,
  type ResearchRequest,
  researchRequestSchema,
} from '@deep-research/sdk/contract'

/** A request body: read and checked, or why it is refused. */
export type ParsedRequest =
  | { ok: true; request: ResearchRequest; text: string }
  | { ok: false; code: ErrorCode; message: string; text: string }

const refuse = (message: string, text: string, code: ErrorCode = 'INVALID_REQUEST'): ParsedRequest => ({
  ok: false,
  code,
  message,
  text,
})

/** The body's bytes, or `undefined` where there are more than the limit; what lies beyond it is not read. */
async function readBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const reader = body.getReader()
  const bytes = new Uint8Array(LIMITS.bodyBytes)
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes.subarray(0, length)
    if (length + value.length > LIMITS.bodyBytes) {
      void reader.cancel().catch(() => undefined)
      return undefined
    }
    bytes.set(value, length)
    length += value.length
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The code of the first rule that a body breaks. */
function codeOf(field: PropertyKey | undefined, body: Record<string, unknown>, stated: unknown): ErrorCode {
  if (field === 'query' && body['query'] === undefined) return 'MISSING_QUERY'
  if (field === 'reasoning_level') return 'INVALID_REASONING_LEVEL'
  return stated === 'MISSING_QUERY' || stated === 'QUERY_EXCEEDS_MAX_LENGTH' ? stated : 'INVALID_REQUEST'
}

function check(body: Record<string, unknown>, text: string): ParsedRequest {
  const parsed = researchRequestSchema.safeParse(body)
  if (parsed.success) return { ok: true, request: parsed.data, text }
  const issue = parsed.error.issues[0]
  const stated = issue?.code === 'custom' ? issue.params?.['code'] : undefined
  const field = issue?.path[0]
  return refuse(`${issue?.path.join('.')}: ${issue?.message}`, text, codeOf(field, body, stated))
}

/** Reads and checks the body of a research request as the specification and the decisions say. */
export async function parseRequest(request: Request): Promise<ParsedRequest> {
  const mediaType = request.headers.get(HEADERS.contentType)?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') return refuse('Content-Type must be application/json.', '')
  const bytes = request.body === null ? new Uint8Array() : await readBytes(request.body)
  if (bytes === undefined) return refuse(`The body is over ${LIMITS.bodyBytes} bytes.`, '')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('The body is not valid UTF-8.', '')
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return refuse('The body is not valid JSON.', text)
  }
  return isRecord(body) ? check(body, text) : refuse('The body must be a JSON object.', text)
}
