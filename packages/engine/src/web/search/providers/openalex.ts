import { z } from 'zod'
import { askJson } from '../ask-service.ts'
import { maybe } from '../hit-of.ts'
import { contactIn } from '../papers/contact.ts'
import { textOfInvertedIndex } from '../papers/inverted-index.ts'
import { hitOfPaper } from '../papers/paper.ts'
import { anyOf } from '../papers/query-words.ts'
import type { ProviderKind } from '../provider.ts'

const PLACE = z
  .object({
    landing_page_url: maybe,
    pdf_url: maybe,
    source: z.object({ display_name: maybe }).nullish(),
  })
  .nullish()
const WORK = z.object({
  id: z.string(),
  doi: maybe,
  display_name: maybe,
  publication_date: maybe,
  publication_year: z.number().nullish(),
  authorships: z.array(z.object({ author: z.object({ display_name: maybe }) })).nullish(),
  primary_location: PLACE,
  best_oa_location: PLACE,
  abstract_inverted_index: z.record(z.string(), z.array(z.number())).nullish(),
})
const ANSWER = z.object({ results: z.array(WORK) })

/** OpenAlex's catalogue of publications: https://developers.openalex.org/guides/searching. */
export const openalex: ProviderKind<
  'openalex',
  {
    /** The key of the account, which is free; without one a day has few searches. */
    apiKey?: string
    /** Default: OpenAlex's own. */
    baseUrl?: string
  }
> = {
  name: 'openalex',
  needs: { apiKey: { variable: 'OPENALEX_API_KEY', kind: 'key', optional: true } },
  longest: { characters: 500, words: 40 },
  async search({ query, limit, signal }, { apiKey, userAgent, baseUrl = 'https://api.openalex.org' }) {
    const contact = contactIn(userAgent)
    const url = new URL('/works', baseUrl)
    url.search = new URLSearchParams({
      search: anyOf(query),
      per_page: String(limit),
      select: Object.keys(WORK.shape).join(','),
      ...(contact !== undefined && { mailto: contact }),
      ...(apiKey && { api_key: apiKey }),
    }).toString()
    const { results } = await askJson({ url, headers: { 'user-agent': userAgent }, schema: ANSWER, signal })
    return results.map((work) =>
      hitOfPaper({
        title: work.display_name,
        abstract: textOfInvertedIndex(work.abstract_inverted_index ?? {}),
        authors: (work.authorships ?? []).map(({ author }) => author.display_name),
        date: work.publication_date ?? work.publication_year?.toString(),
        venue: work.primary_location?.source?.display_name,
        doi: work.doi,
        page: work.primary_location?.landing_page_url ?? work.id,
        fullText: work.best_oa_location?.pdf_url ?? work.best_oa_location?.landing_page_url,
      }),
    )
  },
}
