import type { EventLog, Feed } from './ports.ts'

/** The end of a job's stream, as it is kept. */
export interface KeptEnd {
  /** How many envelopes precede the last one. */
  position: number
  last: string
}

/** The feed of a job that has ended, out of the log: all of it, or the last envelope alone where that is all there is. */
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
      const envelopes = await log.read(id, index)
      if (!envelopes) throw new Error('an envelope is not in the log')
      return envelopes
    },
    watch: () => () => {},
  }
}
