import type { SourceType } from '@deep-research/sdk/contract'

const PAPERS =
  /(?:^|\.)(?:arxiv\.org|doi\.org|biorxiv\.org|medrxiv\.org|semanticscholar\.org|aclanthology\.org|openreview\.net|ncbi\.nlm\.nih\.gov|pubmed\.gov|nature\.com|science\.org|sciencedirect\.com|springer\.com|plos\.org|acm\.org|ieee\.org|jstor\.org|ssrn\.com)$/
const BOOKS = /(?:^|\.)(?:gutenberg\.org|openlibrary\.org|books\.google\.[a-z.]+)$/
const DATA_SETS = /(?:^|\.)(?:zenodo\.org|figshare\.com|kaggle\.com|data\.gov|dataverse\.org|ourworldindata\.org)$/
const OG_TYPE = /<meta[^>]{0,200}property\s*=\s*["']og:type["'][^>]{0,200}content\s*=\s*["']([\w.:-]{1,40})["']/i
const JSON_LD_NEWS = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*NewsArticle)"/
const SCHOLARLY = /<meta[^>]{0,200}name\s*=\s*["']citation_(?:title|journal_title|doi|arxiv_id)["']/i

/** What kind of publication a page is, by what its HTML, where it has any, says of itself and by who publishes it. */
export function sourceTypeOf({ hostname }: URL, html: string): SourceType {
  const kind = OG_TYPE.exec(html)?.[1]?.toLowerCase()
  const isNews = JSON_LD_NEWS.test(html)
  if (SCHOLARLY.test(html) || PAPERS.test(hostname)) return 'paper'
  if ((kind === 'book' && !isNews) || BOOKS.test(hostname)) return 'book'
  if (DATA_SETS.test(hostname)) return 'dataset'
  return isNews || kind === 'article' || kind === 'newsarticle' ? 'news' : 'web'
}
