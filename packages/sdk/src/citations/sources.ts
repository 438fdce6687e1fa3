import type { Citation, ResearchResult, SummarySource } from '#contract/types.ts'

/** The parts of a result from which sources are listed. */
export type SourcedResult = Pick<ResearchResult, 'citations' | 'sources_summary'>

/** The citations of each source by its URL, in the order in which sources and citations first appear. */
export function citationsBySource(result: Pick<ResearchResult, 'citations'>): Map<string, Citation[]> {
  const groups = new Map<string, Citation[]>()
  // A service that breaks the specification may leave them out.
  for (const citation of result.citations ?? []) {
    const group = groups.get(citation.source.url)
    if (group === undefined) groups.set(citation.source.url, [citation])
    else group.push(citation)
  }
  return groups
}

/**
 * Lists every source once with all that is known about it, in the order of `sources_summary`, then those that only
 * citations name.
 */
export function listSources({ citations = [], sources_summary = [] }: SourcedResult): SummarySource[] {
  const sources = new Map<string, SummarySource>()
  const known = [...sources_summary.map(({ source }) => source), ...citations.map(({ source }) => source)]
  for (const source of known) sources.set(source.url, { ...source, ...sources.get(source.url) })
  return [...sources.values()]
}

/** A URL that may be linked: http or https, nothing that runs code or reads files. */
export function webURL(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
