import { Readable } from 'node:stream'
import { boundedBody } from '#http/bounded-body.ts'

/** No answer of a model is anywhere near this large. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * `fetch` for a model's endpoint. It follows no redirects, which would take the key along, and stops reading an endless
 * body.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  const tooLarge = () => new Error(`more than ${MOST_BYTES} bytes`)
  const body = Readable.toWeb(Readable.from(boundedBody(response.body, MOST_BYTES, tooLarge)))
  const { status, statusText, headers } = response
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, { status, statusText, headers })
}
