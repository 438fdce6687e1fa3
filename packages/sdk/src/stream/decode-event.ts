import { EVENT_TYPES, STREAM_TERMINATOR } from '#contract/tables.ts'
import type { Envelope, ResearchEvent } from '#contract/types.ts'

/**
 * The type of an event that this version does not know. To TypeScript it is a string that none of the six known ones
 * can be, or `event.type` could not narrow; the words in it are TypeScript's alone, the value is as the service sent it.
 * To compare it, write `(event.type as string) === 'research.other'`.
 */
export type UnknownEventType = `${string} (unknown to this version)`

/** An event that this version does not know, as the service sent it. */
export interface UnknownEvent extends Omit<Envelope<string, unknown>, 'type'> {
  type: UnknownEventType
}

/** What a stream delivers. `event.type` narrows to the six known events; the rest is an {@link UnknownEvent}. */
export type StreamEvent = ResearchEvent | UnknownEvent

const known: ReadonlySet<string> = new Set(EVENT_TYPES)

/** Whether `event` is one of the six events of the specification. */
export function isKnownEvent(event: StreamEvent): event is ResearchEvent {
  return known.has(String(event.type))
}

/** A JSON object with a `type`, and, where the type is known, with an object as its data. */
function isEnvelope(value: { type?: unknown; data?: { answer?: unknown } | null } | null): boolean {
  const type = value?.type
  const data = value?.data
  if (typeof type !== 'string') return false
  if (typeof data !== 'object' || data === null) return !known.has(type)
  return type !== 'research.completed' || typeof data.answer === 'string'
}

/** The envelope that `text` holds; undefined where it holds none, for {@link diagnose} to say what it is. */
export function decodeEvent(text: string): StreamEvent | undefined {
  try {
    const value = JSON.parse(text)
    return isEnvelope(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What a text that is no envelope is instead: texts to be read in its place, the end, or what is wrong with it. */
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
    // Envelopes that only one newline parts, where a blank line belongs. Only where the first line stands for itself:
    // otherwise the text is one broken event, to be shown whole.
    return lines.length > 1 && decodeEvent(first) !== undefined ? lines : 'no JSON'
  }
}
