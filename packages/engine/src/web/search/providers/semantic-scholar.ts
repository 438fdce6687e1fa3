import { z } from 'zod'
import { askJson } from '../ask-service.ts'
import { maybe } from '../hit-of.ts'
import { hitOfPaper } from '../papers/paper.ts'
import { queryWords } from '../papers/query-words.ts'
import type { ProviderKind } from '../provider.ts'

const PAPER = z.object({
  paperId: z.string(),
  title: maybe,
  abstract: maybe,
  year: z.number().nullish(),
  publicationDate: maybe,
  venue: maybe,
  authors: z.array(z.object({ name: maybe })).nullish(),
  externalIds: z.object({ DOI: maybe }).nullish(),
  openAccessPdf: z.object({ url: maybe }).nullish(),
})
// `data` is left out where nothing was found.
const ANSWER = z.object({ total: z.number(), data: z.array(PAPER).nullish() })

/** Semantic Scholar's search of papers: https://api.semanticscholar.org/api-docs/graph. */
export const semanticScholar: ProviderKind<
  'semantic-scholar',
  {
    /** The key of the account; without one all who have none share a rate. */
    apiKey?: string
    /** Default: Semantic Scholar's own. */
    baseUrl?: string
  }
> = {
  name: 'semantic-scholar',
  needs: { apiKey: { variable: 'SEMANTIC_SCHOLAR_API_KEY', kind: 'key', optional: true } },
  longest: { characters: 300, words: 30 },
  // One request a second, as a new key has it; without a key it is often less.
  everyMs: 1_000,
  async search({ query, limit, signal }, { apiKey, userAgent, pace, baseUrl = 'https://api.semanticscholar.org' }) {
    const url = new URL('/graph/v1/paper/search', baseUrl)
    url.search = new URLSearchParams({
      // It knows no operators, and finds nothing for words with hyphens.
      query: queryWords(query).join(' ').replaceAll('-', ' '),
      limit: String(limit),
      fields: Object.keys(PAPER.shape).join(','),
    }).toString()
    const headers = { 'user-agent': userAgent, ...(apiKey && { 'x-api-key': apiKey }) }
    const { data } = await askJson({ url, headers, schema: ANSWER, pace, signal })
    return (data ?? []).map((paper) =>
      hitOfPaper({
        ...paper,
        authors: (paper.authors ?? []).map(({ name }) => name),
        date: paper.publicationDate ?? paper.year?.toString(),
        doi: paper.externalIds?.DOI,
        page: `https://www.semanticscholar.org/paper/${encodeURIComponent(paper.paperId)}`,
        fullText: paper.openAccessPdf?.url,
      }),
    )
  },
}
