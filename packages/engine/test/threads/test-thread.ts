import { threadId } from 'node:worker_threads'
import { serveJobs } from '#threads/serve-jobs.ts'

/** What the thread of a test does. */
export type TestJob = 'echo' | 'spin' | 'fill the heap' | 'fill buffers' | 'throw' | 'leave' | 'tell who it is'

const held: unknown[] = []

serveJobs<TestJob>(
  (job) => {
    if (job === 'spin') for (;;);
    if (job === 'fill the heap') for (;;) held.push(Array.from({ length: 1_000 }, (_, i) => `${i} ${held.length}`))
    if (job === 'fill buffers') for (;;) held.push(new Uint8Array(1_000_000).fill(1))
    if (job === 'throw') throw new Error('is no good')
    if (job === 'leave') process.exit(0)
    return job === 'tell who it is' ? String(threadId) : job
  },
  (error) => (error instanceof Error ? error.message : ''),
)
