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

/** The value of a `data` field; undefined for a line that is none: comments, ids, names, unknown fields. */
function dataOf(line: string): string | undefined {
  if (line === 'data') return ''
  return line.startsWith('data:') ? line.slice(line[5] === ' ' ? 6 : 5) : undefined
}

/**
 * One decoder and one parser for one connection. Comments, ids, event names and unknown fields are read over.
 *
 * @param maxEventBytes - What the data of one event may take, in bytes of UTF-8.
 */
export function createSseParser(maxEventBytes: number, { onData, onOverflow }: SseHandlers): SseParser {
  const excerptLength = 1_024
  const decoder = new TextDecoder()
  /** The data lines of the event that is being read, and the beginning of the line whose end has not come. */
  let data: string | undefined
  let begun = ''
  let endedByCR = false
  let dead = false

  function overflow(text: string): void {
    dead = true
    onOverflow(text.slice(0, excerptLength))
  }

  function readLine(line: string): void {
    if (line !== '') {
      const value = dataOf(line)
      if (value !== undefined) data = data === undefined ? value : `${data}\n${value}`
    } else if (data !== undefined) {
      if (isOver(data, maxEventBytes)) overflow(data)
      else onData(data)
      data = undefined
    }
  }

  function feed(text: string): void {
    if (dead || text === '') return
    // A CRLF may be cut in two: its CR has ended the line already.
    const rest = endedByCR && text[0] === '\n' ? text.slice(1) : text
    const lines = (rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest).split('\n')
    endedByCR = text.endsWith('\r')
    // Looking into a line at each of its chunks would copy all of it each time.
    const isData = lines.length === 1 && begun.length >= 'data:'.length
    lines[0] = begun + lines[0]
    begun = lines.pop() ?? ''
    for (const line of lines) if (!dead) readLine(line)
    // Of a line that holds no data only a mark is kept, however long it grows.
    if (!isData && !'data:'.startsWith(begun.slice(0, 'data:'.length))) begun = ':'
    const excerpt = data === undefined ? begun : `data: ${data}\n${begun}`
    if (!dead && begun.length + (data?.length ?? 0) > maxEventBytes + 'data: '.length) overflow(excerpt)
  }

  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end(): void {
      feed(decoder.decode())
      feed('\n\n')
    },
  }
}
