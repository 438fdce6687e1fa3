import type { SummarySource } from '#contract/types.ts'
import { listSources, type SourcedResult, webURL } from './sources.ts'

/** A source for citation managers, in CSL-JSON. */
export interface CslItem {
  /** Names the item within the list. */
  readonly id: string
  /** The kind of publication, as CSL names it. */
  readonly type: string
  /** The title of the source. */
  readonly title: string
  /** The address of the source, if it can be linked to. */
  readonly URL?: string
  /** The DOI of the publication. */
  readonly DOI?: string
  /** Names as the source gives them, not split into parts. */
  readonly author?: readonly { readonly literal: string }[]
  /** The year of publication. */
  readonly issued?: { readonly 'date-parts': readonly (readonly [number])[] }
  /** The snippet of the source. */
  readonly abstract?: string
}

/** What each source type is in CSL and in BibTeX. */
const TYPES: Readonly<Record<string, { csl: string; bibtex: string }>> = {
  web: { csl: 'webpage', bibtex: 'misc' },
  paper: { csl: 'article-journal', bibtex: 'article' },
  book: { csl: 'book', bibtex: 'book' },
  news: { csl: 'article-newspaper', bibtex: 'misc' },
  document: { csl: 'document', bibtex: 'misc' },
  dataset: { csl: 'dataset', bibtex: 'misc' },
}
const OTHER = { csl: 'document', bibtex: 'misc' }

function typesOf({ source_type }: SummarySource): { csl: string; bibtex: string } {
  return source_type !== undefined && Object.hasOwn(TYPES, source_type) ? (TYPES[source_type] ?? OTHER) : OTHER
}

function authorsOf({ authors = [] }: SummarySource): string[] {
  return authors.map((name) => name.trim()).filter((name) => name !== '')
}

/** The sources as CSL-JSON, in the order of `sources_summary`. Unknown fields are left out. */
export function toCslJson(result: SourcedResult): CslItem[] {
  return listSources(result).map((source, index) => {
    const authors = authorsOf(source)
    return {
      id: `source-${index + 1}`,
      type: typesOf(source).csl,
      title: source.title,
      URL: source.url,
      ...(source.doi !== undefined && { DOI: source.doi }),
      ...(authors.length > 0 && { author: authors.map((literal) => ({ literal })) }),
      ...(source.year !== undefined && { issued: { 'date-parts': [[source.year] as const] } }),
      ...(source.snippet !== undefined && source.snippet !== '' && { abstract: source.snippet }),
    }
  })
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

function escapeLatex(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.replace(/[\\~^{}$&#%_]/g, (character) => LATEX[character] ?? `\\${character}`)
}

/** Encodes only those characters of a URL that would end the field or begin a command. */
function bibtexURL(url: string): string {
  return (webURL(url) ?? url).replace(/[\\{}\s]/g, (character) => encodeURIComponent(character))
}

function bibtexEntry(source: SummarySource, index: number): string {
  const authors = authorsOf(source).map(escapeLatex)
  const fields = [
    // Double braces keep the title's capitals; braces keep each name in one piece.
    `title = {{${escapeLatex(source.title)}}}`,
    ...(authors.length > 0
      ? [`author = {${authors.map((name) => (name.includes(' and ') ? `{${name}}` : name)).join(' and ')}}`]
      : []),
    ...(source.year === undefined ? [] : [`year = {${source.year}}`]),
    ...(source.doi === undefined ? [] : [`doi = {${source.doi.replace(/[\\{}\s]/g, encodeURIComponent)}}`]),
    `url = {${bibtexURL(source.url)}}`,
  ]
  return `@${typesOf(source).bibtex}{source${index + 1},\n  ${fields.join(',\n  ')}\n}\n`
}

/** The sources as BibTeX, in the order of `sources_summary`; UTF-8, with LaTeX's special characters escaped. */
export function toBibTeX(result: SourcedResult): string {
  return listSources(result).map(bibtexEntry).join('\n')
}
