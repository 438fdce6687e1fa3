import type { ResearchResult } from '#contract/types.ts'

/** Headers of the requests to the relay, or a function that returns them for each, such as with a fresh token. */
export type StoreHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)

/** When a lost connection is resumed. */
export interface StoreResume {
  /**
   * How many milliseconds the page may be without a connection, counted from the last event; the time in which the
   * browser knows that it is offline does not count. Until then everything but a refusal means "not yet".
   *
   * @defaultValue 60_000
   */
  readonly giveUpAfterMs?: number | undefined
  /** How often the connection is resumed; 0 = never. @defaultValue Infinity */
  readonly limit?: number | undefined
  /** The wait before the first resume in milliseconds; each fruitless one waits twice as long. @defaultValue 500 */
  readonly delayMs?: number | undefined
}

/** Options for reaching the relay from a page. */
export interface ResearchStoreOptions {
  /** The relay's URL. */
  readonly api: string
  /** Headers of each request. */
  readonly headers?: StoreHeaders | undefined
  /** Whether requests carry cookies to a relay of another origin. @defaultValue the browser's: `same-origin` */
  readonly credentials?: RequestCredentials | undefined
  /** @defaultValue the page's own */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** When a lost connection is resumed. */
  readonly resume?: StoreResume | undefined
  /** Called with the result when a research is completed. */
  readonly onFinish?: ((result: ResearchResult) => void) | undefined
  /** Called when a research has failed, or is interrupted and no longer tried. */
  readonly onError?: ((error: Error) => void) | undefined
  /** @deprecated Use `resume: { limit }`. */
  readonly maxResumes?: number | undefined
  /** @deprecated Use `resume: { delayMs }`. */
  readonly resumeDelayMs?: number | undefined
}

/** How a question is asked. */
export interface AskOptions {
  /**
   * Names this attempt: asked again with the same key, it is the same research, charged once.
   *
   * @defaultValue a random key, the same while this question is being researched or its outcome is unknown
   */
  readonly idempotencyKey?: string | undefined
}
