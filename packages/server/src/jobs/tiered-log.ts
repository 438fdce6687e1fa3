import type { EventLog } from './ports.ts'

/**
 * A fast log in front of a durable one. Envelopes are written to the fast log, and read from the durable one if the fast
 * one does not have them: what the fast one did not take is stored durably together with the end of its request.
 */
export function createTieredLog<Fast extends EventLog>(fast: Fast, durable: EventLog): Fast {
  return {
    ...fast,
    async read(id, index) {
      const found = await fast.read(id, index).catch(() => undefined)
      return found ?? (await durable.read(id, index))
    },
    async length(id) {
      // While the fast log does not answer, nobody may conclude that it has lost something.
      const [quick, stored] = await Promise.all([fast.length(id), durable.length(id)])
      return Math.max(quick, stored)
    },
    sweep: (now) => durable.sweep(now),
  }
}
