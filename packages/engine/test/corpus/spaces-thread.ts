import { serveIndexJobs } from '#corpus/index/serve-index-jobs.ts'

/** Whatever stands between spaces is a term. */
serveIndexJobs((text) => text.toLowerCase().split(/\s+/).join(' '))
