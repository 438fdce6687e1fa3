import { z } from 'zod'
import { askJson } from '../ask-service.ts'
import { maybe } from '../hit-of.ts'
import { contactIn } from '../papers/contact.ts'
import { isoDate } from '../papers/iso-date.ts'
import { hitOfPaper } from '../papers/paper.ts'
import type { ProviderKind } from '../provider.ts'

const WORK = z.object({
  DOI: z.string(),
  title: z.array(z.string()).nullish(),
  author: z.array(z.object({ given: maybe, family: maybe, name: maybe })).nullish(),
  issued: z.object({ 'date-parts': z.array(z.array(z.number().nullable())) }).nullish(),
  'container-title': z.array(z.string()).nullish(),
  publisher: maybe,
  abstract: maybe,
})
const ANSWER = z.object({ message: z.object({ items: z.array(WORK) }) })

/** Crossref's register of DOIs: https://www.crossref.org/documentation/retrieve-metadata/rest-api/. */
export const crossref: ProviderKind<
  'crossref',
  {
    /** Default: Crossref's own. */
    baseUrl?: string
  }
> = {
  name: 'crossref',
  needs: {},
  longest: { characters: 500 },
  // Those who name a mail address may ask three times a second, others once.
  everyMs: 1_000,
  async search({ query, limit, signal }, { userAgent, pace, baseUrl = 'https://api.crossref.org' }) {
    const contact = contactIn(userAgent)
    const url = new URL('/works', baseUrl)
    url.search = new URLSearchParams({
      'query.bibliographic': query,
      rows: String(limit),
      select: Object.keys(WORK.shape).join(','),
      ...(contact !== undefined && { mailto: contact }),
    }).toString()
    const { message } = await askJson({ url, headers: { 'user-agent': userAgent }, schema: ANSWER, pace, signal })
    const { plainParagraphs, plainText } = await import('../plain-text.ts')
    return message.items.map((work) =>
      hitOfPaper({
        title: plainText(work.title?.[0]),
        abstract: plainParagraphs(work.abstract),
        authors: (work.author ?? []).map(
          ({ given, family, name }) => name ?? [given, family].filter(Boolean).join(' '),
        ),
        date: isoDate(work.issued?.['date-parts'][0] ?? []),
        venue: plainText(work['container-title']?.[0] ?? work.publisher),
        doi: work.DOI,
        page: `https://doi.org/${encodeURI(work.DOI)}`,
      }),
    )
  },
}
