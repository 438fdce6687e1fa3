import type { Log } from '#kernel/log.ts'
import type { Storage } from '#storage/storage.ts'

/** How many entries are checked at a time: some milliseconds' work. */
const ENTRIES = 5_000

export type LedgerWatch = ReturnType<typeof createLedgerWatch>

/** Checks the ledger part by part, again and again, so that no check takes long. */
export function createLedgerWatch({ storage, log }: { storage: Pick<Storage, 'checkLedger'>; log: Log }) {
  let place: Parameters<Storage['checkLedger']>[0]
  let found = 0
  let former: number | undefined
  return {
    /** The drift that the last whole check found, or this one so far, if that is more; undefined before the first. */
    get drift() {
      return former === undefined && found === 0 ? undefined : Math.max(former ?? 0, found)
    },
    async check() {
      const part = await storage.checkLedger(place, ENTRIES)
      found += part.drift
      if (part.drift > 0) log.error({ accounts: part.accounts, credits: part.drift }, 'the ledger does not add up')
      place = part.place
      if (place) return
      former = found
      found = 0
    },
  }
}
