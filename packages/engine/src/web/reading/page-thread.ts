import { recordOf } from '#corpus/index/document-record.ts'
import { visibleDraft } from '#corpus/index/visible-draft.ts'
import { UnreadableContentError } from '#corpus/readers/decode.ts'
import type { DocumentDraft } from '#corpus/types.ts'
import { StyleWorkError } from '#guard/style-sheets.ts'
import { serveJobs } from '#threads/serve-jobs.ts'
import { cleanText } from './clean-blocks.ts'
import type { IndexedPage, PageJob } from './page-jobs.ts'
import { indexPassages } from './passage-index.ts'
import { readPage } from './read-page.ts'
import { allows } from './robots-rules.ts'

const indexed = (draft: DocumentDraft): IndexedPage => ({
  record: recordOf(draft),
  url: draft.url,
  passages: indexPassages(draft),
})

async function work(job: PageJob): Promise<unknown> {
  switch (job.do) {
    case 'page':
      return indexed(await readPage(job.with))
    case 'excerpt':
      return indexed({ ...job.with, ...cleanText({ text: job.with.text }) })
    case 'own':
      return indexed(visibleDraft(job.with))
    case 'passages':
      return indexPassages(job.with)
    case 'robots':
      return allows(job.with)
  }
}

function reasonOf(error: unknown): string {
  const isKnown = error instanceof UnreadableContentError || error instanceof StyleWorkError
  return isKnown ? error.message : 'cannot be read'
}

serveJobs<PageJob>(work, reasonOf)
