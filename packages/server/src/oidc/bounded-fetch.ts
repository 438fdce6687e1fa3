import type { CustomFetch } from 'openid-client'

/** The largest body of a provider, in bytes. Key sets and users take a few kilobytes. */
export const MAX_BODY = 1_048_576

/** `fetch` for a provider. A body larger than {@link MAX_BODY} ends in an error where it is read. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  if (!response.body) return response
  let size = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > MAX_BODY) throw new Error(`the provider sent more than ${MAX_BODY} bytes`)
      controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers })
}
