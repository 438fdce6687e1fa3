import { z } from 'zod'
import { askJson } from '../ask-service.ts'
import { hitOf, maybe } from '../hit-of.ts'
import type { ProviderKind } from '../provider.ts'

const RESULT = z.object({
  url: z.string(),
  title: maybe,
  description: maybe,
  extra_snippets: z.array(z.string()).nullish(),
  page_age: maybe,
})
// `web` is left out where nothing was found.
const ANSWER = z.object({ web: z.object({ results: z.array(RESULT) }).nullish() })

/** Brave's web search: https://api-dashboard.search.brave.com. */
export const brave: ProviderKind<
  'brave',
  {
    /** The key of the account. */
    apiKey: string
    /** Default: Brave's own. */
    baseUrl?: string
  }
> = {
  name: 'brave',
  needs: { apiKey: { variable: 'BRAVE_API_KEY', kind: 'key' } },
  longest: { characters: 400, words: 50 },
  async search({ query, limit, signal }, { apiKey, baseUrl = 'https://api.search.brave.com' }) {
    const url = new URL('/res/v1/web/search', baseUrl)
    url.search = new URLSearchParams({
      q: query,
      count: String(limit),
      text_decorations: 'false',
      result_filter: 'web',
    }).toString()
    const { web } = await askJson({ url, headers: { 'x-subscription-token': apiKey }, schema: ANSWER, signal })
    const { plainText } = await import('../plain-text.ts')
    return (web?.results ?? []).map(({ url, title, description, extra_snippets, page_age }) => {
      const snippet = plainText([description ?? '', ...(extra_snippets ?? [])].join(' '))
      return hitOf({ url, title: plainText(title), snippet }, { date: page_age })
    })
  },
}
