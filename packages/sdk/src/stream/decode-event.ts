import type { Envelope, ResearchEvent } from '#contract/events.ts'
import { EVENT_TYPES, STREAM_TERMINATOR } from '#contract/tables.ts'

/**
 * The type of an event that this version does not know. The value is the string that the service sent; the words in
 * brackets exist only in the type, since without them the six known types would not narrow `event.type`. To compare it,
 * call `isUnknownEvent(event, 'research.other')`.
 */
export type UnknownEventType = `${string} (unknown to this version)`

/** An event that this version does not know, as the service sent it. */
export interface UnknownEvent extends Omit<Envelope<string, unknown>, 'type'> {
  /** A type that this version does not know. */
  type: UnknownEventType
}

/** What a stream delivers. `event.type` narrows to the six known events; everything else is an {@link UnknownEvent}. */
export type StreamEvent = ResearchEvent | UnknownEvent

const known: ReadonlySet<string> = new Set(EVENT_TYPES)

/** Whether `event` is one of the six events of the specification. */
export function isKnownEvent(event: StreamEvent): event is ResearchEvent {
  return known.has(String(event.type))
}

/** Whether `event` is none of the six events of the specification and, if a type is given, of this type. */
export function isUnknownEvent(event: StreamEvent, type?: string): event is UnknownEvent {
  return !isKnownEvent(event) && (type === undefined || String(event.type) === type)
}

/** Whether a value is a JSON object with a `type` and, if that type is known, with an object as its data. */
function isEnvelope(value: { type?: unknown; data?: { answer?: unknown } | null } | null): boolean {
  const type = value?.type
  const data = value?.data
  if (typeof type !== 'string') return false
  if (typeof data !== 'object' || data === null) return !known.has(type)
  return type !== 'research.completed' || typeof data.answer === 'string'
}

/** The envelope in `text`; undefined if there is none, in which case {@link diagnose} says what it is. */
export function decodeEvent(text: string): StreamEvent | undefined {
  try {
    const value = JSON.parse(text)
    return isEnvelope(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What a text without an envelope is: texts to read in its place, the end, or what is wrong with it. */
export type Diagnosis = readonly string[] | 'done' | 'no JSON' | 'no envelope'

/** Says what a text is that {@link decodeEvent} could not read. */
export function diagnose(text: string): Diagnosis {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const [first] = lines
  if (!first) return []
  if (text.trim() === STREAM_TERMINATOR) return 'done'
  try {
    JSON.parse(text)
    return 'no envelope'
  } catch {
    // Several envelopes may be separated by one newline instead of a blank line. This applies only if the first line is
    // an envelope by itself; otherwise the text is one broken event, to be shown whole.
    return decodeEvent(first) !== undefined ? lines : 'no JSON'
  }
}
