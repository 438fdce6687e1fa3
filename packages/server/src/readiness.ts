import { describeError, type Log } from '#kernel/log.ts'
import { Patience } from '#kernel/patience.ts'

/** What monitoring is told of a process. */
export interface Readiness {
  /** Whether it can take requests. */
  ready: boolean
  /** Running requests, in all processes, that have taken longer than their level allows: they seem to stand still. */
  overdue: number
}

export interface ReadinessParts {
  /** Reads and writes something small; rejects if that is not possible. */
  beat: () => Promise<void>
  /** How many requests have taken longer than their level allows. */
  overdue: () => Promise<number>
  /** Whether this process accepts requests at all. */
  accepting: () => boolean
  log: Log
  /** How long a result is reused, in milliseconds, so that frequent checks cause no more writes. Default: 1,000. */
  goodForMs?: number
  /** How long the database may take to answer before it counts as unavailable, in milliseconds. Default: 2,000. */
  patienceMs?: number
}

/** Checks with one small write whether the service can take requests. Each change is logged. */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  const { beat, overdue, accepting, log, goodForMs = 1_000, patienceMs = 2_000 } = parts
  let works = true
  let stood = 0
  let last: { at: number; answer: Promise<Readiness> } | undefined
  const note = (now: boolean, facts: Record<string, unknown>): Readiness => {
    if (now && !works) log.info({}, 'the storage takes reads and writes again')
    if (!now && works) log.error(facts, 'the storage does not take a small read and write; not ready')
    works = now
    return { ready: now, overdue: stood }
  }
  const look = async () => {
    const overdueNow = await overdue()
    if (overdueNow > 0 && stood === 0)
      log.error({ requests: overdueNow }, 'research has taken longer than its level allows; it seems to stand still')
    stood = overdueNow
  }
  const ask = async () => {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const forget = new Patience(patienceMs).whenOver(() => reject(new Error('the storage does not answer')))
    try {
      await Promise.race([Promise.all([beat(), look()]), late])
      return note(true, {})
    } catch (error) {
      return note(false, { reason: (error as Error).message, ...describeError(error) })
    } finally {
      forget()
    }
  }
  return async () => {
    if (!accepting()) return { ready: false, overdue: stood }
    if (!last || performance.now() - last.at >= goodForMs) last = { at: performance.now(), answer: ask() }
    const answer = await last.answer
    return { ...answer, ready: answer.ready && accepting() }
  }
}
