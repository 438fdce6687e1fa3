import { setTimeout as sleep } from 'node:timers/promises'
import { saidIn } from '#model/client/failure-of.ts'
import { ModelFailure } from '#model/failure.ts'
import { orAborted } from '#web/fetch/guarded-fetch.ts'
import { ask, type HostedEndpoint, jsonOf } from './ask.ts'
import type { HostedBatch, HostedName, HostedResearch, HostedTask } from './calls.ts'
import { NewsStream } from './news-stream.ts'
import { SERVICES } from './services.ts'
import { cancelCall, type Said, startCall, stateCall, streamCall } from './wires/wire.ts'

/** Which service researches, and how it is reached. */
export interface HostedOptions {
  /** The service that researches. */
  service: HostedName
  /** Sent only to the service. */
  apiKey: string
  /** With its version. Default: the service's own. */
  baseUrl?: string | undefined
  /** The model or agent that researches. Default: what the service's documentation names for the level. */
  model?: string | undefined
  /** Milliseconds between two looks at research that is not streamed. Default: 5,000. */
  pollMs?: number | undefined
  /** Milliseconds before the first retry of a request. Default: 500. */
  pauseMs?: number | undefined
  /** Milliseconds until a response begins, after which a request is given up. Default: 60,000. */
  timeoutMs?: number | undefined
}

const POLL_MS = 5_000
/** Messages among which one has to name the research that began. */
const MOST_WITHOUT_ID = 10
/** Times that a stream which brings nothing is opened before the state is looked at. */
const MOST_OPENED = 3
/** Milliseconds for a request that ends research. */
const CANCEL_MS = 10_000

/** A hosted service, which this process reaches. */
export interface HostedClient extends HostedResearch {
  /** Waits until the service has heard of all that is to be ended, for a few seconds at most. */
  close(): Promise<void>
}

/** The endpoint that the options name. */
export function endpointOf({ service, baseUrl, model, ...rest }: HostedOptions): HostedEndpoint {
  const own = SERVICES[service]
  return {
    ...own,
    ...rest,
    baseUrl: (baseUrl ?? own.baseUrl).replace(/(?<!\/)\/+$/, ''),
    model: model ?? own.model,
  }
}

/** Reaches a hosted service. Nothing is asked of it yet. */
export function createHostedClient(options: HostedOptions): HostedClient {
  return new Client(options)
}

class Client implements HostedClient {
  readonly service: HostedName
  readonly #endpoint: HostedEndpoint
  readonly #pollMs: number
  /** By the id of the research. */
  readonly #streams = new Map<string, NewsStream>()
  /** Research whose news the service does not stream any more. */
  readonly #unstreamed = new Set<string>()
  readonly #ending = new Set<Promise<void>>()

  constructor(options: HostedOptions) {
    this.service = options.service
    this.#endpoint = endpointOf(options)
    this.#pollMs = options.pollMs ?? POLL_MS
  }

  async start(task: HostedTask, signal: AbortSignal): Promise<string> {
    // An id that comes when nobody waits for it any more is that of research to be ended.
    const starting = this.#begin(task, signal)
    try {
      return await orAborted(starting, signal)
    } catch (error) {
      if (signal.aborted) this.#track(starting.then((id) => this.cancel(id)))
      throw error
    }
  }

  /** Once it is sent, it is not aborted: it may have begun. */
  async #begin(task: HostedTask, caller: AbortSignal): Promise<string> {
    caller.throwIfAborted()
    const connection = new AbortController()
    const { signal } = connection
    const response = await ask(this.#endpoint, startCall(task, this.#endpoint), signal)
    const isStream = response.headers.get('content-type')?.includes('event-stream') === true
    if (!isStream) return idIn(this.#read(await jsonOf(response, signal)))
    const stream = new NewsStream(response, connection, '', (sent) => this.#read(sent))
    let said = await stream.first(signal)
    // Not every service names it in its first message.
    for (let messages = 1; said && said.id === undefined && messages < MOST_WITHOUT_ID; messages += 1)
      said = await stream.first(signal)
    const id = idIn(said)
    this.#streams.set(id, stream)
    return id
  }

  async next(id: string, after: string, signal: AbortSignal): Promise<HostedBatch> {
    try {
      for (;;) {
        const news = await this.#news(id, after, signal)
        if (news) return news
        const report = await this.#report(id, signal)
        if (report) return { events: [], after, report }
        await sleep(this.#pollMs, undefined, { signal })
      }
    } catch (error) {
      this.#let(id)
      signal.throwIfAborted()
      throw error
    }
  }

  async cancel(id: string): Promise<void> {
    this.#let(id)
    this.#unstreamed.delete(id)
    const call = cancelCall(id, this.#endpoint)
    if (!call) return
    const ending = ask(this.#endpoint, call, AbortSignal.timeout(CANCEL_MS)).then(
      (response) => response.body?.cancel(),
      () => {},
    )
    await this.#track(ending.catch(() => {}))
  }

  async close(): Promise<void> {
    for (const id of this.#streams.keys()) this.#let(id)
    await Promise.allSettled(this.#ending)
  }

  /** What a stream brings that tells something; undefined where there is none, or it is over. One that breaks is taken up again. */
  async #news(id: string, after: string, signal: AbortSignal): Promise<HostedBatch | undefined> {
    let place = after
    for (let opened = 0; opened < MOST_OPENED; opened += 1) {
      const stream = this.#streams.get(id) ?? (await this.#open(id, place, signal))
      while (stream && !stream.over) {
        const events = (await stream.batch(signal)).flatMap((said) => said.events)
        if (events.length > 0) return { events, after: stream.after }
      }
      this.#let(id)
      if (!stream || stream.ended) return undefined
      place = stream.after
    }
    return undefined
  }

  async #open(id: string, after: string, signal: AbortSignal): Promise<NewsStream | undefined> {
    const call = streamCall(id, after, this.#endpoint)
    if (!call || this.#unstreamed.has(id)) return undefined
    const connection = new AbortController()
    try {
      const response = await orAborted(ask(this.#endpoint, call, connection.signal), signal)
      const stream = new NewsStream(response, connection, after, (sent) => this.#read(sent))
      this.#streams.set(id, stream)
      return stream
    } catch (error) {
      connection.abort()
      signal.throwIfAborted()
      // Its state may still be there.
      if (!(error instanceof ModelFailure) || !/^(?:model|request)$/.test(error.reason)) throw error
      this.#unstreamed.add(id)
      return undefined
    }
  }

  /** @throws {ModelFailure} if it ended without a report */
  async #report(id: string, signal: AbortSignal) {
    const response = await ask(this.#endpoint, stateCall(id, this.#endpoint), signal)
    const { state, report, fault } = this.#read(await jsonOf(response, signal))
    if (state === 'running' || state === undefined) return undefined
    this.#let(id)
    this.#unstreamed.delete(id)
    if (state === 'ended' || !report) throw new ModelFailure('cut', `ended the research${quoted(this.#saidIn(fault))}`)
    if (report.text.trim() === '') throw new ModelFailure('empty', 'wrote no report')
    return report
  }

  #saidIn(fault: unknown): string {
    return saidIn(JSON.stringify({ error: fault }), [this.#endpoint.apiKey])
  }

  #read(sent: unknown): Said {
    return SERVICES[this.service].wire(sent)
  }

  /** Lets go of a stream. */
  #let(id: string): void {
    this.#streams.get(id)?.close()
    this.#streams.delete(id)
  }

  async #track(work: Promise<void>): Promise<void> {
    const ended = work.catch(() => {})
    this.#ending.add(ended)
    await ended.finally(() => this.#ending.delete(ended))
  }
}

function idIn(said: Said | undefined): string {
  if (said?.id !== undefined) return said.id
  throw new ModelFailure('cut', 'broke off before it said whether research had begun')
}

const quoted = (said: string) => (said === '' ? '' : `: “${said}”`)
