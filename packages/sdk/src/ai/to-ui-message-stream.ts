import { DeepResearchError } from '#client/errors.ts'
import type { StreamEvent } from '#stream/decode-event.ts'
import type { ResearchMessageChunk } from './chunk.ts'
import { type CitationMarker, createEventChunks } from './event-chunks.ts'

/** Options for turning research into a message. */
export interface UIMessageStreamOptions {
  /** The id of the message. @defaultValue left to the AI SDK */
  readonly messageId?: string | undefined
  /** The text after each cited span, such as `(_, number) => ` [${number}]``. @defaultValue none */
  readonly citationMarker?: CitationMarker | undefined
  /** The error text that the user sees. @defaultValue the message of the SDK's own errors, which contain no key */
  readonly onError?: ((error: unknown) => string) | undefined
}

const messageOf = (error: unknown): string =>
  DeepResearchError.isInstance(error) ? error.message : 'The research could not be finished.'

/** An abort by the caller is not an error of the research. It throws an AbortError or the caller's own reason. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

function lastChunks(error: unknown, onError: (error: unknown) => string): ResearchMessageChunk[] {
  if (isAbort(error)) return [{ type: 'abort' }]
  return [
    { type: 'error', errorText: onError(error) },
    { type: 'finish', finishReason: 'error' },
  ]
}

async function* chunksOf(
  events: AsyncIterable<StreamEvent>,
  { messageId, citationMarker = () => '', onError = messageOf }: UIMessageStreamOptions,
): AsyncGenerator<ResearchMessageChunk, undefined> {
  yield { type: 'start', ...(messageId === undefined ? {} : { messageId }) }
  yield { type: 'start-step' }
  const chunksOfEvent = createEventChunks(citationMarker)
  try {
    for await (const event of events) yield* chunksOfEvent(event)
  } catch (error) {
    yield* lastChunks(error, onError)
  }
}

/**
 * Turns research into a UI message stream of AI SDK 7: the answer as text without tags, thinking as reasoning, tool
 * calls as dynamic tools, each source as a source part, and the whole result as the data part `data-research`. Nothing
 * is thrown: an error, such as failed research, is the stream's last chunk but one. Leaving the stream leaves the
 * research.
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
  const chunks = chunksOf(research, options)
  return new ReadableStream<ResearchMessageChunk>(
    {
      async pull(controller): Promise<void> {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel(): Promise<void> {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
