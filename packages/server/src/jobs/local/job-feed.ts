import type { Chunk, Feed } from '../ports.ts'

/** The feed of a job, as the job writes to it. */
export interface JobFeed extends Pick<Feed, 'id' | 'length' | 'state'> {
  append(json: string): void
  /** Returns what has to be stored with the end. From now on it is written in no other way. */
  close(): readonly Chunk[] | Promise<readonly Chunk[]>
  /** Ends the feed with its last envelope. `stored` says that everything else is in the log by now. */
  end(last: string, stored: boolean): void
  /** Cuts off all readers. */
  cut(): void
}
