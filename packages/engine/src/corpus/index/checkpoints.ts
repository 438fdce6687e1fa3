import { checkpoint, type IndexJobOptions } from './index-threads.ts'

/** Transactions after which the log of an index is brought into its file: some 20 MB. */
const TRANSACTIONS = 8

/** Keeps the log of an index short while it is written, without waiting for the disk in the thread that serves. */
export function createCheckpoints(indexFile: string, options: IndexJobOptions) {
  let transactions = 0
  const end = async () => {
    if (transactions === 0) return
    transactions = 0
    // What cannot be brought into the file now stays in the log until the next time.
    await checkpoint(indexFile, options).catch(() => {})
  }
  return {
    /** To be called after each transaction. Nothing may be written until it resolves, or the log grows on. */
    async written(): Promise<void> {
      transactions += 1
      if (transactions >= TRANSACTIONS) await end()
    },
    /** Brings the rest into the file. */
    end,
  }
}
