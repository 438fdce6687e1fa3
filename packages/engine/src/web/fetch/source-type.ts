import type { SourceType } from '@deep-research/sdk/contract'

const PAPERS =
  /(?:^|\.)(?:arxiv\.org|doi\.org|biorxiv\.org|medrxiv\.org|semanticscholar\.org|aclanthology\.org|openreview\.net|ncbi\.nlm\.nih\.gov|pubmed\.gov|nature\.com|science\.org|sciencedirect\.com|springer\.com|plos\.org|acm\.org|ieee\.org|jstor\.org|ssrn\.com)$/
const BOOKS = /(?:^|\.)(?:gutenberg\.org|openlibrary\.org|books\.google\.[a-z.]+)$/
const DATA_SETS = /(?:^|\.)(?:zenodo\.org|figshare\.com|kaggle\.com|data\.gov|dataverse\.org|ourworldindata\.org)$/

/** What kind of publication a page is, by what its head says of itself and by who publishes it. */
export function sourceTypeOf({ hostname }: URL, head: { kind?: string; scholarly: boolean }): SourceType {
  if (head.scholarly || PAPERS.test(hostname)) return 'paper'
  if (head.kind === 'book' || BOOKS.test(hostname)) return 'book'
  if (DATA_SETS.test(hostname)) return 'dataset'
  return head.kind === 'article' || head.kind === 'newsarticle' ? 'news' : 'web'
}
