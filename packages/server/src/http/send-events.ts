import type { ServerResponse } from 'node:http'
import type { Feed } from '#jobs/ports.ts'
import { frame, keepAliveFrame, terminatorFrame } from '#protocol/sse.ts'

export interface SendEventsOptions {
  /** Envelopes that the client has already. */
  after: number
  /** Milliseconds of silence after which a comment is sent. */
  keepAliveMs: number
  /** Milliseconds after which a client that takes nothing is cut off; it may resume. Default: a minute. */
  stallMs?: number
}

const STALL = 60_000

/**
 * Sends a feed as a stream, as fast as the client takes it: what it has not taken yet waits in the feed, not in the
 * socket. The head must have been sent before. Watching the feed ends with the connection.
 */
export function sendEvents(response: ServerResponse, feed: Feed, options: SendEventsOptions): void {
  const { after, keepAliveMs, stallMs = STALL } = options
  let next = after
  let ready = true
  let loaded: { first: number; envelopes: string[] } | undefined
  let loading = false
  let writtenAt = Date.now()
  let timer: NodeJS.Timeout | undefined

  const write = (text: string) => {
    ready = response.write(text)
    writtenAt = Date.now()
  }

  const load = async () => {
    loading = true
    try {
      loaded = { first: next, envelopes: await feed.load(next) }
    } catch {
      // A client may resume a stream that is cut; one that goes on with a hole is lost.
      response.destroy()
    }
    loading = false
    pump()
  }

  const pump = () => {
    if (response.writableEnded || response.destroyed || loading) return
    while (ready && next < feed.length) {
      const json = feed.at(next) ?? loaded?.envelopes[next - loaded.first]
      if (json === undefined) {
        load()
        return
      }
      next += 1
      write(frame(json))
    }
    if (feed.ended && next >= feed.length) response.end(feed.ended === 'completed' ? terminatorFrame : undefined)
  }

  const keepAlive = () => {
    const silence = Date.now() - writtenAt
    if ((!ready || response.writableEnded) && silence >= stallMs) response.destroy()
    else if (ready && silence >= keepAliveMs && !response.writableEnded) write(keepAliveFrame)
    const due = ready ? writtenAt + keepAliveMs : writtenAt + stallMs
    timer = setTimeout(keepAlive, Math.max(1, due - Date.now()))
  }

  const unwatch = feed.watch(pump)
  const closed = () => {
    clearTimeout(timer)
    unwatch()
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
