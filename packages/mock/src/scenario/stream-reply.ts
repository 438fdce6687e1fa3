import { HEADERS, STREAM_HEADERS } from '@deep-research/sdk/contract'
import { type Exchange, PLAIN_WIRE, type Step, type StreamReply } from './scenario.ts'

/** A stream of these steps with the status and headers of a good one. */
export function streamReply(exchange: Exchange, steps: Iterable<Step>): StreamReply {
  return {
    kind: 'stream',
    status: 200,
    headers: { ...STREAM_HEADERS, [HEADERS.requestId]: exchange.id },
    steps,
    wire: PLAIN_WIRE,
  }
}
