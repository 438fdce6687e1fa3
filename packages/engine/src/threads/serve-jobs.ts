import { parentPort } from 'node:worker_threads'

/** What a thread says of a job: what came of it, or why nothing did. */
export type JobReport = { answer: unknown } | { problem: string }

/**
 * Does the jobs that a pool gives to this thread, one after the other.
 * @param tell says in one line why a job was not done
 * @param moved the buffers of an answer that this thread needs no more: they are handed over instead of copied
 */
export function serveJobs<Job, Answer = unknown>(
  work: (job: Job) => Answer | Promise<Answer>,
  tell: (error: unknown) => string,
  moved: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  // Parsers abandon work on broken parts of a file. Whether the whole can be read shows by itself.
  process.on('unhandledRejection', () => {})
  const report = (report: JobReport, buffers: ArrayBuffer[] = []) => parentPort?.postMessage(report, buffers)
  parentPort?.on('message', async (job: Job) => {
    try {
      const answer = await work(job)
      report({ answer }, moved(answer))
    } catch (error) {
      report({ problem: tell(error) })
    }
  })
}
