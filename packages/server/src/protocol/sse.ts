import { STREAM_TERMINATOR } from '@deep-research/sdk/contract'

const AROUND = 'data: \n\n'.length

/** One envelope as a frame of the stream. JSON holds no raw line break, so one line is enough. */
export function frame(json: string): string {
  return `data: ${json}\n\n`
}

/** The bytes of an envelope's frame. To measure the frame itself would put its pieces together once more. */
export function frameBytes(json: string): number {
  return Buffer.byteLength(json) + AROUND
}

/** What closes a stream that completed. */
export const terminatorFrame = frame(STREAM_TERMINATOR)

/** A comment that keeps proxies and clients from taking a silent stream for a dead one. */
export const keepAliveFrame = ': keep-alive\n\n'
