import { createParser } from 'eventsource-parser'

/** Turns bytes, split anywhere, into the data of server-sent events. */
export interface SseParser {
  push(bytes: Uint8Array): void
  /** The connection has ended: what is left is treated as if its blank line had arrived. */
  end(): void
}

/** A UTF-16 code unit takes at most three bytes, so only large texts are counted exactly. */
function isOver(text: string, maxBytes: number): boolean {
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes
}

/**
 * One decoder and one parser for one connection. Comments, ids, event names and unknown fields are skipped.
 *
 * @param maxEventBytes - the largest size of an event's data in bytes of UTF-8
 * @param onData - receives the data of one event, its lines joined by newlines
 * @param onOverflow - an event is larger than allowed; nothing follows. `excerpt` is a part of its text.
 */
export function createSseParser(
  maxEventBytes: number,
  onData: (data: string) => void,
  onOverflow: (excerpt: string) => void,
): SseParser {
  const excerptLength = 1_024
  /** The parser removes the byte order mark; two removals would remove two marks. */
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** The text being parsed, the last text in which an event ended, and the beginning of what came after that. */
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
      // The parser has discarded what it held.
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
