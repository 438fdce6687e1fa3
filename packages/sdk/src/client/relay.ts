import { STREAM_TERMINATOR } from '#contract/tables.ts'
import { abortError } from './abort.ts'
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
        // An abort reaches a reader that is not asking for anything, too.
        pump.whenOver((outcome) => {
          pump.onQuiet = undefined
          if (outcome.kind === 'failed' && outcome.aborted) controller.error(outcome.error)
        })
      },
      async pull(controller): Promise<void> {
        try {
          const { done, value } = await pump.next()
          if (done !== true) return controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`))
          if (pump.outcome?.kind !== 'completed') throw abortError('The stream was left before its end.')
          controller.enqueue(TERMINATOR)
          controller.close()
        } catch (error) {
          // `research.failed` has been written: it is an end in good order, and no [DONE] follows it.
          if (ResearchFailedError.isInstance(error)) controller.close()
          else controller.error(error)
        }
      },
      cancel(): void {
        pump.return()
      },
    },
    { highWaterMark: 0 },
  )
}
