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

/** The longest line that is read, in bytes. */
const LONGEST_LINE = 64 * 1024 * 1024
/** Bytes of lines that are read at a time, unless one line is longer. */
const PIECE = 256 * 1024

/** Several lines of a file, and the number of the first of them. */
export interface LinePiece {
  line: number
  bytes: Uint8Array
}

/** Cuts a file of lines into pieces. A line that is too long is a problem with its number. */
export async function* linePieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LinePiece | { problem: string }> {
  let line = 1
  let parts: Uint8Array[] = []
  let size = 0
  const take = (next: number): LinePiece[] => {
    const bytes = parts.flatMap((part) => [part, LINE_END])
    const piece = { line, bytes: Buffer.concat(bytes) }
    line = next
    parts = []
    size = 0
    return bytes.length > 0 ? [piece] : []
  }
  for await (const { number, bytes } of linesOf(chunks, LONGEST_LINE)) {
    if (bytes === undefined) {
      yield* take(number + 1)
      yield { problem: `line ${number} is longer than ${LONGEST_LINE / 1024 / 1024} MiB; the line is skipped` }
      continue
    }
    parts.push(bytes)
    size += bytes.length + 1
    if (size >= PIECE) yield* take(number + 1)
  }
  yield* take(line)
}

const LINE_END = Uint8Array.of(LINE_FEED)

/** The lines of a piece, and their numbers. */
export function* linesIn({ line, bytes }: LinePiece): Generator<LinePiece> {
  let number = line
  for (let start = 0; start < bytes.length; number += 1) {
    const found = bytes.indexOf(LINE_FEED, start)
    const end = found === -1 ? bytes.length : found
    yield { line: number, bytes: bytes.subarray(start, end) }
    start = end + 1
  }
}
