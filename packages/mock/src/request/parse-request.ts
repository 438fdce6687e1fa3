import {
  BODY_TOO_LARGE,
  checkBodyHeaders,
  type ErrorCode,
  HEADERS,
  LIMITS,
  type ResearchRequest,
  readRequest,
} from '@deep-research/sdk/contract'

/** A valid request body, or why it is refused. */
export type ParsedRequest =
  | { ok: true; request: ResearchRequest; text: string }
  | { ok: false; code: ErrorCode; message: string; text: string }

/** The bytes of the body; `undefined` if it is over the size limit, beyond which it is not read. */
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

/** Reads and checks the body of a research request according to the contract. */
export async function parseRequest(request: Request): Promise<ParsedRequest> {
  const header = (name: string) => request.headers.get(name) ?? undefined
  const wrong = checkBodyHeaders(header(HEADERS.contentType), header('content-encoding'))
  if (wrong) return { ok: false, ...wrong, text: '' }
  const bytes = request.body === null ? new Uint8Array() : await readBytes(request.body)
  if (bytes === undefined) return { ok: false, ...BODY_TOO_LARGE, text: '' }
  const text = new TextDecoder().decode(bytes)
  const read = readRequest(bytes)
  return 'refusal' in read ? { ok: false, ...read.refusal, text } : { ok: true, request: read.request, text }
}
