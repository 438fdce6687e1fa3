import type { Served } from '#replies/serve.ts'
import type { Frame } from '#scenario/play.ts'
import type { StreamReply } from '#scenario/scenario.ts'

/**
 * The body of a stream where there is no socket to break. The response head is sent with the first bytes, so an empty
 * comment comes first, unless a byte order mark does.
 */
function toBody(served: Served, reply: StreamReply, signal: AbortSignal): ReadableStream<Uint8Array> {
  const left = new AbortController()
  let frames: AsyncGenerator<Frame> | undefined
  const leave = () => {
    left.abort(signal.reason)
    served.leave()
  }
  signal.addEventListener('abort', leave, { once: true })
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (!reply.wire.bom) controller.enqueue(new TextEncoder().encode(`:${reply.wire.newline.repeat(2)}`))
      },
      async pull(controller) {
        frames ??= served.frames(left.signal)
        const { done, value } = await frames.next()
        if (done === true) {
          signal.removeEventListener('abort', leave)
          controller.close()
        } else if (value.kind === 'write') controller.enqueue(value.bytes)
        else controller.error(new Error('The mocked connection broke.'))
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}

/**
 * Turns a served reply into a fetch `Response`; `undefined` means that the connection breaks before the head, because
 * of the scenario or the client.
 *
 * MSW shows a failed body as a clean end unless the response says that it is chunked, hence the header.
 */
export async function toResponse(served: Served, signal: AbortSignal): Promise<Response | undefined> {
  const { reply } = served
  try {
    await served.ready(signal)
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
  if (reply.kind === 'unreachable') return undefined
  const { status } = reply
  if (reply.kind === 'whole')
    return new Response(status === 204 ? null : reply.body, { status, headers: reply.headers })
  const headers = { ...reply.headers, 'transfer-encoding': 'chunked' }
  return new Response(toBody(served, reply, signal), { status, headers })
}
