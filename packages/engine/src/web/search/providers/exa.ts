import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import type { ProviderKind } from '../provider-kind.ts'

const ANSWER = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      text: z.string().nullish(),
      author: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
})

const TEXT_CHARACTERS = 10_000
const SNIPPET = 400

const LIMITS = { queryCharacters: 1_000, hits: 25 }

/** Exa's search: https://exa.ai/docs. */
export const exa: ProviderKind<'exa', { apiKey: string; baseUrl?: string }> = {
  name: 'exa',
  needs: { apiKey: { variable: 'EXA_API_KEY', kind: 'key' } },
  open({ apiKey, baseUrl = 'https://api.exa.ai' }) {
    return {
      name: 'exa',
      limits: LIMITS,
      async search({ query, limit, signal }) {
        const { results } = await askJson({
          url: new URL('/search', baseUrl),
          headers: { 'x-api-key': apiKey },
          body: {
            query,
            type: 'auto',
            numResults: Math.min(limit, LIMITS.hits),
            contents: { text: { maxCharacters: TEXT_CHARACTERS } },
          },
          schema: ANSWER,
          signal,
        })
        return results.map(({ url, title, text, author, publishedDate }) => ({
          url,
          title: title ?? '',
          snippet: (text ?? '').slice(0, SNIPPET),
          ...(text && { text }),
          ...(author && { authors: [author] }),
          ...(publishedDate && { date: publishedDate }),
        }))
      },
    }
  },
}
