import type { ServerResponse } from 'node:http'

/** Writes a body after its head was sent. */
export interface ChunkWriter {
  /**
   * Writes a text with the given number of bytes.
   * @returns whether the client keeps up; if not, `drained` is called once it does again.
   */
  write(text: string, bytes: number): boolean
  end(text?: string): void
}

/**
 * Sends each chunk as one text, directly to the socket. Node would send the length, the text and the line breaks as
 * four pieces and hold them back for a turn to join them, which costs a third more for an event's few bytes. A response
 * without chunks, such as one to HTTP/1.0, is left to Node.
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
    // A response that waits for the previous one on its connection has no socket yet.
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
