import type { EngineEvent, ResearchTask, SourceDocument } from '@deep-research/engine'
import type { CorpusSettings, EngineState } from '../corpus-engine.ts'

/** What a thread of the pool needs to know first. */
export interface ThreadData {
  settings: CorpusSettings
  /** Whether it keeps the index up to date; only one thread may. */
  writes: boolean
}

/** What the service tells a thread. `run` and `look` are numbers that it gives each run and each look-up. */
export type Command =
  /** This comes first. */
  | { do: 'open'; data: ThreadData }
  | { do: 'research'; run: number; task: ResearchTask }
  /** A batch of the run's events was taken. */
  | { do: 'continue'; run: number }
  | { do: 'leave'; run: number }
  | { do: 'find'; look: number; url: string }
  /** The index has changed. */
  | { do: 'renew' }
  | { do: 'close' }

/** What a thread tells the service. */
export type Report =
  | { is: 'progress'; line: string }
  /** It cannot start. `forUser` says that the message is one of a `UserError`. */
  | { is: 'failed'; message: string; forUser: boolean }
  /** It is ready, or its index has changed. */
  | { is: 'ready'; state: EngineState | undefined; fingerprint: string | undefined }
  | { is: 'events'; run: number; events: EngineEvent[] }
  | { is: 'over'; run: number; error: string | undefined }
  | { is: 'found'; look: number; document: SourceDocument | undefined }
