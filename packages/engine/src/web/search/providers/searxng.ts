import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import { plainText } from '../plain-text.ts'
import { SearchFailure } from '../provider.ts'
import type { ProviderKind } from '../provider-kind.ts'

const ANSWER = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
  unresponsive_engines: z.array(z.unknown()).nullish(),
})

/** A SearXNG of the operator's own, which must have `json` among its formats: https://docs.searxng.org. */
export const searxng: ProviderKind<'searxng', { url: string }> = {
  name: 'searxng',
  needs: { url: { variable: 'SEARXNG_URL', kind: 'address' } },
  open({ url: base }) {
    return {
      name: 'searxng',
      limits: { queryCharacters: 1_000, hits: 20 },
      async search({ query, limit, signal }) {
        const url = new URL(`${base.replace(/\/+$/, '')}/search`)
        url.search = new URLSearchParams({ q: query, format: 'json', language: 'all' }).toString()
        const { results, unresponsive_engines } = await askJson({ url, schema: ANSWER, signal })
        // No results because its engines are down says nothing about the web.
        if (results.length === 0 && (unresponsive_engines?.length ?? 0) > 0) {
          throw new SearchFailure('unreachable', 'none of its engines answers', Number.POSITIVE_INFINITY)
        }
        return results.slice(0, limit).map(({ url, title, content, publishedDate }) => ({
          url,
          title: plainText(title ?? ''),
          snippet: plainText(content ?? ''),
          ...(publishedDate && { date: publishedDate }),
        }))
      },
    }
  },
}
