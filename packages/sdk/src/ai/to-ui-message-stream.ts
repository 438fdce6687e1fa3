import { DeepResearchError } from '#client/errors.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import type { ResearchMessageChunk } from './chunk.ts'
import { type CitationMarker, createEventChunks } from './event-chunks.ts'

/** Options for turning research into a message. The names are those of the AI SDK's own `toUIMessageStream`. */
export interface UIMessageStreamOptions {
  /** The id of the message. @defaultValue left to the AI SDK */
  readonly messageId?: string | undefined
  /** The text after each cited span, such as `(_, number) => ` [${number}]``. @defaultValue none */
  readonly citationMarker?: CitationMarker | undefined
  /** The error text that the user sees. @defaultValue the message of the SDK's own errors, which contain no key */
  readonly onError?: ((error: unknown) => string) | undefined
  /**
   * Whether the message begins with this research: false for a second one in the same message. @defaultValue true
   */
  readonly sendStart?: boolean | undefined
  /** Whether the message ends with this research: false where more follows. @defaultValue true */
  readonly sendFinish?: boolean | undefined
  /** Whether thinking becomes reasoning parts. @defaultValue true */
  readonly sendReasoning?: boolean | undefined
  /** Whether sources become source parts; the data part has them in any case. @defaultValue true */
  readonly sendSources?: boolean | undefined
  /**
   * Makes the id with which the ids of all parts begin, once for each stream. @defaultValue the id of the research, so
   * that two of them do not meet in a message and one that is resumed has the same parts
   */
  readonly generateId?: (() => string) | undefined
}

const messageOf = (error: unknown): string =>
  DeepResearchError.isInstance(error) ? error.message : 'The research could not be finished.'

/**
 * An abort by the caller is not an error of the research. It throws an AbortError, perhaps of another realm, or the
 * caller's own reason.
 */
const isAbort = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'

/** The service's id of a research, if this is the stream of one. */
const idOf = (research: AsyncIterable<StreamEvent>): string | undefined =>
  'id' in research && typeof research.id === 'string' ? research.id : undefined

/** The chunks of a message, one list after another. */
interface Message {
  readonly begin: readonly ResearchMessageChunk[]
  of(event: StreamEvent): readonly ResearchMessageChunk[]
  end(): readonly ResearchMessageChunk[]
  broken(error: unknown): readonly ResearchMessageChunk[]
}

function createMessage(research: AsyncIterable<StreamEvent>, options: UIMessageStreamOptions): Message {
  const { messageId, citationMarker = () => '', onError = messageOf, sendStart = true, sendFinish = true } = options
  const { sendReasoning = true, sendSources = true, generateId } = options
  const id = generateId?.() ?? idOf(research)
  const chunks = createEventChunks({ citationMarker, sendReasoning, sendSources, id })
  let isFinished = false
  const finish = (finishReason: 'stop' | 'error'): ResearchMessageChunk[] =>
    sendFinish ? [{ type: 'finish', finishReason }] : []
  return {
    begin: [
      ...(sendStart ? [{ type: 'start', ...(messageId === undefined ? {} : { messageId }) } as const] : []),
      { type: 'start-step' },
    ],
    of(event) {
      if (event.type !== 'research.completed') return chunks.of(event)
      isFinished = true
      return [...chunks.of(event), { type: 'finish-step' }, ...finish('stop')]
    },
    end: () => (isFinished ? [] : [...chunks.close('The research ended early.'), ...finish('error')]),
    broken(error) {
      if (isAbort(error)) return [...chunks.close('The research was cancelled.'), { type: 'abort' }]
      const errorText = onError(error)
      return [...chunks.close(errorText), { type: 'finish-step' }, { type: 'error', errorText }, ...finish('error')]
    },
  }
}

/**
 * Turns research into a UI message stream of AI SDK 7: the answer as text without tags, thinking as reasoning, tool
 * calls as dynamic tools, each source as a source part, and the whole result as the data part `data-research`. Nothing
 * is thrown: an error, such as failed research, is a chunk, and the parts that were open are closed before it. Leaving
 * the stream leaves the research at once.
 *
 * @param research - the result of `client.stream()`, or any other iterable of the events of one research
 * @example
 * ```ts
 * import { DeepResearch } from '@deep-research/sdk'
 * import { toUIMessageStream } from '@deep-research/sdk/ai'
 * import { createUIMessageStreamResponse } from 'ai'
 *
 * export async function handle(request: Request): Promise<Response> {
 *   const research = await new DeepResearch().stream({ query: await request.text() }, { signal: request.signal })
 *   return createUIMessageStreamResponse({ stream: toUIMessageStream(research) })
 * }
 * ```
 */
export function toUIMessageStream(
  research: AsyncIterable<StreamEvent>,
  options: UIMessageStreamOptions = {},
): ReadableStream<ResearchMessageChunk> {
  const message = createMessage(research, options)
  // Not a generator: while one waits for an event, it does not notice that its reader has left.
  const events = research[Symbol.asyncIterator]()
  const ready = [...message.begin]
  let over = false
  let left = false
  const read = async (): Promise<void> => {
    try {
      const { done, value } = await events.next()
      ready.push(...(done ? message.end() : message.of(value)))
      over = done === true
    } catch (error) {
      ready.push(...message.broken(error))
      over = true
    }
  }
  return new ReadableStream<ResearchMessageChunk>(
    {
      async pull(controller): Promise<void> {
        while (ready.length === 0 && !over) await read()
        if (left) return
        const chunk = ready.shift()
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
      async cancel(): Promise<void> {
        left = true
        over = true
        await events.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
