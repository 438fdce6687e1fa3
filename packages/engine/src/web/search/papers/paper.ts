import { cut } from '#language/cut.ts'
import { yearOf } from '#language/years.ts'
import type { Block } from '../../../types.ts'
import { type Maybe, SNIPPET } from '../hit-of.ts'
import type { SearchHit } from '../provider.ts'

/** What stands above an abstract. */
const HEADED = /^(?:abstract|summary)\s*\n/i

/** A publication as a catalogue of papers describes it. */
export interface Paper {
  title?: Maybe
  /** Plain text; its paragraphs stand on lines of their own. */
  abstract?: Maybe
  authors?: readonly Maybe[]
  /** ISO 8601, as far as it is known. */
  date?: Maybe
  /** The journal, conference or archive that published it. */
  venue?: Maybe
  /** With or without the address of its resolver. */
  doi?: Maybe
  /** Where the catalogue shows it: what it is cited by without a DOI. */
  page: string
  /** Where its whole text may be read by everyone. */
  fullText?: Maybe
}

/** UTF-16 units of an abstract. */
const LONGEST = 20_000
/** Authors that a reference names before it says "et al.", as many styles have it. */
const NAMED = 3
const DOI = /^10\.\d{4,9}\/[^\s<>"]{1,200}$/

/**
 * A hit that holds what the catalogue knows. It is cited by its DOI. Without an abstract its page is read, as one would
 * read that of any hit.
 */
export function hitOfPaper({ page, ...paper }: Paper): SearchHit {
  const title = oneLine(paper.title).replace(/(?<!\.)\.$/, '')
  const abstract = cut((paper.abstract ?? '').trim().replace(HEADED, ''), LONGEST)
  const authors = (paper.authors ?? []).map(oneLine).filter((name) => name !== '')
  const [doi, date, publisher] = [doiOf(paper.doi), oneLine(paper.date), oneLine(paper.venue)]
  const year = yearOf(date)
  const url = doi === undefined ? page : `https://doi.org/${encodeURI(doi)}`
  const fullText = oneLine(paper.fullText) || (abstract === '' ? page : '')
  const known = {
    ...(authors.length > 0 && { authors }),
    ...(year !== undefined && { date, year }),
    ...(publisher !== '' && { publisher }),
    ...(doi !== undefined && { doi }),
  }
  const body = textOf(abstract, referenceOf({ title, authors, publisher, year, doi }))
  return {
    url,
    title,
    snippet: cut(abstract, SNIPPET),
    ...(fullText !== '' && { fullText }),
    record: { url, title, sourceType: 'paper', ...known, ...body },
  }
}

/** The paragraphs of an abstract, and below them how the paper is referred to. */
function textOf(abstract: string, reference: string): { text: string; blocks: Block[] } {
  const blocks: Block[] = []
  let text = ''
  for (const paragraph of [...abstract.split(/\n+/), reference]) {
    const line = oneLine(paragraph)
    if (line === '') continue
    const start = text === '' ? 0 : text.length + 2
    text = text === '' ? line : `${text}\n\n${line}`
    blocks.push({ start, end: text.length, kind: 'paragraph', path: [] })
  }
  return { text, blocks }
}

interface Referred {
  title: string
  authors: readonly string[]
  publisher: string
  year: number | undefined
  doi: string | undefined
}

/** Who wrote what, where and when, as one sentence. */
function referenceOf({ title, authors, publisher, year, doi }: Referred): string {
  const who = authors.length > NAMED ? `${authors[0]} et al.` : authors.join(', ')
  const named = [who, title].filter((part) => part !== '').join(': ')
  return [named, publisher, year, doi && `doi:${doi}`].filter((part) => part !== '' && part !== undefined).join(', ')
}

/** A DOI as it is registered; undefined for what is none. */
function doiOf(given: Maybe): string | undefined {
  const doi = oneLine(given)
    .replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)/i, '')
    .trim()
  return DOI.test(doi) ? doi : undefined
}

function oneLine(text: Maybe): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
