import type { ResearchResult, SourceSummary } from '#contract/types.ts'
import type { ResearchMessageChunk } from './chunk.ts'

/** The provider under which a message's parts hold our own facts. */
const PROVIDER = 'deep-research'

function sourceChunk({ source, citation_ids }: SourceSummary, sourceId: string): ResearchMessageChunk {
  const { title, url, authors, year, source_type } = source
  const told = { url, citation_ids, authors, year, source_type }
  const providerMetadata = { [PROVIDER]: told }
  if (/^https?:/i.test(url)) return { type: 'source-url', sourceId, url, title, providerMetadata }
  // A page shows the URL of a source-url as a link, but documents of the service's own corpus have no URL to follow.
  return { type: 'source-document', sourceId, mediaType: 'text/plain', title, providerMetadata }
}

/** The sources of a result, the most cited first. `unique` makes the id of each. */
export function sourceChunks(
  { sources_summary }: ResearchResult,
  unique: (name: string) => string,
): ResearchMessageChunk[] {
  return sources_summary.map((summary, index) => sourceChunk(summary, unique(`source_${index + 1}`)))
}
