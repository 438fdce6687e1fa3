import type { EventLog } from './ports.ts'

/** All stored envelopes of a request. */
export async function readAll(events: Pick<EventLog, 'read'>, id: string): Promise<string[]> {
  const envelopes: string[] = []
  for (;;) {
    const more = await events.read(id, envelopes.length)
    if (!more) return envelopes
    envelopes.push(...more)
  }
}
