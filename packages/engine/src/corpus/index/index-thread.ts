import { indexTerms } from '#language/terms.ts'
import { serveIndexJobs } from './serve-index-jobs.ts'

serveIndexJobs(indexTerms)
