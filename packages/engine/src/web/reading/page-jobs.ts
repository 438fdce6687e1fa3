import type { DocumentRecord } from '#corpus/index/document-record.ts'
import type { DocumentDraft } from '#corpus/types.ts'
import type { PassageIndex } from './passage-index.ts'
import type { PageBytes } from './read-page.ts'
import type { RobotsQuestion } from './robots-rules.ts'

/** What is done in threads with what strangers wrote, by its name. */
export interface PageJobs {
  /** Reads a page. */
  page: { asked: PageBytes; answered: IndexedPage }
  /** Cleans a search service's excerpt. */
  excerpt: { asked: DocumentDraft; answered: IndexedPage }
  /** Takes a document as the operator's own index gives it. */
  own: { asked: DocumentDraft; answered: IndexedPage }
  /** Finds the passages of a page that was read before. */
  passages: { asked: DocumentDraft; answered: PassageIndex }
  /** Whether a site lets a page be fetched. */
  robots: { asked: RobotsQuestion; answered: boolean }
}

export type PageJobName = keyof PageJobs

export type PageJob = { [Name in PageJobName]: { do: Name; with: PageJobs[Name]['asked'] } }[PageJobName]

/** A page as it is kept, with the passages that it is searched by. */
export interface IndexedPage {
  record: DocumentRecord
  /** After redirects. */
  url: string
  passages: PassageIndex
}
