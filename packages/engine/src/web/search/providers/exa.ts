import { z } from 'zod'
import { askJson } from '../ask-service.ts'
import { hitOf, maybe, SNIPPET } from '../hit-of.ts'
import type { ProviderKind } from '../provider.ts'

const RESULT = z.object({ url: z.string(), title: maybe, text: maybe, author: maybe, publishedDate: maybe })
const ANSWER = z.object({ results: z.array(RESULT) })
/** Characters of a page's text: Exa charges by the page, so that more would cost nothing but time. */
const TEXT = 10_000

/** Exa's search: https://exa.ai/docs. */
export const exa: ProviderKind<
  'exa',
  {
    /** The key of the account. */
    apiKey: string
    /** Default: Exa's own. */
    baseUrl?: string
  }
> = {
  name: 'exa',
  needs: { apiKey: { variable: 'EXA_API_KEY', kind: 'key' } },
  longest: { characters: 1_000 },
  async search(
    { query, limit, hosts: { allow = [], deny = [] } = {}, signal },
    { apiKey, baseUrl = 'https://api.exa.ai' },
  ) {
    const { results } = await askJson({
      url: new URL('/search', baseUrl),
      headers: { 'x-api-key': apiKey },
      body: {
        ...{ query, type: 'auto', numResults: limit, contents: { text: { maxCharacters: TEXT } } },
        // Exa takes one of the two; what is denied of what is allowed is dropped afterwards.
        ...(allow.length > 0 ? { includeDomains: allow } : deny.length > 0 && { excludeDomains: deny }),
      },
      schema: ANSWER,
      signal,
    })
    return results.map(({ url, title, text, author, publishedDate }) =>
      hitOf({ url, title, snippet: text?.slice(0, SNIPPET) }, { text, author, date: publishedDate }),
    )
  },
}
