import type { EngineEvent, ResearchTask } from '@deep-research/engine'

/** What the service tells a thread. `run` is a number that it gives each run. */
export type Command =
  | { do: 'research'; run: number; task: ResearchTask }
  /** So many batches of the run's events were taken. */
  | { do: 'continue'; run: number; batches: number }
  | { do: 'leave'; run: number }
  /** The index has changed. */
  | { do: 'renew' }
  | { do: 'close' }

/** What a thread tells the service. */
export type Report =
  /** It can research. */
  | { is: 'ready' }
  | { is: 'events'; run: number; events: EngineEvent[] }
  /** The run has ended, with its last events: a message of their own would wake the service once more. */
  | { is: 'over'; run: number; events: EngineEvent[]; error: string | undefined }
