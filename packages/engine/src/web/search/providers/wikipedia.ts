import { z } from 'zod'
import { askJson } from '../ask-service.ts'
import { hitOf, maybe } from '../hit-of.ts'
import type { ProviderKind } from '../provider.ts'

const RESULT = z.object({ title: z.string(), snippet: maybe, timestamp: maybe })
const ANSWER = z.object({ query: z.object({ search: z.array(RESULT) }).nullish() })
const LANGUAGE = /^[a-z]{2,3}$/

/** Wikipedia's own search, in the question's language. It needs no key: https://www.mediawiki.org/wiki/API:Search. */
export const wikipedia: ProviderKind<
  'wikipedia',
  {
    /** The address of the Wikipedia in a language. Default: Wikipedia's own. */
    site?: (language: string) => string
  }
> = {
  name: 'wikipedia',
  needs: {},
  ofOneSite: true,
  longest: { characters: 300 },
  async search({ query, limit, language, signal }, { userAgent, site = (code) => `https://${code}.wikipedia.org` }) {
    const home = site(LANGUAGE.test(language) ? language : 'en')
    const url = new URL('/w/api.php', home)
    url.search = new URLSearchParams({
      action: 'query',
      list: 'search',
      // Without operators: a colon or a quotation mark of a question means nothing here.
      srsearch: query.replace(/[^\p{L}\p{M}\p{N}'’.,&-]+/gu, ' ').trim(),
      srlimit: String(limit),
      srprop: 'snippet|timestamp',
      format: 'json',
      formatversion: '2',
    }).toString()
    const answer = await askJson({ url, headers: { 'user-agent': userAgent }, schema: ANSWER, signal })
    const { plainText } = await import('../plain-text.ts')
    return (answer.query?.search ?? []).map(({ title, snippet, timestamp }) => {
      const page = new URL(`/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`, home).href
      return hitOf({ url: page, title, snippet: plainText(snippet) }, { date: timestamp })
    })
  },
}
