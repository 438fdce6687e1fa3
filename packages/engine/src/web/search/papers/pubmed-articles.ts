import { isoDate, monthOf } from './iso-date.ts'
import type { Paper } from './paper.ts'
import { allOf, firstOf, readXml, textIn, type XmlElement } from './xml.ts'

/**
 * The articles of a set as PubMed gives it: https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html.
 * @throws Error where the text is no such set
 */
export function readArticles(xml: string): Paper[] {
  return allOf(readXml(xml, 'PubmedArticleSet'), 'PubmedArticle').map((article) => {
    const pmid = textIn(firstOf(article, 'MedlineCitation', 'PMID'))
    // References have identifiers too, in lists behind that of the article.
    const list = firstOf(article, 'PubmedData', 'ArticleIdList')
    const ids = list ? allOf(list, 'ArticleId') : []
    const idOf = (type: string) => textIn(ids.find(({ attribs }) => attribs['IdType'] === type))
    const free = idOf('pmc')
    return {
      title: textIn(firstOf(article, 'ArticleTitle')),
      abstract: allOf(firstOf(article, 'Abstract') ?? article, 'AbstractText')
        .map(sectionOf)
        .join('\n'),
      authors: allOf(firstOf(article, 'AuthorList') ?? article, 'Author').map(nameOf),
      date: dateOf(firstOf(article, 'ArticleDate') ?? firstOf(article, 'JournalIssue', 'PubDate')),
      venue: textIn(firstOf(article, 'Journal', 'Title')),
      doi: idOf('doi'),
      page: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
      fullText: /^PMC\d{1,10}$/.test(free) ? `https://pmc.ncbi.nlm.nih.gov/articles/${free}/` : undefined,
    }
  })
}

/** A part of an abstract, below its label where it has one. */
function sectionOf(part: XmlElement): string {
  const label = part.attribs['Label']
  return label ? `${label}: ${textIn(part)}` : textIn(part)
}

function nameOf(author: XmlElement): string {
  const parts = ['ForeName', 'LastName'].map((name) => textIn(firstOf(author, name)))
  return parts.filter((part) => part !== '').join(' ') || textIn(firstOf(author, 'CollectiveName'))
}

function dateOf(date: XmlElement | undefined): string {
  const part = (name: string) => textIn(date && firstOf(date, name))
  // A span of months, or a season, is told in words after the year.
  const year = part('Year') || part('MedlineDate').slice(0, 'YYYY'.length)
  return isoDate([Number(year), monthOf(part('Month')), Number(part('Day'))])
}
