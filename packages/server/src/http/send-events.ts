import type { ServerResponse } from 'node:http'
import type { Feed } from '#jobs/ports.ts'
import { isCompletion } from '#protocol/envelopes.ts'
import { frame, frameBytes, keepAliveFrame, terminatorFrame } from '#protocol/sse.ts'
import { type ChunkWriter, createChunkWriter } from './chunk-writer.ts'

export interface EventSenderOptions {
  /** Milliseconds of silence after which a comment has been sent. */
  keepAliveMs: number
  /** Milliseconds after which a client that takes nothing is cut off; it may resume. Default: a minute. */
  stallMs?: number
}

/**
 * Sends a feed as a stream, as fast as the client takes it: what it has not taken yet waits in the feed, not in the
 * socket. The head must have been sent before. Watching the feed ends with the connection. `from` is the
 * index of the first envelope to be sent.
 */
export type SendEvents = (response: ServerResponse, feed: Feed, from: number) => void

export interface EventSender {
  send: SendEvents
  /** How many streams are open. */
  readonly open: number
}

const STALL = 60_000

/** Looks at silent streams in the time that a comment may be late. */
const LOOKS = 15

/** One clock looks after all streams: one of its own would be a good part of what a silent stream keeps. */
export function createEventSender({ keepAliveMs, stallMs = STALL }: EventSenderOptions): EventSender {
  const every = Math.max(1, Math.floor(Math.min(keepAliveMs, stallMs) / LOOKS))
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = Date.now()
    for (const stream of streams) stream.look(now, keepAliveMs - every, stallMs)
  }
  const closed = (stream: Stream) => {
    streams.delete(stream)
    if (streams.size === 0) clearInterval(timer)
  }
  return {
    get open() {
      return streams.size
    },
    send(response, feed, from) {
      if (response.destroyed) return
      if (streams.size === 0) timer = setInterval(look, every)
      streams.add(new Stream(response, feed, from, closed))
    },
  }
}

/** One client's way through a feed. A class, as there are thousands: a closure for each step would be kept for each. */
class Stream {
  readonly #response: ServerResponse
  readonly #writer: ChunkWriter
  readonly #feed: Feed
  #next: number
  #loading = false
  #loaded: { first: number; envelopes: readonly string[] } | undefined
  /** The last envelope that was sent tells of a completed research. */
  #completed = false
  #writtenAt = Date.now()

  constructor(response: ServerResponse, feed: Feed, from: number, closed: (stream: Stream) => void) {
    this.#response = response
    this.#writer = createChunkWriter(response, () => this.#pump())
    this.#feed = feed
    this.#next = from
    const unwatch = feed.watch(() => this.#pump())
    // It closes once; to say so would keep three objects more for each stream.
    response.on('close', () => {
      unwatch()
      closed(this)
    })
    this.#pump()
  }

  /** Sends a comment after so much silence, and cuts a client off that has taken nothing for so long. */
  look(now: number, silentMs: number, stallMs: number): void {
    const silence = now - this.#writtenAt
    const ended = this.#response.writableEnded
    if (ended || !this.#writer.keepsUp) {
      if (silence >= stallMs) this.#response.destroy()
    } else if (silence >= silentMs) this.#write(keepAliveFrame, keepAliveFrame.length)
  }

  #write(text: string, bytes: number): void {
    this.#writer.write(text, bytes)
    this.#writtenAt = Date.now()
  }

  #pump(): void {
    const feed = this.#feed
    if (this.#loading || this.#response.writableEnded || this.#response.destroyed) return
    while (this.#writer.keepsUp && this.#next < feed.length) {
      const json = feed.at(this.#next) ?? this.#loaded?.envelopes[this.#next - this.#loaded.first]
      if (json === undefined) {
        this.#load()
        return
      }
      this.#completed = isCompletion(json)
      this.#write(frame(json), frameBytes(feed.bytesAt(this.#next) ?? Buffer.byteLength(json)))
      this.#next += 1
    }
    if (this.#next < feed.length) return
    this.#loaded = undefined
    if (feed.state === 'running') return
    // A client may come back to a stream that is cut; to one that ended without its last envelope it may not.
    if (feed.state === 'cut') this.#response.destroy()
    else this.#writer.end(this.#completed ? terminatorFrame : undefined)
  }

  async #load(): Promise<void> {
    this.#loading = true
    try {
      this.#loaded = { first: this.#next, envelopes: await this.#feed.load(this.#next) }
    } catch {
      // A client may resume a stream that is cut; one that goes on with a hole is lost.
      this.#response.destroy()
    }
    this.#loading = false
    this.#pump()
  }
}
