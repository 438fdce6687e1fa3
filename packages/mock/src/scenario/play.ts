import { STREAM_TERMINATOR } from '@deep-research/sdk/contract'
import { envelopeText } from './envelope.ts'
import type { Cut, Exchange, Step, StreamReply, WireFormat } from './scenario.ts'

/** What happens on a connection: bytes are written, or it breaks. */
export type Frame = { readonly kind: 'write'; readonly bytes: Uint8Array } | { readonly kind: 'tear' }

const encoder = new TextEncoder()
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf)

/** How many bytes of a cut event are written. */
function cutLength(bytes: Uint8Array, cut: Cut): number {
  if (cut === 'event') return Math.floor(bytes.length / 2)
  const lead = bytes.findIndex((byte) => byte >= 0xc0)
  if (lead < 0) throw new Error('The event to cut within a code point has no multi-byte character.')
  return lead + 1
}

function encode(step: Exclude<Step, { kind: 'wait' | 'tear' }>, exchange: Exchange, newline: string): Uint8Array {
  const block = (line: string) => encoder.encode(`${line}${newline}${newline}`)
  switch (step.kind) {
    case 'event': {
      const bytes = block(`data: ${envelopeText(step, exchange)}`)
      return step.cut === undefined ? bytes : bytes.subarray(0, cutLength(bytes, step.cut))
    }
    case 'data':
      return block(`data: ${step.text}`)
    case 'comment':
      return block(`: ${step.text}`)
    case 'done':
      return block(`data: ${STREAM_TERMINATOR}`)
    case 'bytes':
      return step.bytes
  }
}

async function* write(bytes: Uint8Array, wire: WireFormat, exchange: Exchange, signal: AbortSignal) {
  const size = wire.chunkBytes > 0 ? wire.chunkBytes : bytes.length
  for (let start = 0; start < bytes.length; start += size) {
    if (wire.chunkEveryMs > 0) await exchange.clock.sleep(wire.chunkEveryMs, signal)
    yield { kind: 'write', bytes: bytes.subarray(start, start + size) } satisfies Frame
  }
}

/**
 * Plays a stream: it waits where the stream waits, and dates each event when it is requested. Steps are taken one by
 * one, so nothing runs ahead of the reader.
 * @throws the signal's reason when it is aborted
 */
export async function* playFrames(reply: StreamReply, exchange: Exchange, signal: AbortSignal): AsyncGenerator<Frame> {
  if (reply.wire.bom) yield { kind: 'write', bytes: BYTE_ORDER_MARK }
  for (const step of reply.steps) {
    signal.throwIfAborted()
    if (step.kind === 'tear') {
      yield { kind: 'tear' }
      return
    }
    if (step.kind === 'wait') await exchange.clock.sleep(step.ms, signal)
    else yield* write(encode(step, exchange, reply.wire.newline), reply.wire, exchange, signal)
  }
}
