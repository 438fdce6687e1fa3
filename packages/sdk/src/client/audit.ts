import type { StreamEvent } from '#stream/decode-event.ts'
import type { Ending } from '#stream/prove-ending.ts'
import { type Hooks, notify, type Warning } from './hooks.ts'
import type { PartialTracker } from './partial.ts'

/** Compares what a stream sends with what the specification says of it. */
interface Audit {
  note(event: StreamEvent): void
}

/** Watches one stream for its caller's `onWarning`; undefined where nobody asks, so that it costs nothing. */
function createAudit(hooks: Hooks): Audit | undefined {
  if (hooks.onWarning === undefined) return undefined
  const fragments: string[] = []
  let requestId: string | undefined
  let expected = 0

  function warn(code: Warning['code'], message: string): void {
    notify(hooks.onWarning, { code, message, requestId })
  }

  function noteRequest(event: StreamEvent): void {
    if (typeof event.request_id !== 'string') warn('shape', `${event.type} has no request_id.`)
    else if (requestId === undefined) requestId = event.request_id
    else if (event.request_id !== requestId) warn('request-id', `${event.type} names request ${event.request_id}.`)
  }

  function noteDelta({ content, sequence }: { content: unknown; sequence: unknown }): void {
    if (typeof content === 'string') fragments.push(content)
    else warn('shape', 'A piece of answer has no content.')
    if (sequence !== expected) warn('sequence', `A piece of answer has sequence ${sequence}, not ${expected}.`)
    expected = typeof sequence === 'number' ? sequence + 1 : expected + 1
  }

  return {
    note(event): void {
      noteRequest(event)
      if (event.type === 'research.answer.delta') noteDelta(event.data)
      else if (event.type === 'research.completed' && fragments.length > 0) {
        const matches = fragments.join('') === event.data.answer
        if (!matches) warn('answer-mismatch', 'The pieces of the answer together are not the answer.')
      }
    },
  }
}

/** What happens with each event before it is delivered; returns the stream's ending where it is one. */
export function createObserver(partial: PartialTracker, hooks: Hooks): (event: StreamEvent) => Ending | undefined {
  const audit = createAudit(hooks)
  return (event) => {
    const ending = partial.note(event)
    audit?.note(event)
    notify(hooks.onEvent, event)
    return ending
  }
}
