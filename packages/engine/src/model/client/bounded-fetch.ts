/** No answer of a model is anywhere near this large. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * `fetch` for a model's endpoint. It follows no redirects, which would take the key along, and stops reading an endless
 * body.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bounded(MOST_BYTES)), { status, statusText, headers })
}

/**
 * Passes on a body, and fails once it exceeds the limit. Node's own adapters between streams and web streams throw where
 * nobody can catch it if a body is cancelled while more of it arrives (nodejs/node#64529), so none is used here.
 */
function bounded(bytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0
  return new TransformStream({
    transform(chunk, out) {
      size += chunk.length
      if (size > bytes) out.error(new Error(`more than ${bytes} bytes`))
      else out.enqueue(chunk)
    },
  })
}
