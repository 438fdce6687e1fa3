import type { StreamEvent } from '#stream/decode-event.ts'
import { type Hooks, notify, type Warning } from './hooks.ts'
import type { PartialTracker } from './partial.ts'

/** Compares what a stream sends with what the specification says of it, for its caller's `onWarning`. */
function createAudit(onWarning: Hooks['onWarning']): (event: StreamEvent) => void {
  const fragments: string[] = []
  let requestId: string | undefined
  let expected = 0
  return (event) => {
    const check = (sound: boolean, code: Warning['code'], message: string): void => {
      if (!sound) notify(onWarning, { code, message: `${event.type} ${message}.`, requestId })
    }
    const { request_id: id } = event
    const named = typeof id === 'string'
    if (named) requestId ??= id
    check(named, 'shape', 'has no request_id')
    check(!named || id === requestId, 'request-id', `names request ${id}`)
    if (event.type === 'research.answer.delta') {
      const { content, sequence } = event.data
      const said = typeof content === 'string'
      check(said, 'shape', 'has no content')
      if (said) fragments.push(content)
      check(sequence === expected, 'sequence', `has sequence ${sequence}, not ${expected}`)
      expected = (typeof sequence === 'number' ? sequence : expected) + 1
    } else if (event.type === 'research.completed') {
      const matches = fragments.length === 0 || fragments.join('') === event.data.answer
      check(matches, 'answer-mismatch', 'is not what the deltas were')
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
