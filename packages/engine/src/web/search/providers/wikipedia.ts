import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import { plainText } from '../plain-text.ts'
import type { ProviderKind } from '../provider-kind.ts'

const ANSWER = z.object({
  query: z
    .object({
      search: z.array(z.object({ title: z.string(), snippet: z.string().nullish(), timestamp: z.string().nullish() })),
    })
    .nullish(),
})

const LANGUAGE = /^[a-z]{2,3}$/

const LIMITS = { queryCharacters: 300, hits: 50 }

export interface WikipediaOptions {
  /** Where the Wikipedia of a language is. Default: `https://<language>.wikipedia.org`. */
  site?: (language: string) => string
}

/** Wikipedia's own search, in the question's language. It needs no key: https://www.mediawiki.org/wiki/API:Search. */
export const wikipedia: ProviderKind<'wikipedia', WikipediaOptions> = {
  name: 'wikipedia',
  needs: {},
  open({ userAgent, site = (code) => `https://${code}.wikipedia.org` }) {
    return {
      name: 'wikipedia',
      limits: LIMITS,
      async search({ query, limit, language, signal }) {
        const home = site(LANGUAGE.test(language) ? language : 'en')
        const url = new URL('/w/api.php', home)
        url.search = new URLSearchParams({
          action: 'query',
          list: 'search',
          // Without operators: a colon or a quotation mark of a question means nothing here.
          srsearch: query.replace(/[^\p{L}\p{M}\p{N}'’.,&-]+/gu, ' ').trim(),
          srlimit: String(Math.min(limit, LIMITS.hits)),
          srprop: 'snippet|timestamp',
          format: 'json',
          formatversion: '2',
        }).toString()
        const answer = await askJson({ url, headers: { 'user-agent': userAgent }, schema: ANSWER, signal })
        return (answer.query?.search ?? []).map(({ title, snippet, timestamp }) => ({
          url: new URL(`/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`, home).href,
          title,
          snippet: plainText(snippet ?? ''),
          ...(timestamp && { date: timestamp }),
        }))
      },
    }
  },
}
