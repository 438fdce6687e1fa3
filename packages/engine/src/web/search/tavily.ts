import { z } from 'zod'
import { askJson } from './ask-json.ts'
import type { SearchProvider } from './types.ts'

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

/** Tavily's search: https://docs.tavily.com. */
export function tavily({
  apiKey,
  baseUrl = 'https://api.tavily.com',
}: {
  apiKey: string
  baseUrl?: string
}): SearchProvider {
  const limits = { queryCharacters: 400, hits: 20 }
  return {
    name: 'tavily',
    limits,
    async search({ query, limit, signal }) {
      const { results } = await askJson({
        url: new URL('/search', baseUrl),
        headers: { authorization: `Bearer ${apiKey}` },
        body: { query, max_results: Math.min(limit, limits.hits), search_depth: 'basic' },
        schema: ANSWER,
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
}
