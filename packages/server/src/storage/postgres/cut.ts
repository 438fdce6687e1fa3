import { Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely'

/** What PostgreSQL says when it ends a connection: on command, in a crash, or because it was idle. */
const ENDED = new Set(['57P01', '57P02', '57P05'])

/** What the network says. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])

/** pg identifies these errors only by their messages. */
const BROKEN_WORDS = /^Connection terminated( unexpectedly)?$|^Client has encountered a connection error/

/** Whether an error tells that an open connection was cut. */
export function isCut(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return ENDED.has(code) || BROKEN.has(code) || BROKEN_WORDS.test(error.message)
}

/** Cuts of transactions that came before their commits. */
const beforeCommit = new WeakSet<Error>()

/** Notes that a transaction was cut before its commit was asked for, so that it may be done once more. */
export function noteBeforeCommit(cut: Error): void {
  beforeCommit.add(cut)
}

/**
 * Reads again on other connections while connections are cut.
 * @param times how often at most; each connection of a pool can be one that was cut
 */
export async function readAgain<Result>(times: number, read: () => Promise<Result>): Promise<Result> {
  return await again(times, read, isCut)
}

async function again<Result>(
  times: number,
  act: () => Promise<Result>,
  mayRepeat: (error: unknown) => boolean,
): Promise<Result> {
  for (let left = times; ; left -= 1) {
    try {
      return await act()
    } catch (error) {
      if (left <= 1 || !mayRepeat(error)) throw error
    }
  }
}

/** A Kysely whose transactions begin again after a cut that came before their commit. */
export class RestartingKysely<Tables> extends Kysely<Tables> {
  readonly #times: number

  /** @param times how often a transaction is tried at most */
  constructor(config: KyselyConfig, times: number) {
    super(config)
    this.#times = times
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = (work) =>
      again(
        this.#times,
        () => once(work),
        (error) => beforeCommit.has(error as Error),
      )
    return builder
  }
}
