import type { Told } from './course.ts'

/** Whether a thread was ended because it hung, or ended by itself. */
export type HowEnded = 'hung' | 'died'

type EndOfRun = Pick<ThreadEndedError, 'how' | 'blamed' | 'told' | 'kept'>

/** A thread ended before a run of it had. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError'
  readonly how: HowEnded
  /** Whether the thread was busy with this run. */
  readonly blamed: boolean
  /** All that was told of the run. */
  readonly told: Told
  /** Resolves once every step is kept that the run had asked to keep. */
  readonly kept: Promise<unknown>

  constructor({ how, blamed, told, kept }: EndOfRun, why: string) {
    super(`The engine's thread ended: ${why}.`)
    this.kept = kept
    this.how = how
    this.blamed = blamed
    this.told = told
  }
}
