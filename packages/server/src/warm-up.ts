/** How long a service that has just begun to listen does nothing else, in milliseconds: its first requests come first. */
export const LISTENED_FOR = 250

/** What can be warmed up. */
export interface Warmable {
  /** Missing where there is nothing to ask. */
  warmUp?(signal: AbortSignal): Promise<void>
}

/** Warms an engine up while nobody asks it anything. */
export class WarmUp {
  readonly #until = new AbortController()

  /**
   * Begins, unless a question came already. A failure is not reported: a question that fails in the same way reports
   * it.
   */
  begin(engine: Warmable): void {
    const { signal } = this.#until
    if (!signal.aborted) engine.warmUp?.(signal).catch(() => {})
  }

  /** A question comes, or the engine is closed. */
  giveWay(): void {
    this.#until.abort()
  }
}
