import type { ServerResponse } from 'node:http'
import type { Feed, FeedWatcher } from '#jobs/ports.ts'
import { isCompletion, madeAt } from '#protocol/envelopes.ts'
import { frame, frameBytes, keepAliveFrame, terminatorFrame } from '#protocol/sse.ts'
import { type ChunkWriter, createChunkWriter, type Writing } from './chunk-writer.ts'

export interface EventSenderOptions {
  /** After so many milliseconds of silence a comment is sent. */
  keepAliveMs: number
  /** After so many milliseconds a client that reads nothing is cut off; it may resume. Default: a minute. */
  stallMs?: number
  /** Takes, for one event in 64, how many milliseconds passed between its making and its sending. */
  sentAfter?: (ms: number) => void
}

/** Writes envelopes for clients that speak another protocol. */
export interface StreamForm {
  /** The frames of the next envelope; empty if the client is not told of it. The last envelope's frames end the stream. */
  frames(envelope: string): string
}

/**
 * Sends a feed as a stream, as fast as the client reads it: what it has not read yet waits in the feed, not in the
 * socket. The head must have been sent. Watching the feed ends with the connection. `from` is the index of the first
 * envelope to send. Without a form, envelopes are sent as they are.
 */
export type SendEvents = (response: ServerResponse, feed: Feed, from: number, form?: StreamForm) => void

export interface EventSender {
  send: SendEvents
  /** How many streams are open. */
  readonly open: number
}

const STALL = 60_000

/** Of so many events the delay of one is measured. */
const MEASURED = 64

/** How often streams are looked at within the shorter of the times after which something is done. */
const LOOKS = 15

/** One timer serves all streams, because a timer for each would be a good part of a silent stream's memory. */
export function createEventSender(options: EventSenderOptions): EventSender {
  const { keepAliveMs, stallMs = STALL, sentAfter } = options
  const every = Math.max(1, Math.floor(Math.min(keepAliveMs, stallMs) / LOOKS))
  const streams = new Map<ServerResponse, Stream>()
  let timer: NodeJS.Timeout | undefined
  // What was written is noticed by the next look and its silence by a later one, so a comment may be two looks late.
  const silentMs = keepAliveMs - 2 * every
  const look = () => {
    const now = Date.now()
    for (const stream of streams.values()) stream.look(now, silentMs, stallMs)
  }
  // One function serves all streams, because one for each would take more memory.
  function closed(this: ServerResponse) {
    streams.get(this)?.leave()
    streams.delete(this)
    if (streams.size === 0) clearInterval(timer)
  }
  let sent = 0
  const told = (envelope: string) => {
    sent += 1
    if (sent % MEASURED === 0) sentAfter?.(Math.max(0, Date.now() - madeAt(envelope)))
  }
  return {
    get open() {
      return streams.size
    },
    send(response, feed, from, form) {
      if (response.destroyed) return
      if (streams.size === 0) timer = setInterval(look, every)
      streams.set(response, new Stream(response, feed, from, told, form))
      // The event fires once, so `once` would only keep three more objects for each stream.
      response.on('close', closed)
    },
  }
}

/** Sends a feed to one client. It is a class because there are thousands, and closures would take more memory. */
class Stream implements FeedWatcher, Writing {
  readonly #response: ServerResponse
  readonly #writer: ChunkWriter
  readonly #feed: Feed
  /** Takes each event that is sent to a client that had all before it. */
  readonly #told: (envelope: string) => void
  readonly #form: StreamForm | undefined
  #next: number
  /**
   * Whether everything that there was had been sent: then it is the service, and not the client, that makes an event
   * late.
   */
  #live = false
  #loading = false
  #loaded: { first: number; envelopes: readonly string[] } | undefined
  /** Whether the last envelope sent was that of completed research. */
  #completed = false
  /** Whether everything was sent, or the client has gone. */
  #over = false
  /**
   * Whether anything was sent since the last `look`, which notes the time: to note it for each event would cost more.
   */
  #wrote = false
  #writtenAt = Date.now()

  constructor(
    response: ServerResponse,
    feed: Feed,
    from: number,
    told: (envelope: string) => void,
    form: StreamForm | undefined,
  ) {
    this.#response = response
    this.#told = told
    this.#form = form
    this.#writer = createChunkWriter(response, this)
    this.#feed = feed
    this.#next = from
    feed.watch(this)
    this.#pump()
  }

  feedChanged(): void {
    this.#pump()
  }

  drained(): void {
    this.#pump()
  }

  /** Stops reading the feed. */
  leave(): void {
    this.#over = true
    this.#feed.unwatch(this)
  }

  /** Sends a comment after enough silence, and cuts off a client that has read nothing for too long. */
  look(now: number, silentMs: number, stallMs: number): void {
    if (this.#wrote) this.#writtenAt = now
    this.#wrote = false
    const silence = now - this.#writtenAt
    if (this.#over || !this.#writer.keepsUp) {
      if (silence >= stallMs) this.#response.destroy()
    } else if (silence >= silentMs) this.#write(keepAliveFrame, keepAliveFrame.length)
  }

  #write(text: string, bytes: number): void {
    this.#writer.write(text, bytes)
    this.#wrote = true
  }

  #pump(): void {
    const feed = this.#feed
    if (this.#loading || this.#over) return
    // A stream can end before the position that its reader has.
    if (feed.state === 'ended' && this.#next >= feed.length) this.#next = feed.length - 1
    while (this.#writer.keepsUp && this.#next < feed.length) {
      const json = feed.at(this.#next) ?? this.#loaded?.envelopes[this.#next - this.#loaded.first]
      if (json === undefined) {
        this.#load()
        return
      }
      this.#send(json)
      if (this.#live) this.#told(json)
      this.#next += 1
    }
    this.#live = this.#next >= feed.length
    if (!this.#live) return
    this.#loaded = undefined
    if (feed.state === 'running') return
    // A client may resume a stream that was cut off, but not one that ended without its last envelope.
    this.#over = true
    if (feed.state === 'cut') this.#response.destroy()
    else this.#writer.end(this.#completed ? terminatorFrame : undefined)
  }

  #send(json: string): void {
    if (this.#form) {
      const frames = this.#form.frames(json)
      if (frames !== '') this.#write(frames, Buffer.byteLength(frames))
      return
    }
    this.#completed = isCompletion(json)
    this.#write(frame(json), frameBytes(this.#feed.bytesAt(this.#next) ?? Buffer.byteLength(json)))
  }

  async #load(): Promise<void> {
    this.#loading = true
    try {
      this.#loaded = { first: this.#next, envelopes: await this.#feed.load(this.#next) }
    } catch {
      // A client may resume a stream that was cut off; one that continued with a gap would be lost.
      this.#over = true
      this.#response.destroy()
    }
    this.#loading = false
    this.#pump()
  }
}
