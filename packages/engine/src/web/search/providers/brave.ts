import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import { plainText } from '../plain-text.ts'
import type { ProviderKind } from '../provider-kind.ts'

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

const LIMITS = { queryCharacters: 400, queryWords: 50, hits: 20 }

/** Brave's web search: https://api-dashboard.search.brave.com. */
export const brave: ProviderKind<'brave', { apiKey: string; baseUrl?: string }> = {
  name: 'brave',
  needs: { apiKey: { variable: 'BRAVE_API_KEY', kind: 'key' } },
  open({ apiKey, baseUrl = 'https://api.search.brave.com' }) {
    return {
      name: 'brave',
      limits: LIMITS,
      async search({ query, limit, signal }) {
        const url = new URL('/res/v1/web/search', baseUrl)
        url.search = new URLSearchParams({
          q: query,
          count: String(Math.min(limit, LIMITS.hits)),
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
  },
}
