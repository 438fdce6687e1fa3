import { z } from 'zod'
import { askJson } from '../ask-service.ts'
import { hitOf, maybe } from '../hit-of.ts'
import { type ProviderKind, SearchFailure } from '../provider.ts'

const RESULT = z.object({ url: z.string(), title: maybe, content: maybe, publishedDate: maybe })
const ANSWER = z.object({ results: z.array(RESULT), unresponsive_engines: z.array(z.unknown()).nullish() })

/** A SearXNG of the operator's own, which must have `json` among its formats: https://docs.searxng.org. */
export const searxng: ProviderKind<
  'searxng',
  {
    /** Where it is. */
    url: string
  }
> = {
  name: 'searxng',
  needs: { url: { variable: 'SEARXNG_URL', kind: 'address' } },
  longest: { characters: 1_000 },
  async search({ query, limit, signal }, { url: base }) {
    const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}/search`)
    url.search = new URLSearchParams({ q: query, format: 'json', language: 'all' }).toString()
    const { results, unresponsive_engines } = await askJson({ url, schema: ANSWER, signal })
    // No results because its engines are down says nothing about the web.
    if (results.length === 0 && (unresponsive_engines?.length ?? 0) > 0) {
      throw new SearchFailure('unreachable', 'none of its engines answers', Number.POSITIVE_INFINITY)
    }
    const { plainText } = await import('../plain-text.ts')
    return results
      .slice(0, limit)
      .map(({ url, title, content, publishedDate }) =>
        hitOf({ url, title: plainText(title), snippet: plainText(content) }, { date: publishedDate }),
      )
  },
}
