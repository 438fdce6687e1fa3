import type { StreamEvent } from '#stream/decode-event.ts'
import type { Observers, Warning } from './hooks.ts'
import type { PartialTracker } from './partial.ts'

type Warn = (warning: Omit<Warning, 'callId' | 'requestId'>) => void

/** Compares a stream with the specification, from its beginning or from a later event. */
function createAudit(warn: Warn, isWhole: boolean): (event: StreamEvent) => void {
  let said = ''
  let correlationId: string | undefined
  let expected = isWhole ? 0 : undefined
  return ({ type, request_id: id, data }) => {
    const check = (sound: boolean, code: Warning['code'], message: string): void => {
      if (!sound) warn({ code, message: `${type} ${message}.`, correlationId })
    }
    if (typeof id === 'string') {
      correlationId ??= id
      check(id === correlationId, 'request-id', `names request ${id}`)
    } else check(false, 'shape', 'lacks request_id')
    if (type === 'research.answer.delta') {
      const { content, sequence } = data
      if (typeof content === 'string') said += content
      else check(false, 'shape', 'lacks content')
      expected ??= sequence
      check(sequence === expected, 'sequence', `has sequence ${sequence}, not ${expected}`)
      expected = (sequence ?? expected) + 1
    } else if (type === 'research.completed') {
      check(!said || !isWhole || said === data.answer, 'answer-mismatch', 'differs from its deltas')
    }
  }
}

/** Handles each event before it is delivered. The audit runs only if somebody listens to warnings. */
export function createObserver(
  partial: PartialTracker,
  { tell }: Observers,
  isWhole: boolean,
): (event: StreamEvent) => void {
  const warn = tell('onWarning')
  const audit = warn && createAudit(warn, isWhole)
  const onEvent = tell('onEvent')
  return (event) => {
    partial.note(event)
    audit?.(event)
    onEvent?.(event)
  }
}
