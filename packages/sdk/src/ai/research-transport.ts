import { NotFoundError } from '#client/errors.ts'
import { readResearchStream } from '#client/read-stream.ts'
import { CONTENT_TYPE, LAST_EVENT_ID, REQUEST_ID, RESUME } from '#contract/tables.ts'
import type { ResearchRequest } from '#contract/types.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import { ignore } from '#stream/ignore.ts'
import type { ResearchMessageChunk } from './chunk.ts'
import { followResearch } from './follow-research.ts'
import { pause } from './pause.ts'
import { createRemembered, type ResearchStorage } from './remembered.ts'
import { toUIMessageStream, type UIMessageStreamOptions } from './to-ui-message-stream.ts'

type HeaderValues = Readonly<Record<string, string>>

/** Options for reaching the relay from a chat, and for the messages that are made. */
export interface ResearchTransportOptions
  extends Pick<UIMessageStreamOptions, 'citationMarker' | 'onError' | 'sendReasoning' | 'sendSources'> {
  /** The relay's URL: an endpoint made with `createRelay` of `@deep-research/sdk/relay`. */
  readonly api: string
  /** Headers of each request, or a function that is called for each, such as for a token that expires. */
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined
  /** Whether cookies are sent. @defaultValue that of `fetch`: only to the page's own origin */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** @defaultValue the page's own */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /**
   * Fields of each request, such as `reasoning_level`; those that `sendMessage` passes as `body` replace them.
   * @defaultValue none
   */
  readonly body?: Partial<ResearchRequest> | undefined
  /** How long a lost research is asked for again without an event, in milliseconds. @defaultValue 60_000 */
  readonly resumeForMs?: number | undefined
  /** Whether `stop()` also cancels the research at the service; it costs the same. @defaultValue true */
  readonly cancelOnStop?: boolean | undefined
  /** Where the id of a chat's research outlives a reload. @defaultValue `sessionStorage`, else memory */
  readonly storage?: ResearchStorage | undefined
}

/** What the transport reads of a chat's message. */
export interface ChatMessage {
  /** Who wrote it, such as `user`. */
  readonly role: string
  /** What it consists of. */
  readonly parts: readonly {
    /** The kind of the part, such as `text`. */
    readonly type: string
    /** What a text says. */
    readonly text?: unknown
  }[]
}

/** What a chat asks of its transport. */
export interface ChatRequest {
  /** The id of the chat: one that outlives a reload, if research is to be resumed then. */
  readonly chatId: string
  /** Aborted by `stop()`. */
  readonly abortSignal?: AbortSignal | undefined
  /** Further headers of this request. */
  readonly headers?: Record<string, string> | Headers | undefined
  /** Further fields of this request. */
  readonly body?: object | undefined
}

/** A transport for `useChat` of AI SDK 7; it is a `ChatTransport` of `ai`. */
export interface ResearchTransport {
  /** A chat that reconnects gets the whole answer from its beginning. */
  readonly resumeStreamIsReplay: true
  /**
   * Researches the text of the last message of the user.
   * @throws APIError, such as RateLimitError, if the relay refuses
   */
  readonly sendMessages: (
    options: ChatRequest & { readonly messages: readonly ChatMessage[] },
  ) => Promise<ReadableStream<ResearchMessageChunk>>
  /** Goes on with the research that a chat began; `null` if there is none. */
  readonly reconnectToStream: (options: ChatRequest) => Promise<ReadableStream<ResearchMessageChunk> | null>
}

function queryOf(messages: readonly ChatMessage[]): string {
  const asked = messages.findLast(({ role }) => role === 'user')
  const texts = asked?.parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
  return texts?.join('') ?? ''
}

/**
 * How long to wait after a chat has left its connection for it to open another one, if it resumes anew, in
 * milliseconds.
 */
const ANEW_MS = 50

function onAborted(signal: AbortSignal | undefined, act: () => Promise<void>): void {
  const run = () => void act().catch(ignore)
  if (signal?.aborted) run()
  else signal?.addEventListener('abort', run, { once: true })
}

/** Rejects when the signal is aborted. */
function rejectsWhenAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    onAborted(signal, async () => reject(signal?.reason))
  })
}

/** The requests to a relay. */
function createAccess({ api, headers, credentials, fetch }: ResearchTransportOptions) {
  const send = async (url: string, init: RequestInit, more: ChatRequest['headers']): Promise<Response> => {
    const own = typeof headers === 'function' ? await headers() : headers
    const all = new Headers(init.headers)
    for (const [name, value] of [...new Headers({ ...own }), ...new Headers(more)]) all.set(name, value)
    return (fetch ?? globalThis.fetch)(url, { ...init, headers: all, ...(credentials && { credentials }) })
  }
  return {
    ask: (params: object, more: ChatRequest['headers'], signal: AbortSignal) =>
      send(
        api,
        { method: 'POST', headers: { [CONTENT_TYPE]: 'application/json' }, body: JSON.stringify(params), signal },
        more,
      ),
    resume: (id: string, after: number, more: ChatRequest['headers'], signal: AbortSignal) =>
      send(api, { method: 'POST', headers: { [RESUME]: id, [LAST_EVENT_ID]: String(after) }, signal }, more),
    cancel: (id: string, more: ChatRequest['headers']) =>
      send(
        `${api}${api.includes('?') ? '&' : '?'}id=${encodeURIComponent(id)}`,
        { method: 'DELETE', keepalive: true },
        more,
      ),
  }
}

/** The events of a research, with calls when its last one is read and when its reader leaves. */
function observe(
  events: AsyncIterator<StreamEvent>,
  onEnd: () => void,
  onLeave: () => void,
): AsyncIterator<StreamEvent> {
  return {
    async next() {
      const next = await events.next()
      const type = next.value?.type
      if (type === 'research.completed' || type === 'research.failed') onEnd()
      return next
    },
    async return() {
      onLeave()
      return { done: true, value: undefined }
    },
  }
}

/**
 * Lets `useChat` of AI SDK 7 talk to a relay made with `createRelay`: each message of the user is researched. A lost
 * connection is resumed, `stop()` cancels the research, and with `resume: true` a page that was reloaded goes on with
 * the research that its chat began.
 *
 * @example
 * ```ts
 * import { createResearchTransport, type ResearchDataParts } from '@deep-research/sdk/ai'
 * import type { ChatTransport, UIMessage } from 'ai'
 *
 * type Message = UIMessage<unknown, ResearchDataParts>
 * // In the page: const { messages, sendMessage, stop } = useChat({ id: 'research', transport, resume: true })
 * export const transport: ChatTransport<Message> = createResearchTransport({ api: '/api/research' })
 * ```
 */
export function createResearchTransport(options: ResearchTransportOptions): ResearchTransport {
  const { resumeForMs = 60_000, cancelOnStop = true, storage, body, api: _, ...message } = options
  const access = createAccess(options)
  const running = createRemembered(storage)

  /** The connections that each chat has opened; only its last one can be stopped. */
  const opened = new Map<string, AbortController>()

  const open = (chatId: string): AbortController => {
    const connection = new AbortController()
    opened.set(chatId, connection)
    return connection
  }
  const cancel = async (chat: ChatRequest, id: string | null) => {
    running.forget(chat.chatId)
    if (id !== null) await access.cancel(id, chat.headers)
  }

  const read = async (chat: ChatRequest, response: Response, connection: AbortController, onLeft: () => void) => {
    // Rejects with the error that the response tells.
    if (!response.ok) await readResearchStream(response).result()
    const id = response.headers.get(REQUEST_ID)
    if (id !== null) running.set(chat.chatId, id)
    const { signal } = connection
    const resume = (one: string, after: number) => access.resume(one, after, chat.headers, signal)
    const events = followResearch(response, { resume, resumeForMs, signal })
    const ended = () => running.forget(chat.chatId)
    const leave = () => {
      // The generator may wait for an event, so its connection is what ends it.
      connection.abort()
      onLeft()
    }
    const research = { id, [Symbol.asyncIterator]: () => observe(events, ended, leave) }
    return toUIMessageStream(research, message)
  }

  /** Asks a question. `stop()` also cancels it before the head of the response, when its id is not known yet. */
  const ask = async (chat: ChatRequest, params: object) => {
    const connection = open(chat.chatId)
    const responding = access.ask(params, chat.headers, connection.signal)
    onAborted(chat.abortSignal, async () => {
      const id = cancelOnStop ? (await responding).headers.get(REQUEST_ID) : null
      connection.abort(chat.abortSignal?.reason)
      await cancel(chat, id)
    })
    const response = await Promise.race([responding, rejectsWhenAborted(chat.abortSignal)])
    return read(chat, response, connection, ignore)
  }

  // A chat that resumes anew leaves its connection as one that stops does, but soon opens another.
  const reconnect = async (chat: ChatRequest, id: string) => {
    const connection = open(chat.chatId)
    const leave = async () => {
      connection.abort(chat.abortSignal?.reason)
      await pause(ANEW_MS)
      if (cancelOnStop && opened.get(chat.chatId) === connection) await cancel(chat, id)
    }
    const left = () => void leave().catch(ignore)
    onAborted(chat.abortSignal, leave)
    const response = await access.resume(id, 0, chat.headers, connection.signal)
    return read(chat, response, connection, left)
  }

  return {
    resumeStreamIsReplay: true,
    sendMessages: async (chat) => ask(chat, { query: queryOf(chat.messages), ...body, ...chat.body }),
    async reconnectToStream(chat) {
      const id = running.get(chat.chatId)
      if (id === undefined) return null
      try {
        return await reconnect(chat, id)
      } catch (error) {
        if (!NotFoundError.isInstance(error)) throw error
        running.forget(chat.chatId)
        return null
      }
    },
  }
}
