import type { Told } from './course.ts'

/** Whether a thread was ended because it hung, or ended by itself. */
export type HowEnded = 'hung' | 'died'

/** A thread ended before a run of it had. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError'
  readonly how: HowEnded
  /** Whether the thread was busy with this run. */
  readonly blamed: boolean
  /** All that was told of the run. */
  readonly told: Told

  constructor({ how, blamed, told }: { how: HowEnded; blamed: boolean; told: Told }, why: string) {
    super(`The engine's thread ended: ${why}.`)
    this.how = how
    this.blamed = blamed
    this.told = told
  }
}
