import { z } from 'zod'
import { askJson } from '../ask-service.ts'
import { hitOf, maybe } from '../hit-of.ts'
import type { ProviderKind } from '../provider.ts'

const RESULT = z.object({ url: z.string(), title: maybe, content: maybe, raw_content: maybe, published_date: maybe })
const ANSWER = z.object({ results: z.array(RESULT) })

/** Tavily's search: https://docs.tavily.com. */
export const tavily: ProviderKind<
  'tavily',
  {
    /** The key of the account. */
    apiKey: string
    /** Default: Tavily's own. */
    baseUrl?: string
  }
> = {
  name: 'tavily',
  needs: { apiKey: { variable: 'TAVILY_API_KEY', kind: 'key' } },
  longest: { characters: 400 },
  async search(
    { query, limit, hosts: { allow = [], deny = [] } = {}, signal },
    { apiKey, baseUrl = 'https://api.tavily.com' },
  ) {
    const { results } = await askJson({
      url: new URL('/search', baseUrl),
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        ...{ query, max_results: limit, search_depth: 'basic' },
        ...(allow.length > 0 && { include_domains: allow }),
        ...(deny.length > 0 && { exclude_domains: deny }),
      },
      schema: ANSWER,
      usedUp: [402, 432, 433],
      signal,
    })
    return results.map(({ url, title, content, raw_content, published_date }) =>
      hitOf({ url, title, snippet: content }, { text: raw_content, date: published_date }),
    )
  },
}
