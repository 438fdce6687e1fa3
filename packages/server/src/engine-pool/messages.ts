import type { AssistOptions, EngineEvent, HostedName, ResearchTask, Synonyms } from '@deep-research/engine'
import type { Told } from './course.ts'
import type { OutsideCall, OutsideNews } from './outside-calls.ts'

/** What a thread has to know of what its runs reach outside it. */
export interface OutsideTraits {
  /** How models and the web are used; undefined if neither is. */
  assist: Omit<AssistOptions, 'models' | 'web' | 'through' | 'onDegraded'> | undefined
  models: boolean
  web: { pagesAHost: number; searchesCorpus: boolean } | undefined
  semantics: { embedder: string | undefined; reranker: boolean }
  /** The service that researches; undefined where the engine does. */
  hosted?: HostedName | undefined
}

/** What a run that began elsewhere has kept. */
export interface KeptOfRun {
  id: string
  /** The results of its finished steps, by key. */
  steps: ReadonlyMap<string, string>
}

/** What a thread is started with. */
export interface ThreadData {
  /** The index that it reads; undefined for none. */
  indexFile: string | undefined
  /** Words that mean the same in it. Default: none. */
  synonyms?: Synonyms | undefined
  /** Undefined where the corpus alone is searched. */
  outside: OutsideTraits | undefined
  /** The memory of its signs of life. */
  pulse: SharedArrayBuffer
  /** Milliseconds between two signs of life. */
  beatEvery: number
}

/** What the service tells a thread. `run` is a number that it gives each run, from 1 on. */
export type Command =
  /** `told` is what another thread told of the run before. `kept`: undefined if nobody keeps its steps. */
  | { do: 'research'; run: number; task: ResearchTask; told: Told; kept: KeptOfRun | undefined }
  /** A piece of the answer to a call that a run made. */
  | { do: 'news'; call: number; news: OutsideNews }
  /** The service has taken this many further batches of the run's events. */
  | { do: 'continue'; run: number; batches: number }
  /** `handedOver`: the run goes on elsewhere. */
  | { do: 'leave'; run: number; handedOver: boolean }
  /** The index has changed. */
  | { do: 'renew' }
  | { do: 'close' }

/** Why a run failed. `lost`: something that it needs was not there, so that it may be tried again. */
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
  /** A run asks for something outside; `call` is a number that the thread gives each of them. */
  | { is: 'call'; call: number; run: number; made: OutsideCall }
  /** Nobody waits for what comes of a call any more. */
  | { is: 'drop'; call: number }
  /** A step of research was done in a simpler way, in a line for the operator. */
  | { is: 'degraded'; step: string; line: string }
  /** It has heard that nobody waits for the run any more. */
  | { is: 'left'; run: number }
