import { withRetries } from '#http/with-retries.ts'
import { interleave } from '../../interleave.ts'
import type { ModelCall } from '../calls.ts'
import type { Line, Lines, Turn } from './converse.ts'
import { repliesOf } from './reply.ts'

/** Characters of a piece: whoever reads looks at each as it comes, and may have had enough after any. */
const LONGEST_PIECE = 4 * 1024

/** Streams text. A failure before the first piece is retried; after a later one the caller decides how to continue. */
export async function* write(lines: Lines, { role, ...call }: ModelCall): AsyncGenerator<string> {
  const line = lines[role]
  const policy = { ...line.policy, signal: call.signal }
  const { pieces, first } = await withRetries(() => begin(line, { ...call, schema: undefined }), policy)
  try {
    for (let next = first; !next.done; next = await pieces.next()) {
      for (let at = 0; at < next.value.length; at += LONGEST_PIECE) yield next.value.slice(at, at + LONGEST_PIECE)
    }
  } finally {
    await pieces.return()
  }
}

/**
 * Starts a stream and waits for its first piece. It is read on while whoever takes the pieces does something else: they may
 * ask the same endpoint, which takes no other call before this one has ended.
 */
async function begin(line: Line, turn: Turn) {
  const read = async (tell: (piece: string) => void, signal: AbortSignal) => {
    for await (const piece of repliesOf(line, { ...turn, signal })) tell(piece)
  }
  const pieces = interleave([read], turn.signal)
  return { pieces, first: await pieces.next() }
}
