import type { StreamEvent } from '#stream/decode-event.ts'
import { type Hooks, notify, type Warning } from './hooks.ts'
import type { PartialTracker } from './partial.ts'

/** Compares what a stream sends with what the specification says of it, for its caller's `onWarning`. */
function createAudit(onWarning: Hooks['onWarning']): (event: StreamEvent) => void {
  let said = ''
  let requestId: string | undefined
  let expected = 0
  return (event) => {
    const check = (sound: boolean, code: Warning['code'], message: string): void => {
      if (!sound) notify(onWarning, { code, message: `${event.type} ${message}.`, requestId })
    }
    const { request_id: id } = event
    if (typeof id === 'string') {
      requestId ??= id
      check(id === requestId, 'request-id', `names request ${id}`)
    } else check(false, 'shape', 'lacks request_id')
    if (event.type === 'research.answer.delta') {
      const { content, sequence } = event.data
      if (typeof content === 'string') said += content
      else check(false, 'shape', 'lacks content')
      check(sequence === expected, 'sequence', `has sequence ${sequence}, not ${expected}`)
      expected = (sequence ?? expected) + 1
    } else if (event.type === 'research.completed') {
      check(!said || said === event.data.answer, 'answer-mismatch', 'differs from its deltas')
    }
  }
}

/** What happens with each event before it is delivered. The audit costs nothing where nobody asks for it. */
export function createObserver(partial: PartialTracker, { onEvent, onWarning }: Hooks): (event: StreamEvent) => void {
  const audit = onWarning && createAudit(onWarning)
  return (event) => {
    partial.note(event)
    audit?.(event)
    if (onEvent) notify(onEvent, event)
  }
}
