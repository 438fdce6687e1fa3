/** Hands requests to workers, each to one at a time, and again if that one dies. It may lose everything. */
export interface WorkQueue {
  /**
   * Adds a request; one that is already in the queue is left as it is. Those with a lower rank are taken first.
   * @throws within two seconds if the queue does not answer.
   */
  add(id: string, rank: number): Promise<void>
  /** Whether a worker has the request or will get it. */
  has(id: string): Promise<boolean>
  /** Takes requests from the queue, at most `limit` at once. */
  work(limit: number, handle: Handle): QueueWorker
  close(): Promise<void>
}

/** Does all the work of a request. `hand back` gives it to another worker. */
export type Handle = (id: string) => Promise<'done' | 'hand back'>

export interface QueueWorker {
  /** Takes no more requests; resolves once those that were taken are done or handed back. */
  close(): Promise<void>
}
