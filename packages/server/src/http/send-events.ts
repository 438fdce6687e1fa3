import type { ServerResponse } from 'node:http'
import type { Feed } from '#jobs/ports.ts'
import { frame, keepAliveFrame, terminatorFrame } from '#protocol/sse.ts'

export interface SendEventsOptions {
  /** Milliseconds of silence after which a comment is sent. */
  keepAliveMs: number
  /** Called once when the connection is gone before the stream's end was sent. */
  lost: () => void
}

/**
 * Sends a feed as a stream, from its first envelope, as fast as the client takes it: what it has not taken yet waits
 * in the feed, not in the socket. The head must have been sent before.
 */
export function sendEvents(response: ServerResponse, feed: Feed, { keepAliveMs, lost }: SendEventsOptions): void {
  let next = 0
  let ready = true
  let writtenAt = Date.now()
  let timer: NodeJS.Timeout | undefined

  const write = (text: string) => {
    ready = response.write(text)
    writtenAt = Date.now()
  }

  const pump = () => {
    if (response.writableEnded || response.destroyed) return
    while (ready) {
      const json = feed.at(next)
      if (json === undefined) break
      next += 1
      write(frame(json))
    }
    if (feed.ended && next >= feed.length) response.end(feed.ended === 'completed' ? terminatorFrame : undefined)
  }

  const keepAlive = () => {
    const silence = Date.now() - writtenAt
    if (silence >= keepAliveMs && ready && !response.writableEnded) write(keepAliveFrame)
    timer = setTimeout(keepAlive, Math.max(1, keepAliveMs - (Date.now() - writtenAt)))
  }

  const unwatch = feed.watch(pump)
  const closed = () => {
    clearTimeout(timer)
    unwatch()
    if (!response.writableFinished) lost()
  }
  response.on('drain', () => {
    ready = true
    pump()
  })
  if (response.destroyed) {
    closed()
    return
  }
  response.once('close', closed)
  timer = setTimeout(keepAlive, keepAliveMs)
  pump()
}
