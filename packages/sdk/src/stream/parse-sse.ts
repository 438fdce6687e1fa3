import { createParser } from 'eventsource-parser'

/** Where the data of server-sent events goes. */
export interface SseHandlers {
  /** The data of one event, its lines joined by newlines. */
  onData(data: string): void
  /** An event is larger than allowed; nothing follows. `excerpt` is some of its text. */
  onOverflow(excerpt: string): void
}

/** Turns bytes, cut anywhere, into the data of server-sent events. */
export interface SseParser {
  push(bytes: Uint8Array): void
  /** The connection is over: what is left counts as if its blank line had come. */
  end(): void
}

const EXCERPT_LENGTH = 1_024
/** What a buffered line holds beside its data: `data: `. */
const FIELD_LENGTH = 6

/** Length of a decoded text in bytes of UTF-8. */
function byteLength(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    // Both halves of a pair make four bytes together.
    else bytes += code >= 0xd800 && code <= 0xdfff ? 2 : 3
  }
  return bytes
}

/** A UTF-16 code unit takes three bytes at most, so that only large texts are counted. */
function isOver(text: string, maxBytes: number): boolean {
  return text.length * 3 > maxBytes && byteLength(text) > maxBytes
}

/**
 * One decoder and one parser for one connection. Comments, ids and event names are read over.
 *
 * @param maxEventBytes - What the data of one event may take, in bytes of UTF-8.
 */
export function createSseParser(maxEventBytes: number, handlers: SseHandlers): SseParser {
  // The parser removes the one byte order mark that may lead a stream.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let dead = false
  let text = ''

  function overflow(excerpt: string): void {
    if (dead) return
    dead = true
    handlers.onOverflow(excerpt.slice(0, EXCERPT_LENGTH))
  }

  const parser = createParser({
    maxBufferSize: maxEventBytes + FIELD_LENGTH,
    onEvent({ data }): void {
      if (dead) return
      if (isOver(data, maxEventBytes)) overflow(data)
      else handlers.onData(data)
    },
    onError(error): void {
      if (error.type === 'max-buffer-size-exceeded') overflow(text)
    },
  })

  function feed(fragment: string): void {
    if (dead || fragment === '') return
    text = fragment
    parser.feed(fragment)
  }

  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end(): void {
      feed(decoder.decode())
      feed('\n\n')
    },
  }
}
