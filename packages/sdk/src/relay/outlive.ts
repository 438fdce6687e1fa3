import { ignore } from '#stream/ignore.ts'

/** A body that its reader may leave while its source is read on. */
export interface OutlivedBody {
  readonly body: ReadableStream<Uint8Array>
  /** Resolves when `source` has been read to its end, by the reader or without it. Never rejects. */
  readonly over: Promise<void>
}

/**
 * Makes a body that a reader can leave without cancelling `source`, so that the research continues. What is read
 * without the reader is not kept.
 */
export function outlive(source: ReadableStream<Uint8Array>): OutlivedBody {
  const reader = source.getReader()
  // `Promise.withResolvers` is not in Node 20.
  let end: () => void = ignore
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
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
        end()
      },
      cancel(): void {
        void readOn().catch(ignore).finally(end)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, over }
}
