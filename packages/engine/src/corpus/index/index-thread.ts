import { indexTerms } from '#language/terms.ts'
import { optimiseLater } from '#threads/optimise-later.ts'
import { serveIndexJobs } from './serve-index-jobs.ts'

optimiseLater()
serveIndexJobs(indexTerms)
