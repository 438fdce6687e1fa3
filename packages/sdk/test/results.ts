import type { Citation, ResearchResult, SourceSummary } from '#contract/types.ts'

/** A claim of an answer: its text, and the number of its source. */
export interface Claim {
  readonly text: string
  readonly source: number
  readonly verified?: boolean
}

function citation(id: string, { text, source, verified = true }: Claim, start: number): Citation {
  const quote = `Quote of ${source}`
  return {
    id,
    cited_text: text,
    start_offset: start,
    end_offset: start + text.length,
    verified,
    supporting_quote: quote,
    source_anchor: { quote, source_start_offset: 0, source_end_offset: quote.length, score: 1 },
    source: {
      title: `Source ${source}`,
      url: `https://example.com/${source}`,
      snippet: quote,
      authors: ['Ada Example', 'Bob and Sons'],
      year: 2_020 + source,
      source_type: 'paper',
    },
  }
}

function summarise(citations: readonly Citation[]): SourceSummary[] {
  const summaries = new Map<string, SourceSummary>()
  for (const { id, source } of citations) {
    const known = summaries.get(source.url)
    if (known === undefined) {
      summaries.set(source.url, {
        source: { title: source.title, url: source.url },
        citation_ids: [id],
        citation_count: 1,
      })
    } else {
      known.citation_ids.push(id)
      known.citation_count += 1
    }
  }
  return [...summaries.values()].sort((a, b) => b.citation_count - a.citation_count)
}

/** A sound result: texts stand as they are, claims are cited. */
export function resultOf(...parts: readonly (string | Claim)[]): ResearchResult {
  const citations: Citation[] = []
  let answer = ''
  let clean = ''
  for (const part of parts) {
    const text = typeof part === 'string' ? part : part.text
    if (typeof part === 'string') answer += part
    else {
      const id = `cite_${citations.length + 1}`
      citations.push(citation(id, part, clean.length))
      answer += `<cite id="${id}">${text}</cite>`
    }
    clean += text
  }
  const summaries = summarise(citations)
  const counts = { iterations: 1, tool_calls: 0, thinking_tokens: 0, answer_tokens: 0, total_tokens: 0, latency_ms: 1 }
  return {
    answer,
    answer_clean: clean,
    citations,
    sources_summary: summaries,
    usage: { ...counts, sources_cited: summaries.length },
  }
}
