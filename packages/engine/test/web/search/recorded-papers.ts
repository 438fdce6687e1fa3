import type { Asked, Reply } from './scripted-web.ts'

/** An invented paper, as a catalogue describes it. */
export interface InventedPaper {
  title: string
  abstract: string
  authors: readonly string[]
  date: string
  venue: string
  doi: string
}

export const PAPER: InventedPaper = {
  title: 'Slow growth of cold-water corals in Nordic fjords',
  abstract:
    'We measured 40 colonies of Desmophyllum nordicum over six years. The colonies grew by 7 mm a year, half of what warm-water species reach. Growth stopped above 12 °C.',
  authors: ['Ida Berg', 'Ole Lind'],
  date: '2019-05-14',
  venue: 'Journal of Invented Reefs',
  doi: '10.5555/reefs.2019.7',
}

/** How a service says what it found, and what its hits of `PAPER` are. */
interface Recorded {
  reply: (asked: Asked, papers: readonly InventedPaper[]) => Reply
  /** The words that it was asked for. */
  query: string
  /** What the hit is cited by. Default: the address of the DOI. */
  url?: string
  doi?: string
  venue?: string
  fullText?: string
}

const xml = (text: string): Reply => ({ text, headers: { 'content-type': 'text/xml' } })
/** A number of each paper, as services have identifiers of their own. */
const numberOf = ({ doi }: InventedPaper) => String(99_000_000 + Number(/\d+$/.exec(doi)?.[0] ?? 0))
/** Where the parts of a text are set in another type, as publishers do with the names of species. */
const inItalics = (text: string, tag: string) =>
  text.replace(/Desmophyllum nordicum|Nordic(?= fjords)/, `<${tag}>$&</${tag}>`)
const [YEAR, MONTH, DAY] = [0, 1, 2]
const partsOf = ({ date }: InventedPaper) => date.split('-').map(Number)

const feed = (entries: string) => `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
  <title>arXiv Query: search_query=all:corals&amp;id_list=&amp;start=0&amp;max_results=10</title>
  <updated>2026-11-20T00:00:00Z</updated>
  <opensearch:totalResults>1</opensearch:totalResults>
  ${entries}
</feed>`

const entry = (paper: InventedPaper) => `<entry>
    <id>http://arxiv.org/abs/${arxivId(paper)}v2</id>
    <title>${paper.title.replace(' corals ', ' corals\n  ')}</title>
    <updated>2026-01-02T10:00:00Z</updated>
    <link href="https://arxiv.org/abs/${arxivId(paper)}v2" rel="alternate" type="text/html"/>
    <link href="https://arxiv.org/pdf/${arxivId(paper)}v2" rel="related" type="application/pdf" title="pdf"/>
    <summary>${paper.abstract.replace('. ', '.\n')}</summary>
    <category term="q-bio.PE" scheme="http://arxiv.org/schemas/atom"/>
    <published>${paper.date}T17:59:59Z</published>
    <arxiv:comment>12 pages, 3 figures</arxiv:comment>
    <arxiv:primary_category term="q-bio.PE"/>
    <arxiv:journal_ref>${paper.venue} 7</arxiv:journal_ref>
    ${paper.authors.map((name) => `<author><name>${name}</name><arxiv:affiliation>Reef Institute</arxiv:affiliation></author>`).join('')}
    <arxiv:doi>${paper.doi}</arxiv:doi>
  </entry>`

/** arXiv's own name of a paper: year and month, and a number. */
export const arxivId = (paper: InventedPaper) =>
  `${paper.date.slice(2, 7).replace('-', '')}.${numberOf(paper).slice(-5)}`

function invertedIndex(text: string): Record<string, number[]> {
  const index: Record<string, number[]> = {}
  for (const [place, word] of text.split(' ').entries()) index[word] = [...(index[word] ?? []), place]
  return index
}

const article = (paper: InventedPaper) => `<PubmedArticle>
  <MedlineCitation Status="MEDLINE" Owner="NLM">
    <PMID Version="1">${numberOf(paper)}</PMID>
    <Article PubModel="Print-Electronic">
      <Journal>
        <ISSN IssnType="Electronic">0000-0007</ISSN>
        <JournalIssue CitedMedium="Internet"><Volume>7</Volume><PubDate><Year>${partsOf(paper)[YEAR]}</Year><Month>Dec</Month></PubDate></JournalIssue>
        <Title>${paper.venue}</Title>
        <ISOAbbreviation>Inv</ISOAbbreviation>
      </Journal>
      <ArticleTitle>${inItalics(paper.title, 'i')}.</ArticleTitle>
      <Abstract>
        <AbstractText>${inItalics(paper.abstract, 'i')}</AbstractText>
        <CopyrightInformation>The authors</CopyrightInformation>
      </Abstract>
      <AuthorList CompleteYN="Y">
        ${paper.authors.map((name) => `<Author ValidYN="Y"><LastName>${name.split(' ')[1]}</LastName><ForeName>${name.split(' ')[0]}</ForeName></Author>`).join('')}
      </AuthorList>
      <ArticleDate DateType="Electronic"><Year>${partsOf(paper)[YEAR]}</Year><Month>${partsOf(paper)[MONTH]}</Month><Day>${partsOf(paper)[DAY]}</Day></ArticleDate>
    </Article>
  </MedlineCitation>
  <PubmedData>
    <PublicationStatus>ppublish</PublicationStatus>
    <ArticleIdList>
      <ArticleId IdType="pubmed">${numberOf(paper)}</ArticleId>
      <ArticleId IdType="pmc">PMC${numberOf(paper)}</ArticleId>
      <ArticleId IdType="doi">${paper.doi}</ArticleId>
    </ArticleIdList>
    <ReferenceList><Reference><Citation>Another</Citation>
      <ArticleIdList><ArticleId IdType="doi">10.5555/another.1</ArticleId></ArticleIdList></Reference></ReferenceList>
  </PubmedData>
</PubmedArticle>`

const articleSet = (articles: string) => `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>${articles}</PubmedArticleSet>`

const esearch = (ids: string[]): Reply => ({
  json: {
    header: { type: 'esearch', version: '0.3' },
    esearchresult: { count: String(ids.length), retmax: '10', retstart: '0', idlist: ids, translationset: [] },
  },
})

/** Written by hand in the documented form of each service, with papers that nobody wrote. */
export const RECORDED: Record<string, Recorded> = {
  // https://info.arxiv.org/help/api/user-manual.html#an-example
  arxiv: {
    reply: (_asked, papers) => xml(feed(papers.map(entry).join(''))),
    query: 'search_query',
    url: 'https://doi.org/10.48550/arXiv.1905.00007',
    doi: '10.48550/arXiv.1905.00007',
    venue: 'arXiv',
    fullText: 'https://arxiv.org/pdf/1905.00007',
  },
  // https://developers.openalex.org/api-reference/works
  openalex: {
    reply: (_asked, papers) => ({
      json: {
        meta: { count: papers.length, db_response_time_ms: 30, page: 1, per_page: 10 },
        results: papers.map((paper) => ({
          id: `https://openalex.org/W${numberOf(paper)}`,
          doi: `https://doi.org/${paper.doi}`,
          display_name: paper.title,
          publication_year: partsOf(paper)[YEAR],
          publication_date: paper.date,
          authorships: paper.authors.map((name) => ({
            author_position: 'first',
            author: { id: 'https://openalex.org/A1', display_name: name, orcid: null },
            institutions: [],
          })),
          primary_location: {
            is_oa: false,
            landing_page_url: `https://doi.org/${paper.doi}`,
            pdf_url: null,
            source: { id: 'https://openalex.org/S1', display_name: paper.venue, type: 'journal' },
          },
          best_oa_location: {
            is_oa: true,
            landing_page_url: `https://repository.example/${numberOf(paper)}`,
            pdf_url: `https://repository.example/${numberOf(paper)}.pdf`,
            source: null,
          },
          abstract_inverted_index: invertedIndex(paper.abstract),
        })),
      },
    }),
    query: 'search',
    fullText: 'https://repository.example/99000007.pdf',
  },
  // https://api.crossref.org/swagger-ui/index.html#/Works
  crossref: {
    reply: (_asked, papers) => ({
      json: {
        status: 'ok',
        'message-type': 'work-list',
        'message-version': '1.0.0',
        message: {
          'total-results': papers.length,
          'items-per-page': 10,
          query: { 'start-index': 0, 'search-terms': null },
          items: papers.map((paper) => ({
            DOI: paper.doi,
            title: [inItalics(paper.title, 'i')],
            author: paper.authors.map((name) => ({
              given: name.split(' ')[0],
              family: name.split(' ')[1],
              sequence: 'additional',
              affiliation: [],
            })),
            issued: { 'date-parts': [partsOf(paper)] },
            'container-title': [paper.venue],
            publisher: 'Invented Press',
            abstract: `<jats:title>Abstract</jats:title><jats:p>${inItalics(paper.abstract, 'jats:italic')}</jats:p>`,
          })),
        },
      },
    }),
    query: 'query.bibliographic',
  },
  // https://www.ncbi.nlm.nih.gov/books/NBK25499/#chapter4.ESearch and #chapter4.EFetch
  pubmed: {
    reply: ({ url }, papers) => {
      if (url.pathname.endsWith('/esearch.fcgi')) return esearch(papers.map(numberOf))
      const ids = url.searchParams.get('id')?.split(',') ?? []
      return xml(articleSet(ids.flatMap((id) => papers.filter((one) => numberOf(one) === id).map(article)).join('')))
    },
    query: 'term',
    fullText: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC99000007/',
  },
  // https://api.semanticscholar.org/api-docs/graph#tag/Paper-Data/operation/get_graph_paper_relevance_search
  'semantic-scholar': {
    reply: (_asked, papers) => ({
      json: {
        total: papers.length,
        offset: 0,
        ...(papers.length > 0 && {
          data: papers.map((paper) => ({
            paperId: `649def34f8be52c8b66281af98ae88${numberOf(paper)}`,
            externalIds: { CorpusId: 7, DOI: paper.doi },
            title: paper.title,
            abstract: paper.abstract,
            venue: paper.venue,
            year: partsOf(paper)[YEAR],
            publicationDate: paper.date,
            openAccessPdf: {
              url: `https://repository.example/${numberOf(paper)}.pdf`,
              status: 'GREEN',
              license: null,
            },
            authors: paper.authors.map((name, at) => ({ authorId: String(at), name })),
          })),
        }),
      },
    }),
    query: 'query',
    fullText: 'https://repository.example/99000007.pdf',
  },
  // https://europepmc.org/RestfulWebService#!/Europe32PMC32Articles32RESTful32API/search
  'europe-pmc': {
    reply: (_asked, papers) => ({
      json: {
        version: '6.9',
        hitCount: papers.length,
        nextCursorMark: 'AoIIP4AAACg0',
        request: { queryString: 'corals', resultType: 'core', pageSize: 10, format: 'json' },
        resultList: { result: papers.map(epmcArticle) },
      },
    }),
    query: 'query',
    fullText: 'https://europepmc.org/articles/PMC99000007',
  },
}

function epmcArticle(paper: InventedPaper) {
  const page = `https://europepmc.org/articles/PMC${numberOf(paper)}`
  const open = { availability: 'Open access', availabilityCode: 'OA', site: 'Europe_PMC' }
  return {
    id: numberOf(paper),
    source: 'MED',
    pmid: numberOf(paper),
    doi: paper.doi,
    title: `${inItalics(paper.title, 'i')}.`,
    authorString: 'Berg I, Lind O.',
    authorList: { author: paper.authors.map((fullName) => ({ fullName, initials: 'X' })) },
    journalInfo: { volume: '7', journal: { title: paper.venue, essn: '0000-0007' } },
    pubYear: paper.date.slice(0, 4),
    abstractText: `<h4>Abstract</h4>${inItalics(paper.abstract, 'i')}`,
    isOpenAccess: 'Y',
    fullTextUrlList: {
      fullTextUrl: [
        {
          availability: 'Subscription required',
          availabilityCode: 'S',
          documentStyle: 'doi',
          url: `https://doi.org/${paper.doi}`,
        },
        { ...open, documentStyle: 'pdf', url: `${page}?pdf=render` },
        { ...open, documentStyle: 'html', url: page },
      ],
    },
    firstPublicationDate: paper.date,
  }
}
