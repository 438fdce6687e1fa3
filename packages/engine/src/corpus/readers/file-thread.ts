import { serveJobs } from '#threads/serve-jobs.ts'
import { UnreadableContentError } from './decode.ts'
import { readBytes } from './formats.ts'
import { reasonOf } from './problem.ts'
import type { FileJob } from './read-in-thread.ts'

serveJobs<FileJob>(
  ({ extension, bytes }) => readBytes(extension, bytes),
  // Whatever a parser throws at a file that nobody foresaw: one line, and the other files are served.
  (error) => (error instanceof UnreadableContentError ? error.message : reasonOf(error)),
)
