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
 * One decoder and one parser for one connection. Comments, ids, event names and unknown fields are read over. A line
 * is searched for in what is new only, and joined once, or a long one would be read again with every chunk.
 *
 * @param maxEventBytes - What the data of one event may take, in bytes of UTF-8.
 */
export function createSseParser(maxEventBytes: number, { onData, onOverflow }: SseHandlers): SseParser {
  const excerptLength = 1_024
  /** Stands for the beginning of a line that holds no data, whatever it is. */
  const comment = ':'
  const decoder = new TextDecoder()
  /** The beginning of a line whose end has not come. */
  let rest = ''
  let data: string | undefined
  let afterReturn = false
  let dead = false

  function overflow(text: string): void {
    dead = true
    onOverflow(text.slice(0, excerptLength))
  }

  function line(text: string, from: number, to: number): void {
    if (from === to) {
      if (data !== undefined) onData(data)
      data = undefined
    } else if (text.startsWith('data', from)) {
      let start = from + 4
      if (start < to && text[start++] !== ':') return
      if (text[start] === ' ') start += 1
      const value = text.slice(start, to)
      data = data === undefined ? value : `${data}\n${value}`
      if (isOver(data, maxEventBytes)) overflow(data)
    }
  }

  function hold(fragment: string): void {
    if (rest === '' ? fragment[0] !== 'd' : rest === comment) rest = comment
    else {
      rest += fragment
      if (rest.length > maxEventBytes + 'data: '.length) overflow(rest)
    }
  }

  function feed(text: string): void {
    if (text === '') return
    let from = afterReturn && text[0] === '\n' ? 1 : 0
    afterReturn = text.endsWith('\r')
    const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    for (let to = lines.indexOf('\n', from); to !== -1 && !dead; to = lines.indexOf('\n', from)) {
      if (rest === '') line(lines, from, to)
      else {
        const whole = rest + lines.slice(from, to)
        rest = ''
        line(whole, 0, whole.length)
      }
      from = to + 1
    }
    if (!dead && from < lines.length) hold(lines.slice(from))
  }

  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end(): void {
      feed(decoder.decode())
      feed('\n\n')
    },
  }
}
