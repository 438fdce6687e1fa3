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

/** A UTF-16 code unit takes three bytes at most, so that only large texts are counted. */
function isOver(text: string, maxBytes: number): boolean {
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes
}

/**
 * One decoder and one parser for one connection. Comments, ids, event names and unknown fields are read over.
 *
 * @param maxEventBytes - What the data of one event may take, in bytes of UTF-8.
 */
export function createSseParser(maxEventBytes: number, { onData, onOverflow }: SseHandlers): SseParser {
  const excerptLength = 1_024
  /** The parser removes the byte order mark; two removals would remove two marks. */
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** What is being parsed, the last of it in which an event ended, and the beginning of what has come after that. */
  let current = ''
  let latest = ''
  let after = ''
  let dead = false

  function overflow(text: string): void {
    dead = true
    onOverflow(text.slice(0, excerptLength))
  }

  const parser = createParser({
    maxBufferSize: maxEventBytes + 'data: '.length,
    onEvent({ data }): void {
      latest = current
      after = ''
      if (dead) return
      if (isOver(data, maxEventBytes)) overflow(data)
      else onData(data)
    },
    onError({ type }): void {
      // The parser has thrown away what it held.
      if (type === 'max-buffer-size-exceeded') overflow(latest.split(/\n\n|\r\r|\r\n\r\n/).at(-1) + after)
    },
  })

  function feed(text: string): void {
    if (dead || text === '') return
    current = text
    if (after.length < excerptLength) after += text
    parser.feed(text)
  }

  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end(): void {
      feed(decoder.decode())
      feed('\n\n')
    },
  }
}
