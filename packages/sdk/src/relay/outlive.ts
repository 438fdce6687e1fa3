import { ignore } from '#stream/ignore.ts'
import { later } from '#stream/later.ts'

/** A body that its reader may leave while its source is read on. */
export interface OutlivedBody {
  readonly body: ReadableStream<Uint8Array>
  /** Resolves when `source` has been read to its end, by the reader or without it. Never rejects. */
  readonly over: Promise<void>
}

/** Some servers and proxies close a connection that is silent for ten seconds. */
const QUIET_MS = 5_000
const KEEP_ALIVE = ': keep-alive\n\n'

/** What `promise` resolves with, or undefined if it has not after `ms`. */
function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const stop = later(() => resolve(undefined), ms)
    promise.then(resolve, reject).finally(stop)
  })
}

/**
 * Makes a body that a reader can leave without cancelling `source`, so that the research continues. What is read
 * without the reader is not kept. While the source is silent, the body has comments.
 */
export function outlive(source: ReadableStream<Uint8Array>): OutlivedBody {
  const reader = source.getReader()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  /** A read that the source has not answered. A reader who leaves usually does so while there is one. */
  let pending: ReturnType<typeof reader.read> | undefined
  let left = false
  const readOn = async (): Promise<void> => {
    while (!(await (pending ?? reader.read())).done) pending = undefined
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller): Promise<void> {
        try {
          pending ??= reader.read()
          const read = await within(pending, QUIET_MS)
          if (left) return
          if (!read) return controller.enqueue(new TextEncoder().encode(KEEP_ALIVE))
          pending = undefined
          if (!read.done) return controller.enqueue(read.value)
          controller.close()
        } catch (error) {
          // A reader who has left is told nothing, and the end is awaited elsewhere.
          if (left) return
          controller.error(error)
        }
        end()
      },
      cancel(): void {
        left = true
        void readOn().catch(ignore).finally(end)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, over }
}
