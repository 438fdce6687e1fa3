import { STREAM_TERMINATOR } from '@deep-research/sdk/contract'

const AROUND = 'data: \n\n'.length

/** An envelope as one frame of the stream. One line is enough, because JSON contains no raw line break. */
export function frame(json: string): string {
  return `data: ${json}\n\n`
}

/** The size of a frame in bytes, from the size of its envelope. */
export function frameBytes(envelopeBytes: number): number {
  return envelopeBytes + AROUND
}

/** The frame that ends a completed stream. */
export const terminatorFrame = frame(STREAM_TERMINATOR)

/** A comment that keeps proxies and clients from treating a silent stream as dead. */
export const keepAliveFrame = ': keep-alive\n\n'
