import { z } from 'zod'
import { askJson } from './ask-json.ts'
import type { SearchProvider } from './types.ts'

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

/** Exa's search: https://exa.ai/docs. */
export function exa({ apiKey, baseUrl = 'https://api.exa.ai' }: { apiKey: string; baseUrl?: string }): SearchProvider {
  const limits = { queryCharacters: 1_000, hits: 25 }
  return {
    name: 'exa',
    limits,
    async search({ query, limit, signal }) {
      const { results } = await askJson({
        url: new URL('/search', baseUrl),
        headers: { 'x-api-key': apiKey },
        body: {
          query,
          type: 'auto',
          numResults: Math.min(limit, limits.hits),
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
}
