import { askXml } from '../ask-service.ts'
import { hitOfPaper } from '../papers/paper.ts'
import { anyOf } from '../papers/query-words.ts'
import type { ProviderKind } from '../provider.ts'

/** arXiv's own search of preprints: https://info.arxiv.org/help/api/user-manual.html. */
export const arxiv: ProviderKind<
  'arxiv',
  {
    /** Default: arXiv's own. */
    baseUrl?: string
  }
> = {
  name: 'arxiv',
  needs: {},
  longest: { characters: 300, words: 30 },
  // https://info.arxiv.org/help/api/tou.html: one request every three seconds.
  everyMs: 3_000,
  async search({ query, limit, signal }, { userAgent, pace, baseUrl = 'https://export.arxiv.org' }) {
    const { allOf, firstOf, readXml, textIn } = await import('../papers/xml.ts')
    const url = new URL('/api/query', baseUrl)
    url.search = new URLSearchParams({
      search_query: anyOf(query, 'all:'),
      start: '0',
      max_results: String(limit),
      sortBy: 'relevance',
    }).toString()
    const feed = await askXml({
      url,
      headers: { 'user-agent': userAgent },
      read: (xml) => readXml(xml, 'feed'),
      pace,
      signal,
    })
    return allOf(feed, 'entry').flatMap((entry) => {
      const id = /\/abs\/(\S{1,60})$/.exec(textIn(firstOf(entry, 'id')))?.[1]?.replace(/v\d+$/, '')
      // An error is told as an entry, too.
      if (id === undefined) return []
      return hitOfPaper({
        title: textIn(firstOf(entry, 'title')),
        abstract: textIn(firstOf(entry, 'summary')),
        authors: allOf(entry, 'author').map((author) => textIn(firstOf(author, 'name'))),
        date: textIn(firstOf(entry, 'published')).slice(0, 'YYYY-MM-DD'.length),
        venue: 'arXiv',
        // Each preprint has a DOI of arXiv's; what its authors published elsewhere is another text.
        doi: `10.48550/arXiv.${id}`,
        page: `https://arxiv.org/abs/${id}`,
        fullText: `https://arxiv.org/pdf/${id}`,
      })
    })
  },
}
