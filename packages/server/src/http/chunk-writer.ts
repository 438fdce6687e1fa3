import type { ServerResponse } from 'node:http'

/** Writes a body whose head has left. */
export interface ChunkWriter {
  /**
   * Writes a text of so many bytes.
   * @returns whether the client keeps up; where it does not, `drained` is called once it does again.
   */
  write(text: string, bytes: number): boolean
  end(text?: string): void
}

/**
 * Sends each chunk as one text, and straight to the socket. Node sends its length, the text and the line breaks around
 * it as four, and holds them back for a turn to join them, which costs a third more for an event's few bytes. What has
 * no chunks, as an answer to HTTP/1.0, is left to Node.
 */
export function createChunkWriter(response: ServerResponse, drained: () => void): ChunkWriter {
  if (!response.chunkedEncoding) {
    response.on('drain', drained)
    return { write: (text) => response.write(text), end: (text) => void response.end(text) }
  }
  response.chunkedEncoding = false
  response.flushHeaders()
  return new OwnChunks(response, drained)
}

const LAST = '0\r\n\r\n'

class OwnChunks implements ChunkWriter {
  readonly #response: ServerResponse
  readonly #drained: () => void

  constructor(response: ServerResponse, drained: () => void) {
    this.#response = response
    this.#drained = drained
  }

  write(text: string, bytes: number): boolean {
    const { socket } = this.#response
    // An answer that waits for the one before it on its connection has no socket yet.
    const out = socket ?? this.#response
    const keepsUp = out.write(chunk(text, bytes))
    if (!keepsUp) out.once('drain', this.#drained)
    return keepsUp
  }

  end(text?: string): void {
    this.#response.end(text === undefined ? LAST : chunk(text, Buffer.byteLength(text)) + LAST)
  }
}

function chunk(text: string, bytes: number): string {
  return `${bytes.toString(16)}\r\n${text}\r\n`
}
