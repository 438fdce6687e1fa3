import { parentPort } from 'node:worker_threads'

/** What a thread says of a job: what came of it, or why nothing did. */
export type JobReport = { answer: unknown } | { problem: string }

/**
 * Does the jobs that a pool gives to this thread, one after the other.
 * @param tell says in one line why a job was not done
 */
export function serveJobs<Job>(work: (job: Job) => unknown, tell: (error: unknown) => string): void {
  // Parsers abandon work on broken parts of a file. Whether the whole can be read shows by itself.
  process.on('unhandledRejection', () => {})
  const report = (report: JobReport) => parentPort?.postMessage(report)
  parentPort?.on('message', async (job: Job) => {
    try {
      report({ answer: await work(job) })
    } catch (error) {
      report({ problem: tell(error) })
    }
  })
}
