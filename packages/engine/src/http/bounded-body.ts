/** Passes on a body, and throws the error from `tooLarge` once the body exceeds the limit. */
export async function* boundedBody<Chunk extends Uint8Array>(
  body: AsyncIterable<Chunk>,
  bytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Chunk, void> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > bytes) throw tooLarge()
    yield chunk
  }
}
