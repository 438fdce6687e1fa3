/** No answer of a model is anywhere near this large. */
const MOST_BYTES = 16_777_216

/**
 * `fetch` for a model's endpoint: it follows no redirect, as the key would go along, and breaks off a body without end.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  let size = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > MOST_BYTES) controller.error(new Error(`more than ${MOST_BYTES} bytes`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers })
}
