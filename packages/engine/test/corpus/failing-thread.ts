import { serveIndexJobs } from '#corpus/index/serve-index-jobs.ts'

/** Makes no terms of a text that asks for that. */
serveIndexJobs((text) => {
  if (text.includes('unreadable')) throw new Error('has no terms')
  return text.toLowerCase()
})
