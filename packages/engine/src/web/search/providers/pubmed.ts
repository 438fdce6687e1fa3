import { z } from 'zod'
import { askJson, askXml } from '../ask-service.ts'
import { contactIn } from '../papers/contact.ts'
import { hitOfPaper } from '../papers/paper.ts'
import { anyOf } from '../papers/query-words.ts'
import type { ProviderKind } from '../provider.ts'

const FOUND = z.object({ esearchresult: z.object({ idlist: z.array(z.string().regex(/^\d{1,12}$/)) }) })

/** PubMed by NCBI's E-utilities, which find first and then give: https://www.ncbi.nlm.nih.gov/books/NBK25499/. */
export const pubmed: ProviderKind<
  'pubmed',
  {
    /** The key of the account. */
    apiKey?: string
    /** Default: NCBI's own. */
    baseUrl?: string
  }
> = {
  name: 'pubmed',
  needs: { apiKey: { variable: 'NCBI_API_KEY', kind: 'key', optional: true } },
  longest: { characters: 300, words: 30 },
  // Three requests a second without a key.
  everyMs: 350,
  async search({ query, limit, signal }, { apiKey, userAgent, pace, baseUrl = 'https://eutils.ncbi.nlm.nih.gov' }) {
    const contact = contactIn(userAgent)
    const shared = {
      db: 'pubmed',
      tool: 'deep-research',
      ...(contact !== undefined && { email: contact }),
      ...(apiKey && { api_key: apiKey }),
    }
    const addressOf = (name: string, parameters: Record<string, string>) => {
      const url = new URL(`/entrez/eutils/${name}.fcgi`, baseUrl)
      url.search = new URLSearchParams({ ...shared, ...parameters }).toString()
      return { url, headers: { 'user-agent': userAgent }, pace, signal }
    }
    const sought = { term: anyOf(query), retmax: String(limit), sort: 'relevance', retmode: 'json' }
    const { esearchresult } = await askJson({ ...addressOf('esearch', sought), schema: FOUND })
    const ids = esearchresult.idlist.slice(0, limit)
    if (ids.length === 0) return []
    const { readArticles } = await import('../papers/pubmed-articles.ts')
    const given = addressOf('efetch', { id: ids.join(','), retmode: 'xml' })
    const papers = await askXml({ ...given, read: readArticles })
    return papers.map(hitOfPaper)
  },
}
