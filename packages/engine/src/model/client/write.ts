import { withRetries } from '#http/with-retries.ts'
import type { ModelCall } from '../calls.ts'
import type { Line, Lines, Turn } from './converse.ts'
import { repliesOf } from './reply.ts'

/** Characters of a piece: whoever reads looks at each as it comes, and may have had enough after any. */
const LONGEST_PIECE = 4 * 1024

/** Streams text. A failure before the first piece is retried; after a later one the caller decides how to continue. */
export async function* write(lines: Lines, { role, ...call }: ModelCall): AsyncGenerator<string> {
  const line = lines[role]
  const leaving = new AbortController()
  const turn = { ...call, schema: undefined, signal: AbortSignal.any([call.signal, leaving.signal]) }
  try {
    const policy = { ...line.policy, signal: call.signal }
    const { pieces, first } = await withRetries(() => begin(line, turn), policy)
    for (let next = first; !next.done; next = await pieces.next()) {
      for (let at = 0; at < next.value.length; at += LONGEST_PIECE) yield next.value.slice(at, at + LONGEST_PIECE)
    }
  } finally {
    leaving.abort()
  }
}

/** Starts a stream and waits for its first piece. */
async function begin(line: Line, turn: Turn) {
  const pieces = readAhead(repliesOf(line, turn))
  return { pieces, first: await pieces.next() }
}

/**
 * Reads on while whoever takes the pieces does something else: it may ask the same endpoint, which takes no other call
 * before this one has ended.
 */
async function* readAhead(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const read: string[] = []
  let end: { error?: unknown } | undefined
  let changed = Promise.withResolvers<void>()
  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const reading = async () => {
    for await (const piece of pieces) {
      read.push(piece)
      change()
    }
  }
  reading()
    .then(
      () => (end = {}),
      (error: unknown) => (end = { error }),
    )
    .finally(change)
  for (;;) {
    const next = read.shift()
    if (next !== undefined) yield next
    else if (end && 'error' in end) throw end.error
    else if (end) return
    else await changed.promise
  }
}
