/** A content that cannot be served, said in one line for the operator. */
export class UnreadableContentError extends Error {
  override readonly name = 'UnreadableContentError'
}

/**
 * Strict UTF-8 without its byte order mark.
 * @throws {UnreadableContentError} for bytes that are no UTF-8: a wrong guess would be quoted as the source's words
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new UnreadableContentError('is not valid UTF-8', { cause: error })
  }
}
