import { STREAM_TERMINATOR } from '@deep-research/sdk/contract'

/** One envelope as a frame of the stream. JSON holds no raw line break, so one line is enough. */
export function frame(json: string): string {
  return `data: ${json}\n\n`
}

/** What closes a stream that completed. */
export const terminatorFrame = frame(STREAM_TERMINATOR)

/** A comment that keeps proxies and clients from taking a silent stream for a dead one. */
export const keepAliveFrame = ': keep-alive\n\n'
