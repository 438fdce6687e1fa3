import type { ResearchResult } from '@deep-research/sdk'
import type { StreamOutputs } from './outputs.ts'
import type { Terminal } from './terminal.ts'

interface SourceList {
  terminal: Terminal
  /** The number shown after the claim of a citation. */
  numberOf: (id: string) => number
  locate: StreamOutputs['locate']
}

/** Lists the sources of an answer under the numbers of their claims. A `?` marks a claim that is not verified. */
export function showSources(
  { citations, sources_summary }: ResearchResult,
  { terminal, numberOf, locate }: SourceList,
): void {
  if (sources_summary.length === 0) return
  const { line, style, link } = terminal
  const byId = new Map(citations.map((citation) => [citation.id, citation]))
  line(`\n${style('bold', 'Sources')}\n`)
  const numbered = sources_summary.map((summary) => ({
    ...summary,
    first: Math.min(...summary.citation_ids.map(numberOf)),
  }))
  for (const { source, citation_ids } of numbered.sort((one, other) => one.first - other.first)) {
    const numbers = citation_ids.map((id) => `${numberOf(id)}${byId.get(id)?.verified ? '' : '?'}`)
    const by = [source.authors?.join(', '), source.year].filter((part) => part !== undefined && part !== '').join(', ')
    const quotes = citation_ids.flatMap((id) => byId.get(id)?.source_anchor?.quote ?? [])
    const place = locate?.(source.url, quotes)
    line(`  [${numbers.join(', ')}] ${source.title}${by === '' ? '' : style('green', ` — ${by}`)}`)
    line(`      ${style('dim', link(place?.text ?? source.url, place?.url ?? source.url))}`)
  }
}
