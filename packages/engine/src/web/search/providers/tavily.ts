import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import type { ProviderKind } from '../provider-kind.ts'

const ANSWER = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      raw_content: z.string().nullish(),
      published_date: z.string().nullish(),
    }),
  ),
})

const LIMITS = { queryCharacters: 400, hits: 20 }

/** Tavily's search: https://docs.tavily.com. */
export const tavily: ProviderKind<'tavily', { apiKey: string; baseUrl?: string }> = {
  name: 'tavily',
  needs: { apiKey: { variable: 'TAVILY_API_KEY', kind: 'key' } },
  open({ apiKey, baseUrl = 'https://api.tavily.com' }) {
    return {
      name: 'tavily',
      limits: LIMITS,
      async search({ query, limit, signal }) {
        const { results } = await askJson({
          url: new URL('/search', baseUrl),
          headers: { authorization: `Bearer ${apiKey}` },
          body: { query, max_results: Math.min(limit, LIMITS.hits), search_depth: 'basic' },
          schema: ANSWER,
          usedUp: [402, 432, 433],
          signal,
        })
        return results.map(({ url, title, content, raw_content, published_date }) => ({
          url,
          title: title ?? '',
          snippet: content ?? '',
          ...(raw_content && { text: raw_content }),
          ...(published_date && { date: published_date }),
        }))
      },
    }
  },
}
