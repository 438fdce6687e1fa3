import { STREAM_TERMINATOR } from '#contract/tables.ts'
import { ResearchFailedError } from './errors.ts'
import type { EventPump } from './event-pump.ts'

const encoder = new TextEncoder()

/** A comment: it keeps proxies on the way from taking the silence for a dead connection. */
const KEEP_ALIVE = encoder.encode(': keep-alive\n\n')
const TERMINATOR = encoder.encode(`data: ${STREAM_TERMINATOR}\n\n`)

/** Writes events as the wire has them, one for each that is asked for. */
export function relay(pump: EventPump): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller): void {
        pump.onQuiet = () => controller.enqueue(KEEP_ALIVE)
        // It reaches a reader that is not asking for anything, too.
        pump.whenOver(({ byCaller, error }) => {
          if (byCaller === true) controller.error(error)
        })
      },
      async pull(controller): Promise<void> {
        try {
          const { done, value } = await pump.next()
          if (done !== true) return controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`))
          controller.enqueue(TERMINATOR)
        } catch (error) {
          // `research.failed` has been written: it is an end in good order, and no [DONE] follows it.
          if (!ResearchFailedError.isInstance(error)) return controller.error(error)
        }
        controller.close()
      },
      cancel(): void {
        pump.return()
      },
    },
    { highWaterMark: 0 },
  )
}
