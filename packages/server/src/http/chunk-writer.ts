import type { ServerResponse } from 'node:http'

/** Writes a body whose head has left. */
export interface ChunkWriter {
  /** @returns whether the client keeps up. */
  write(text: string): boolean
  end(text?: string): void
}

/**
 * Sends each chunk as one text. Node sends its length, the text and the line breaks around it as four, which costs a
 * fifth more for an event's few bytes. What has no chunks, as an answer to HTTP/1.0, is left to Node.
 */
export function createChunkWriter(response: ServerResponse): ChunkWriter {
  if (!response.chunkedEncoding) return response
  response.chunkedEncoding = false
  return new OwnChunks(response)
}

const LAST = '0\r\n\r\n'

class OwnChunks implements ChunkWriter {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  write(text: string): boolean {
    return this.#response.write(chunk(text))
  }

  end(text?: string): void {
    this.#response.end(text === undefined ? LAST : chunk(text) + LAST)
  }
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
}
