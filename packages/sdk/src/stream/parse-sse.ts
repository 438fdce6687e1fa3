import { createParser } from 'eventsource-parser'

/** Receives the data of server-sent events. */
export interface SseHandlers {
  /** The data of one event, its lines joined by newlines. */
  onData(data: string): void
  /** An event is larger than allowed; nothing follows. `excerpt` is a part of its text. */
  onOverflow(excerpt: string): void
}

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
 * One decoder and one parser for one connection. Comments, ids, event names and unknown fields are skipped. The parser
 * only gets whole events whose lines end in line feeds, because its own buffer has no limit.
 *
 * @param maxEventBytes - the largest size of an event's data in bytes of UTF-8
 */
export function createSseParser(maxEventBytes: number, { onData, onOverflow }: SseHandlers): SseParser {
  const excerptLength = 1_024
  const maxHeld = maxEventBytes + 'data: '.length
  const decoder = new TextDecoder()
  /** The text after the last blank line, and the line feed at its end, which may be half of the next blank line. */
  let held = ''
  let lineFeed = ''
  /** Whether a line feed that comes next belongs to the carriage return before it. */
  let afterReturn = false
  let dead = false

  const parser = createParser({
    onEvent({ data }): void {
      if (dead) return
      if (isOver(data, maxEventBytes)) overflow(data)
      else onData(data)
    },
  })

  function overflow(text: string): void {
    dead = true
    onOverflow(text.slice(0, excerptLength))
  }

  function feed(bytes?: Uint8Array): void {
    let text = decoder.decode(bytes, { stream: bytes !== undefined })
    if (dead || text === '') return
    if (afterReturn && text.startsWith('\n')) text = text.slice(1)
    afterReturn = text.endsWith('\r')
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
    text = lineFeed + text
    const end = text.lastIndexOf('\n\n') + 1
    if (end > 0) {
      parser.feed(held + text.slice(0, end + 1))
      held = ''
    }
    hold(end > 0 ? text.slice(end + 1) : text)
  }

  function hold(text: string): void {
    lineFeed = text.endsWith('\n') ? '\n' : ''
    held += lineFeed ? text.slice(0, -1) : text
    // Comments do not count.
    if (held.length > maxHeld) held = held.replace(/^:.*/gm, ':')
    if (held.length > maxHeld) overflow(held)
  }

  return {
    push: feed,
    end(): void {
      feed()
      if (!dead) parser.feed(`${held}\n\n`)
    },
  }
}
