import { MOST_AUTHORS } from '#language/visible.ts'
import { yearOf } from '#language/years.ts'
import type { Attributes } from './element-roles.ts'
import { plainTitle } from './labels.ts'
import { type DocumentMetadata, type DocumentParts, defined } from './metadata.ts'
import { TextBuilder } from './text-builder.ts'
import { type PageObserver, writeVisible } from './visible-text.ts'

const AUTHOR = new Set(['author', 'article:author', 'dc.creator', 'dcterms.creator', 'citation_author', 'byl'])
const DATE = new Set(
  'article:published_time date dc.date dcterms.date dcterms.issued citation_publication_date datepublished pubdate'.split(
    ' ',
  ),
)
const PUBLISHER = new Set(['og:site_name', 'publisher', 'dc.publisher', 'dcterms.publisher', 'citation_publisher'])

/** Reads a page: its visible text without navigation and the like, and what its head says about it. */
export function readHtml(html: string, bounds: Pick<PageObserver, 'visibility' | 'mostElements'> = {}): DocumentParts {
  const builder = new TextBuilder()
  const head = createHead()
  writeVisible(html, builder, { ...head, ...bounds })
  const { text, blocks } = builder.finish()
  const headings = blocks.filter(({ level }) => level === 1).map(({ start, end }) => plainTitle(text.slice(start, end)))
  const { title: whole = headings[0], ...metadata } = head.metadata()
  // A page may begin with the name of its site.
  const title = headings.find((heading) => whole !== undefined && isWithSite(whole, heading)) ?? whole
  return { ...metadata, ...(title === undefined ? {} : { title }), text, blocks }
}

/** What parts the title of a page from the name of its site. */
const BEFORE_SITE = /^ (?:[—–|·»:-]|::) \S/u

/** Whether a title is that of the page with the name of its site behind it. */
function isWithSite(title: string, heading: string): boolean {
  return title.startsWith(heading) && BEFORE_SITE.test(title.slice(heading.length))
}

function createHead() {
  const authors: string[] = []
  const found: { title?: string; og?: string; date?: string; publisher?: string; url?: string; language?: string } = {}

  function meta(attributes: Attributes): void {
    const name = (attributes['name'] ?? attributes['property'] ?? attributes['itemprop'] ?? '').toLowerCase()
    const content = (attributes['content'] ?? '').replace(/\s+/g, ' ').trim()
    if (content === '') return
    // `article:author` is often the address of a profile.
    if (AUTHOR.has(name) && authors.length < MOST_AUTHORS && !content.includes('://') && !authors.includes(content))
      authors.push(content)
    if (DATE.has(name)) found.date ??= content
    if (PUBLISHER.has(name)) found.publisher ??= content
    if (name === 'og:title') found.og ??= content
  }

  return {
    onElement(name: string, attributes: Attributes): void {
      if (name === 'meta') meta(attributes)
      if (name === 'html' && attributes['lang']) found.language ??= attributes['lang'].trim()
      const canonical = name === 'link' && (attributes['rel'] ?? '').toLowerCase().split(/\s+/).includes('canonical')
      if (canonical && /^https?:\/\//i.test(attributes['href'] ?? '')) found.url ??= attributes['href'] ?? ''
    },
    onTitle(text: string): void {
      found.title = (found.title ?? '') + text
    },
    metadata(): DocumentMetadata {
      const { title, og, date, publisher, url, language } = found
      const own = title?.replace(/\s+/g, ' ').trim() || og
      const people = authors.length === 0 ? undefined : authors
      return defined({ title: own, authors: people, date, year: yearOf(date), publisher, url, language })
    },
  }
}
