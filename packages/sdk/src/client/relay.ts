import { STREAM_TERMINATOR } from '#contract/tables.ts'
import { ResearchFailedError } from './errors.ts'
import type { EventPump } from './event-pump.ts'

const encoder = new TextEncoder()

/** Writes events as the wire has them, one for each that is asked for. */
export function relay(pump: EventPump): ReadableStream<Uint8Array> {
  const write = (controller: ReadableStreamDefaultController<Uint8Array>, text: string): void =>
    controller.enqueue(encoder.encode(`${text}\n\n`))
  return new ReadableStream<Uint8Array>(
    {
      start(controller): void {
        // It keeps proxies on the way from taking the silence for a dead connection.
        pump.onQuiet = () => write(controller, ': keep-alive')
        // It reaches a reader that is not asking for anything, too.
        pump.whenOver(({ byCaller, error }) => {
          if (byCaller) controller.error(error)
        })
      },
      async pull(controller): Promise<void> {
        try {
          const { done, value } = await pump.next()
          if (!done) return write(controller, `data: ${JSON.stringify(value)}`)
          write(controller, `data: ${STREAM_TERMINATOR}`)
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
