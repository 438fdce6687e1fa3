import { REQUEST_ID, STREAM_HEADERS } from '#contract/tables.ts'

/**
 * A stream's response to a page, with the headers that keep it from being buffered and the research's id.
 *
 * @param received - the headers of the service's response
 */
export function streamResponse(body: ReadableStream<Uint8Array>, received: Headers, init?: ResponseInit): Response {
  const headers = new Headers(init?.headers)
  const id = received.get(REQUEST_ID)
  for (const [name, value] of Object.entries(STREAM_HEADERS)) headers.set(name, value)
  if (id !== null) headers.set(REQUEST_ID, id)
  return new Response(body, { ...init, headers })
}
