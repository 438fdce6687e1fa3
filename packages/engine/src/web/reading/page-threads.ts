import { type JobOptions, ThreadPool } from '#threads/thread-pool.ts'
import { threadScript } from '#threads/thread-script.ts'
import type { PageJob, PageJobName, PageJobs } from './page-jobs.ts'

/** Does jobs on what strangers wrote, away from the thread that serves. */
export interface PageThreads {
  /** @throws {ThreadFailure} saying why it was not done; the signal's reason when aborted */
  run<Name extends PageJobName>(
    name: Name,
    asked: PageJobs[Name]['asked'],
    options: JobOptions,
  ): Promise<PageJobs[Name]['answered']>
  close(): void
}

/** Two threads, so that one bad page holds up no more than half of the others; and what each of them may fill. */
const THREADS = 2
const MEMORY = { heap: 160, buffers: 96 }

/** Makes the threads; they start when there is work. */
export function createPageThreads(): PageThreads {
  const script = threadScript(import.meta.url, 'page-thread')
  const pool = new ThreadPool<PageJob, unknown>({ script, threads: THREADS, memory: MEMORY })
  return {
    run: async <Name extends PageJobName>(name: Name, asked: PageJobs[Name]['asked'], options: JobOptions) =>
      (await pool.run({ do: name, with: asked } as PageJob, options)) as PageJobs[Name]['answered'],
    close: () => pool.close(),
  }
}
