import { z } from 'zod'
import { askJson } from '../ask-service.ts'
import { maybe } from '../hit-of.ts'
import { hitOfPaper } from '../papers/paper.ts'
import { anyOf } from '../papers/query-words.ts'
import type { ProviderKind } from '../provider.ts'

const ARTICLE = z.object({
  id: z.string(),
  source: z.string(),
  doi: maybe,
  title: maybe,
  abstractText: maybe,
  authorString: maybe,
  authorList: z.object({ author: z.array(z.object({ fullName: maybe, collectiveName: maybe })) }).nullish(),
  journalInfo: z.object({ journal: z.object({ title: maybe }).nullish() }).nullish(),
  firstPublicationDate: maybe,
  pubYear: maybe,
  fullTextUrlList: z
    .object({ fullTextUrl: z.array(z.object({ availabilityCode: maybe, documentStyle: maybe, url: z.string() })) })
    .nullish(),
})
const ANSWER = z.object({ resultList: z.object({ result: z.array(ARTICLE) }) })

/** Open and free: what everyone may read. */
const FREE = new Set(['OA', 'F'])
/** The forms of a full text, the one first that is read best. */
const FORMS = ['html', 'pdf']

/** Europe PMC's literature of the life sciences: https://europepmc.org/RestfulWebService. */
export const europePmc: ProviderKind<
  'europe-pmc',
  {
    /** Default: Europe PMC's own. */
    baseUrl?: string
  }
> = {
  name: 'europe-pmc',
  needs: {},
  longest: { characters: 500, words: 40 },
  async search({ query, limit, signal }, { userAgent, baseUrl = 'https://www.ebi.ac.uk' }) {
    const url = new URL('/europepmc/webservices/rest/search', baseUrl)
    url.search = new URLSearchParams({
      query: anyOf(query),
      resultType: 'core',
      format: 'json',
      pageSize: String(limit),
    }).toString()
    const { resultList } = await askJson({ url, headers: { 'user-agent': userAgent }, schema: ANSWER, signal })
    const { plainParagraphs, plainText } = await import('../plain-text.ts')
    return resultList.result.map((article) =>
      hitOfPaper({
        title: plainText(article.title),
        abstract: plainParagraphs(article.abstractText),
        authors: authorsOf(article),
        date: article.firstPublicationDate ?? article.pubYear,
        venue: article.journalInfo?.journal?.title,
        doi: article.doi,
        page: `https://europepmc.org/article/${encodeURIComponent(article.source)}/${encodeURIComponent(article.id)}`,
        fullText: freeTextOf(article),
      }),
    )
  },
}

type Article = z.infer<typeof ARTICLE>

function authorsOf({ authorList, authorString }: Article): string[] {
  const named = (authorList?.author ?? []).flatMap(({ fullName, collectiveName }) => fullName ?? collectiveName ?? [])
  return named.length > 0 ? named : (authorString ?? '').replace(/\.$/, '').split(', ')
}

function freeTextOf({ fullTextUrlList }: Article): string | undefined {
  const free = (fullTextUrlList?.fullTextUrl ?? []).filter(({ availabilityCode }) => FREE.has(availabilityCode ?? ''))
  return FORMS.flatMap((form) => free.find(({ documentStyle }) => documentStyle === form)?.url ?? [])[0]
}
