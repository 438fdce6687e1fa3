import { STREAM_TERMINATOR } from '@deep-research/sdk/contract'

const AROUND = 'data: \n\n'.length

/** One envelope as a frame of the stream. JSON holds no raw line break, so one line is enough. */
export function frame(json: string): string {
  return `data: ${json}\n\n`
}

/** The bytes of a frame, by those of its envelope. */
export function frameBytes(envelopeBytes: number): number {
  return envelopeBytes + AROUND
}

/** What closes a stream that completed. */
export const terminatorFrame = frame(STREAM_TERMINATOR)

/** A comment that keeps proxies and clients from taking a silent stream for a dead one. */
export const keepAliveFrame = ': keep-alive\n\n'
