import { ignore } from '#stream/ignore.ts'

/** A body that its reader may leave, and what goes on behind it. */
export interface OutlivedBody {
  readonly body: ReadableStream<Uint8Array>
  /** Resolves when `source` has been read to its end, by the reader or in its absence. Never rejects. */
  readonly over: Promise<void>
}

/**
 * A body that can be left without leaving `source`: whoever comes back finds the research going on. Nothing is kept of
 * what is read in the reader's absence.
 */
export function outlive(source: ReadableStream<Uint8Array>): OutlivedBody {
  const reader = source.getReader()
  const over = Promise.withResolvers<void>()
  const readOn = async (): Promise<void> => {
    while (!(await reader.read()).done);
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller): Promise<void> {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        over.resolve()
      },
      cancel(): void {
        void readOn().catch(ignore).finally(over.resolve)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, over: over.promise }
}
