import type { EventLog, Feed } from './ports.ts'

/** The stored end of a job's stream. */
export interface KeptEnd {
  /** How many envelopes precede the last one. */
  position: number
  last: string
}

/** The feed of an ended job, read from the log: all envelopes, or only the last one if nothing else is kept. */
export function openStoredFeed(log: EventLog, id: string, { position, last }: KeptEnd, eventsKept: boolean): Feed {
  const length = position + 1
  return {
    id,
    length,
    state: 'ended',
    start: (after) => (eventsKept ? Math.min(after, position) : position),
    at: (index) => (index === position ? last : undefined),
    bytesAt: () => undefined,
    async load(index) {
      if (index === position) return [last]
      const envelopes = await log.read(id, index)
      if (!envelopes) throw new Error('an envelope is not in the log')
      return envelopes
    },
    watch() {},
    unwatch() {},
  }
}
