import { serveIndexJobs } from '#corpus/index/serve-index-jobs.ts'
import { words } from './words.ts'

serveIndexJobs(words)
