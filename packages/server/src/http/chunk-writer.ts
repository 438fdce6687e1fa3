import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Whoever writes with a `ChunkWriter`. */
export interface Writing {
  /** Called when a client that had fallen behind keeps up again. */
  drained(): void
}

/** Writes a body after its head was sent. */
export interface ChunkWriter {
  /** Whether the client keeps up. */
  readonly keepsUp: boolean
  /** Writes a text with the given number of bytes. */
  write(text: string, bytes: number): void
  end(text?: string): void
}

/**
 * Sends what is written in one turn as one text, directly to the socket. Node would send a chunk's length, its text and
 * the line breaks as four pieces, which costs a third more for an event's few bytes. A response without chunks, such as
 * one to HTTP/1.0, is left to Node.
 */
export function createChunkWriter(response: ServerResponse, writing: Writing): ChunkWriter {
  if (!response.chunkedEncoding) {
    response.on('drain', () => writing.drained())
    return {
      get keepsUp() {
        return !response.writableNeedDrain
      },
      write: (text) => void response.write(text),
      end: (text) => void response.end(text),
    }
  }
  response.chunkedEncoding = false
  response.flushHeaders()
  return new OwnChunks(response, writing)
}

const LAST = '0\r\n\r\n'

/** Characters that are held back at most: for a client that reads what is stored, not all of it must be in memory. */
const MOST_HELD_BACK = 16_384

class OwnChunks implements ChunkWriter {
  readonly #response: ServerResponse
  /** Kept here, so that the response need not be fetched for every event. */
  #socket: Socket | null
  readonly #writing: Writing
  #heldBack = ''
  keepsUp = true

  constructor(response: ServerResponse, writing: Writing) {
    this.#response = response
    this.#socket = response.socket
    this.#writing = writing
  }

  write(text: string, bytes: number): void {
    if (this.#heldBack === '') sendSoon(this)
    this.#heldBack += chunk(text, bytes)
    if (this.#heldBack.length >= MOST_HELD_BACK) this.send()
  }

  end(text?: string): void {
    const last = text === undefined ? '' : chunk(text, Buffer.byteLength(text))
    this.#response.end(this.#take() + last + LAST)
  }

  send(): void {
    const text = this.#take()
    this.#socket ??= this.#response.socket
    // A response that waits for the previous one on its connection has no socket yet.
    const out = this.#socket ?? this.#response
    if (text === '' || out.destroyed || out.write(text)) return
    this.keepsUp = false
    out.once('drain', () => {
      this.keepsUp = true
      this.#writing.drained()
    })
  }

  #take(): string {
    const text = this.#heldBack
    this.#heldBack = ''
    return text
  }
}

let held: OwnChunks[] = []

/**
 * Sends for all streams one after the other, at the end of the turn. Writes with work for other streams in between were
 * seen to take twice as long, as the system then wakes the reader for each one.
 */
function sendSoon(writer: OwnChunks): void {
  if (held.push(writer) === 1) process.nextTick(sendAll)
}

function sendAll(): void {
  const writers = held
  held = []
  for (const writer of writers) writer.send()
}

function chunk(text: string, bytes: number): string {
  return `${bytes.toString(16)}\r\n${text}\r\n`
}
