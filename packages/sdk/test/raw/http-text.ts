/** The head of an answer. */
export function head(status: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`
}

export const EVENT_STREAM = { 'content-type': 'text/event-stream', 'x-request-id': 'req_raw' }

export const CHUNKED = head('200 OK', { ...EVENT_STREAM, 'transfer-encoding': 'chunked' })
export const UNTIL_CLOSE = head('200 OK', { ...EVENT_STREAM, connection: 'close' })

/** Bytes as one chunk of a chunked body. */
export function chunk(bytes: Uint8Array | string): Buffer {
  const content = Buffer.from(bytes)
  return Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')])
}

export const LAST_CHUNK = '0\r\n\r\n'

/** A text cut into pieces of so many bytes. */
export function pieces(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}

/** An answer of known length. */
export function whole(
  status: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const content = Buffer.from(body)
  return Buffer.concat([Buffer.from(head(status, { ...headers, 'content-length': String(content.length) })), content])
}
