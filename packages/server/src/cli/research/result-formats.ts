import type { ResearchResult } from '@deep-research/sdk'
import { toBibTeX, toHtml, toMarkdown } from '@deep-research/sdk/citations'

interface Format {
  description: string
  /** The whole result, ending with a line feed. */
  print: (result: ResearchResult, query: string) => string
}

export type FormatName = 'json' | 'markdown' | 'html' | 'bibtex'

/** The formats in which `ask` prints a result, by the name of their option. */
export const FORMATS: Record<FormatName, Format> = {
  json: { description: 'print the whole result as JSON', print: (result) => `${JSON.stringify(result, null, 2)}\n` },
  markdown: {
    description: 'print Markdown with footnotes',
    print: (result) => `${toMarkdown(result, { footnotes: true }).trimEnd()}\n`,
  },
  html: { description: 'print a web page', print: toPage },
  bibtex: { description: 'print the sources as BibTeX', print: (result) => `${toBibTeX(result).trimEnd()}\n` },
}

function toPage(result: ResearchResult, query: string): string {
  const title = query.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}</style>
<h1>${title}</h1>
${toHtml(result).trimEnd()}
</html>
`
}
