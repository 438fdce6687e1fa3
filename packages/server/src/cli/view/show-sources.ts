import type { ResearchResult } from '@deep-research/sdk'
import type { Place, StreamOutputs } from './outputs.ts'
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
    const quotes = citation_ids.map((id) => {
      const { quote = '', source_start_offset: start = 0 } = byId.get(id)?.source_anchor ?? {}
      return { words: quote, start }
    })
    const place = locate?.(source.url, quotes)
    line(`  [${ranges(numbers)}] ${source.title}${by === '' ? '' : style('green', ` — ${by}`)}`)
    const pages = citation_ids.map((id) => byId.get(id)?.source_anchor?.page)
    const first = pages.find((page) => page !== undefined)
    const href = (place?.url ?? source.url) + (first === undefined ? '' : `#page=${first}`)
    const where = first === undefined ? linesOf(place?.lines, numbers, ':') : linesOf(pages, numbers, ', p. ')
    line(`      ${style('dim', link(place?.path ?? source.url, href) + where)}`)
  }
  if (citations.some(({ verified }) => !verified))
    line(`\n  ${style('dim', '? after a number: this claim is not verified.')}`)
}

/** Numbers in their order, those that follow one another as one: "1–3, 5". */
function ranges(numbers: readonly string[]): string {
  const runs: string[][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run !== undefined && Number(run.at(-1)) + 1 === Number(number)) run.push(number)
    else runs.push([number])
  }
  return runs.flatMap((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run)).join(', ')
}

/** The lines or pages of a file, each with the numbers of the claims that are quoted from it: ":12 [1, 2], :40 [3]". */
function linesOf(lines: Place['lines'] = [], numbers: readonly string[], mark: string): string {
  const byLine = Map.groupBy(numbers.keys(), (at) => lines[at])
  byLine.delete(undefined)
  if (byLine.size === 1 && numbers.length === 1) return `${mark}${[...byLine.keys()][0]}`
  return [...byLine]
    .map(([at, those]) => `${mark}${at} [${ranges(those.map((i) => numbers[i] ?? ''))}]`)
    .join(mark === ':' ? ' ' : '')
}
