import type { ReasoningLevel } from '@deep-research/sdk/contract'

/** A run goes on in another process or thread: whoever does so needs what it began at other services. */
export class HandedOverError extends Error {
  override readonly name = 'HandedOverError'
}

/** The services that research for us. */
export const HOSTED_SERVICES = ['openai-responses', 'perplexity', 'gemini', 'exa', 'tavily'] as const

/** One of them. */
export type HostedName = (typeof HOSTED_SERVICES)[number]

/** What a service is asked. */
export interface HostedTask {
  /** As the caller wrote it. */
  question: string
  /** How much the service is to do. */
  level: ReasoningLevel
}

/** What a service tells while it researches. */
export type HostedEvent =
  | {
      /** A piece of what it thinks aloud. */
      thought: string
    }
  | {
      /** The words that it searched for. */
      searched: string
    }
  | {
      /** The address of a page that it read. */
      opened: string
    }

/** A source that a service names. */
export interface HostedSource {
  url: string
  title: string
  /** What the service shows of it; '' for nothing. */
  snippet: string
  /** What marks in the report call it. Default: its place, from 1 on. */
  number?: number
}

/** A source that a service gives for a part of its report. */
export interface HostedAnnotation {
  url: string
  title: string
  /** UTF-16 code units of the report's text, the end exclusive. */
  start: number
  end: number
}

/** What a service wrote. Nothing of it is checked. */
export interface HostedReport {
  /** Markdown, as the service wrote it. */
  text: string
  /** What it says that it used, in its order. */
  sources: HostedSource[]
  /** What it gives for parts of the text. */
  annotations: HostedAnnotation[]
  /** Tokens, as far as the service counts them. */
  tokens?: { reasoning?: number | undefined; total?: number | undefined }
}

/** What has happened since the last look. */
export interface HostedBatch {
  /** In order. */
  events: HostedEvent[]
  /** Where the next look goes on; '' for the beginning. */
  after: string
  /** The report, with the last batch. */
  report?: HostedReport
}

/** Research that another service does. All that goes in and out survives JSON. */
export interface HostedResearch {
  /** Which service it is. */
  readonly service: HostedName
  /**
   * Begins research, which costs money from then on; gives the id that it has there.
   * @throws {ModelFailure}; the signal's reason when aborted, and what had begun by then is ended there
   */
  start(task: HostedTask, signal: AbortSignal): Promise<string>
  /**
   * Waits until there is news of research, from whatever process it was begun. It costs nothing.
   * @throws {ModelFailure} if it failed, or cannot be reached for long; the signal's reason when aborted
   */
  next(id: string, after: string, signal: AbortSignal): Promise<HostedBatch>
  /** Ends research there, as far as that is possible. Never throws. */
  cancel(id: string): Promise<void>
}
