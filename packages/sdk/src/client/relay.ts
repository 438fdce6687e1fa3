import { STREAM_TERMINATOR } from '#contract/tables.ts'
import { ResearchFailedError } from './errors.ts'
import type { EventPump } from './event-pump.ts'

/** Writes events in the wire format, one for each that is requested. */
export function relay(pump: EventPump): ReadableStream<Uint8Array> {
  // A test environment without an encoder must be able to load this module.
  const encoder = new TextEncoder()
  const write = (controller: ReadableStreamDefaultController<Uint8Array>, text: string): void =>
    controller.enqueue(encoder.encode(`${text}\n\n`))
  return new ReadableStream<Uint8Array>(
    {
      start(controller): void {
        // This keeps proxies on the way from treating the silent connection as dead.
        pump.onQuiet = () => write(controller, ': keep-alive')
        // This also reaches a reader that is not requesting anything.
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
          // After `research.failed` the stream ends properly, without [DONE].
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
