import type { Citation, ResearchResult } from '@deep-research/sdk'
import { toBibTeX, toHtml, toMarkdown } from '@deep-research/sdk/citations'
import type { StreamOutputs } from '../view/outputs.ts'

interface Format {
  description: string
  /** The whole result, ending with a line feed. */
  print: (result: ResearchResult, query: string, locate: StreamOutputs['locate']) => string
}

export type FormatName = 'json' | 'markdown' | 'html' | 'bibtex'

/** The formats in which `ask` prints a result, by the name of their option. */
export const FORMATS: Record<FormatName, Format> = {
  json: { description: 'print the whole result as JSON', print: (result) => `${JSON.stringify(result, null, 2)}\n` },
  markdown: {
    description: 'print Markdown with footnotes',
    print: (result, _, locate) =>
      `${toMarkdown(result, { footnotes: true, locate: (citation) => lineOf(citation, locate) }).trimEnd()}\n`,
  },
  html: { description: 'print a web page', print: toPage },
  bibtex: { description: 'print the sources as BibTeX', print: (result) => `${toBibTeX(result).trimEnd()}\n` },
}

/** Where the words of a citation begin in the file that they are quoted from. */
function lineOf({ source, source_anchor: anchor }: Citation, locate: StreamOutputs['locate']): string | undefined {
  const [line] = locate?.(source.url, [{ words: anchor.quote, start: anchor.source_start_offset }])?.lines ?? []
  return line === undefined ? undefined : `line ${line}`
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
