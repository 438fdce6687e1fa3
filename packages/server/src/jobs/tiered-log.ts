import type { EventLog } from './ports.ts'

/**
 * A fast log in front of a durable one, in which a stream is stored as a whole together with the end of its request.
 * Envelopes are written to the fast log, and read from the durable one if the fast one does not have them.
 */
export function createTieredLog<Fast extends EventLog>(fast: Fast, durable: EventLog): Fast {
  return {
    ...fast,
    async read(id, index) {
      const found = await fast.read(id, index).catch(() => undefined)
      return found ?? (await durable.read(id, index))
    },
    async length(id) {
      const stored = await durable.length(id)
      // This throws while the fast log does not answer: 0 would say that it has lost the stream.
      return stored > 0 ? stored : await fast.length(id)
    },
    sweep: (now) => durable.sweep(now),
  }
}
