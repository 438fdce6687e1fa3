import type { EngineEvent, ResearchTask, Synonyms } from '@deep-research/engine'
import type { Told } from './course.ts'

/** What a thread is started with. */
export interface ThreadData {
  /** The index that it reads. */
  indexFile: string
  /** Words that mean the same in it. Default: none. */
  synonyms?: Synonyms | undefined
  /** The memory of its signs of life. */
  pulse: SharedArrayBuffer
  /** Milliseconds between two of them. */
  beatEvery: number
}

/** What the service tells a thread. `run` is a number that it gives each run, from 1 on. */
export type Command =
  /** `told` is what another thread told of the run before. */
  | { do: 'research'; run: number; task: ResearchTask; told: Told }
  /** So many batches of the run's events were taken. */
  | { do: 'continue'; run: number; batches: number }
  | { do: 'leave'; run: number }
  /** The index has changed. */
  | { do: 'renew' }
  | { do: 'close' }

/** Why a run failed. `lost`: for want of something outside, so that it may be tried again. */
export interface RunFailure {
  message: string
  lost: boolean
}

/** What a thread tells the service. */
export type Report =
  /** It can research. */
  | { is: 'ready' }
  /** `told` is all that was told of the run up to these. */
  | { is: 'events'; run: number; events: EngineEvent[]; told: Told }
  /** The run has ended, with its last events: a message of their own would wake the service once more. */
  | { is: 'over'; run: number; events: EngineEvent[]; told: Told; failure: RunFailure | undefined }
  /** It has heard that nobody waits for the run any more. */
  | { is: 'left'; run: number }
