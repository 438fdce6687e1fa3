import type { FoundPassage } from '@deep-research/engine'
import type { ResearchResult } from '@deep-research/sdk/contract'

/**
 * Formats an answer for people: a number after each claim, then the sources under these numbers, with the places that
 * `places` knows of them by URL. A `?` marks claims that are not verified.
 */
export function formatAnswer(
  { answer, citations, sources_summary, usage }: ResearchResult,
  places: ReadonlyMap<string, string> = new Map(),
): string {
  const numbers = new Map(citations.map(({ id, verified }, at) => [id, `${at + 1}${verified ? '' : '?'}`]))
  let open = ''
  const text = answer.replaceAll(/<cite id="([^"]*)">|<\/cite>/g, (tag, id: string | undefined) => {
    if (id === undefined) return tag === '</cite>' ? ` [${numbers.get(open) ?? open}]` : tag
    open = id
    return ''
  })
  const sources = sources_summary.map(
    ({ source, citation_ids }) =>
      `[${citation_ids.map((id) => numbers.get(id) ?? id).join(', ')}] ${source.title}\n    ${places.get(source.url) ?? source.url}\n`,
  )
  const seconds = (usage.latency_ms / 1000).toFixed(1)
  const summary = `iterations: ${usage.iterations}, sources: ${usage.sources_cited}, time: ${seconds} s`
  const parts = [text.trimEnd(), sources.join('').trimEnd(), summary]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Formats passages for people, the best one first. */
export function formatPassages(found: readonly FoundPassage[]): string {
  if (found.length === 0) return 'none\n'
  const passages = found.map(
    ({ title, url, score, text }) =>
      `${score.toFixed(1)}  ${title}\n     ${url}\n     ${text.replaceAll(/\s+/g, ' ').trim()}`,
  )
  return `${passages.join('\n\n')}\n`
}
