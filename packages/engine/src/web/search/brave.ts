import { z } from 'zod'
import { askJson } from './ask-json.ts'
import { plainText } from './plain-text.ts'
import type { SearchProvider } from './types.ts'

const ANSWER = z.object({
  web: z
    .object({
      results: z.array(
        z.object({
          url: z.string(),
          title: z.string().nullish(),
          description: z.string().nullish(),
          extra_snippets: z.array(z.string()).nullish(),
          page_age: z.string().nullish(),
        }),
      ),
    })
    // Left out where nothing was found.
    .nullish(),
})

/** Brave's web search: https://api-dashboard.search.brave.com. */
export function brave({
  apiKey,
  baseUrl = 'https://api.search.brave.com',
}: {
  apiKey: string
  baseUrl?: string
}): SearchProvider {
  const limits = { queryCharacters: 400, queryWords: 50, hits: 20 }
  return {
    name: 'brave',
    limits,
    async search({ query, limit, signal }) {
      const url = new URL('/res/v1/web/search', baseUrl)
      url.search = new URLSearchParams({
        q: query,
        count: String(Math.min(limit, limits.hits)),
        text_decorations: 'false',
        result_filter: 'web',
      }).toString()
      const { web } = await askJson({ url, headers: { 'x-subscription-token': apiKey }, schema: ANSWER, signal })
      return (web?.results ?? []).map(({ url, title, description, extra_snippets, page_age }) => ({
        url,
        title: plainText(title ?? ''),
        snippet: plainText([description ?? '', ...(extra_snippets ?? [])].join(' ')),
        ...(page_age && { date: page_age }),
      }))
    },
  }
}
