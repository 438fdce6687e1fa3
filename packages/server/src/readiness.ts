import { describeError, type Log } from '#kernel/log.ts'
import { Patience } from '#kernel/patience.ts'

export interface ReadinessParts {
  /** Reads and writes something small; rejects if that is not possible. */
  beat: () => Promise<void>
  /** Whether this process accepts requests at all. */
  accepting: () => boolean
  log: Log
  /** How long a result is reused, in milliseconds, so that frequent checks cause no more writes. Default: 1,000. */
  goodForMs?: number
  /** How long the database may take to answer before it counts as unavailable, in milliseconds. Default: 2,000. */
  patienceMs?: number
}

/** Checks with one small write whether the service can take requests. Each change is logged. */
export function createReadiness(parts: ReadinessParts): () => Promise<boolean> {
  const { beat, accepting, log, goodForMs = 1_000, patienceMs = 2_000 } = parts
  let works = true
  let last: { at: number; answer: Promise<boolean> } | undefined
  const note = (now: boolean, facts: Record<string, unknown>) => {
    if (now && !works) log.info({}, 'the storage takes reads and writes again')
    if (!now && works) log.error(facts, 'the storage does not take a small read and write; not ready')
    works = now
    return now
  }
  const ask = async () => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const forget = new Patience(patienceMs).whenOver(() => reject(new Error('the storage does not answer')))
    try {
      await Promise.race([beat(), late])
      return note(true, {})
    } catch (error) {
      return note(false, { reason: (error as Error).message, ...describeError(error) })
    } finally {
      forget()
    }
  }
  return async () => {
    if (!accepting()) return false
    if (!last || performance.now() - last.at >= goodForMs) last = { at: performance.now(), answer: ask() }
    return (await last.answer) && accepting()
  }
}
