/** A line's bytes, or undefined for one that is longer than the limit. Numbers start at 1. */
export interface Line {
  number: number
  bytes: Uint8Array | undefined
}

const LINE_FEED = 10

/** Cuts a stream of bytes at line feeds. Never holds more than `limit` bytes of a line. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Line> {
  let number = 1
  let parts: Uint8Array[] = []
  let size = 0
  const take = (): Line => {
    const line = { number, bytes: size > limit ? undefined : Buffer.concat(parts) }
    number += 1
    parts = []
    size = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      size += end - start
      if (size <= limit) parts.push(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    size += chunk.length - start
    if (size <= limit) parts.push(chunk.subarray(start))
    else parts = []
  }
  if (size > 0) yield take()
}
