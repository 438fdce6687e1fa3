import type { Citation, ResearchResult, SourceSummary } from '@deep-research/sdk/contract'

/** What a result breaks of the wire rules, by name; empty for a sound one. `streamed`: the answer's fragments joined. */
export function breachesOf(result: ResearchResult, streamed: string): string[] {
  const { answer, answer_clean, citations, sources_summary } = result
  const found = new Set<string>()
  const must = (holds: boolean, rule: string) => {
    if (!holds) found.add(rule)
  }
  must(streamed === answer, 'deltas differ from answer')
  must(answer.replace(/<cite id="[^"]*">|<\/cite>/g, '') === answer_clean, 'answer_clean differs')
  for (const rule of [...tagBreaches(answer, citations), ...summaryBreaches(citations, sources_summary)])
    must(false, rule)
  for (const citation of citations) {
    const { start_offset, end_offset, cited_text, source_anchor: anchor } = citation
    must(answer_clean.slice(start_offset, end_offset) === cited_text, 'cited_text offsets')
    must(typeof citation.verified === 'boolean', 'verified')
    must(typeof citation.supporting_quote === 'string', 'supporting_quote')
    const numbers = [anchor.source_start_offset, anchor.source_end_offset].every(Number.isInteger)
    must(numbers && typeof anchor.quote === 'string' && typeof anchor.score === 'number', 'source_anchor')
  }
  must(new Set(citations.map(({ id }) => id)).size === citations.length, 'citation id twice')
  const cited = new Set(citations.map(({ source }) => source.url)).size
  must(result.usage.sources_cited === cited, 'usage.sources_cited')
  for (const [name, value] of Object.entries(result.usage)) must(Number.isInteger(value) && value >= 0, `usage.${name}`)
  return [...found]
}

function tagBreaches(answer: string, citations: readonly Citation[]): string[] {
  const tags = [...answer.matchAll(/<cite id="([^"]*)">([\s\S]*?)<\/cite>/g)]
  const found: string[] = []
  if (tags.length !== citations.length) found.push('tags and citations differ in number')
  const opened = answer.match(/<cite/g)?.length ?? 0
  const closed = answer.match(/<\/cite>/g)?.length ?? 0
  if (opened !== tags.length || closed !== tags.length) found.push('stray tag')
  let markup = 0
  for (const [index, { 0: whole, 1: id, 2: text = '', index: at }] of tags.entries()) {
    const citation = citations[index]
    const start = at - markup
    markup += whole.length - text.length
    if (citation === undefined) continue
    if (citation.id !== id || citation.cited_text !== text) found.push('tag and citation differ')
    if (citation.start_offset !== start || citation.end_offset !== start + text.length) {
      found.push('offsets are not those of the tag')
    }
  }
  return found
}

function summaryBreaches(citations: readonly Citation[], summary: readonly SourceSummary[]): string[] {
  const found: string[] = []
  const ids = new Map<string, string[]>()
  for (const { id, source } of citations) ids.set(source.url, [...(ids.get(source.url) ?? []), id])
  const urls = new Set(summary.map(({ source }) => source.url))
  if (summary.length !== ids.size || urls.size !== ids.size) found.push('sources_summary length')
  let before = Number.POSITIVE_INFINITY
  for (const { source, citation_count, citation_ids } of summary) {
    const wanted = ids.get(source.url) ?? []
    if (citation_count !== wanted.length) found.push('citation_count')
    if ([...citation_ids].sort().join() !== [...wanted].sort().join()) found.push('citation_ids')
    if (citation_count > before) found.push('sources_summary order')
    before = citation_count
  }
  return found
}
