import type { Citation, ResearchResult, Source, SourceSummary, ToolCallRecord } from '@deep-research/sdk/contract'
import { lengthIn, type OffsetUnit, offsetIn } from './offsets.ts'
import { type Claim, readTaggedText } from './tagged-text.ts'

/** A source of a mocked answer. Missing fields are derived or (authors, year) left out of the stream too. */
export interface MockSource {
  /** The title of the source. */
  title: string
  /** The address of the source. */
  url: string
  /** Default: the quote, else the text, else the first claim that cites the source. */
  snippet?: string
  /** Default: none are named. */
  authors?: string[]
  /** The year of publication. Default: none is named. */
  year?: number
  /** Default: `web`. */
  source_type?: string
  /** The extracted text to which anchors refer. Default: the snippet. */
  text?: string
  /** The supporting quote for claims whose tag has none. Default: the snippet. */
  quote?: string
}

/** The input of a mocked result. Offsets, ids, counts and order are computed from it. */
export interface ResultInput {
  /** The answer with tags such as `<cite source="atlas">…</cite>`; attributes are `source`, `id`, `verified` and `quote`. */
  answer: string
  /** The sources by the names that tags use. */
  sources?: Record<string, MockSource>
  /** All thinking text of the research, for the token estimate. */
  thinking?: string
  /** How many tool calls were made. Default: 0. */
  toolCalls?: number
  /** Default: 1. */
  iterations?: number
  /** Milliseconds. Default: 0. */
  latencyMs?: number
  /** The unit of offsets. Default: `utf-16`, as in our own service. */
  offsets?: OffsetUnit
  /** The records of the calls, if the request asked for them. */
  records?: ToolCallRecord[]
  /** The caller's notes, which are echoed. */
  metadata?: Record<string, string>
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The share of the claim's words that are also in the quote, with two decimals. */
function score(claim: string, quote: string): number {
  const quoted = new Set(words(quote))
  const claimed = words(claim)
  if (claimed.length === 0) return 0
  return Math.round((claimed.filter((word) => quoted.has(word)).length / claimed.length) * 100) / 100
}

/** Four characters for each token: a usual rule of thumb that is only an estimate. */
const tokens = (text: string) => Math.ceil(lengthIn('code-point', text) / 4)

function toSource(source: MockSource, firstClaim: string): Source {
  return {
    title: source.title,
    url: source.url,
    snippet: source.snippet ?? source.quote ?? source.text ?? firstClaim,
    ...(source.authors === undefined ? {} : { authors: source.authors }),
    ...(source.year === undefined ? {} : { year: source.year }),
    source_type: source.source_type ?? 'web',
  }
}

function toCitation(claim: Claim, mock: MockSource, source: Source, clean: string, unit: OffsetUnit): Citation {
  const text = mock.text ?? source.snippet
  const quote = claim.quote ?? mock.quote ?? source.snippet
  const at = text.indexOf(quote)
  if (at < 0) throw new Error(`The text of source "${claim.source}" does not contain the quote "${quote}".`)
  return {
    id: claim.id,
    cited_text: claim.text,
    start_offset: offsetIn(unit, clean, claim.start),
    end_offset: offsetIn(unit, clean, claim.end),
    verified: claim.verified,
    supporting_quote: quote,
    source_anchor: {
      quote,
      source_start_offset: offsetIn(unit, text, at),
      source_end_offset: offsetIn(unit, text, at + quote.length),
      score: score(claim.text, quote),
    },
    source,
  }
}

/** One entry for each URL: the most cited first, and among equals the one that was cited first. */
function summarise(citations: readonly Citation[]): SourceSummary[] {
  const byUrl = new Map<string, SourceSummary>()
  for (const { id, source } of citations) {
    const entry = byUrl.get(source.url) ?? { source, citation_ids: [], citation_count: 0 }
    entry.citation_ids.push(id)
    entry.citation_count += 1
    byUrl.set(source.url, entry)
  }
  return [...byUrl.values()].sort((a, b) => b.citation_count - a.citation_count)
}

function cite(claims: readonly Claim[], clean: string, input: ResultInput): Citation[] {
  const sources = new Map<string, Source>()
  return claims.map((claim) => {
    const mock = input.sources?.[claim.source]
    if (mock === undefined) throw new Error(`The answer cites "${claim.source}", which is not one of its sources.`)
    const source = sources.get(claim.source) ?? toSource(mock, claim.text)
    sources.set(claim.source, source)
    return toCitation(claim, mock, source, clean, input.offsets ?? 'utf-16')
  })
}

/**
 * Makes the data of `research.completed` from a tagged text and its sources: the answer with and without tags,
 * citations with offsets and anchors, the sources by URL with the most cited first, and usage.
 * @throws Error if the text cites an unknown source, or a quote is not in the text of its source.
 */
export function buildResult(input: ResultInput): ResearchResult {
  const { answer, clean, claims } = readTaggedText(input.answer)
  const citations = cite(claims, clean, input)
  const sources_summary = summarise(citations)
  const thinkingTokens = tokens(input.thinking ?? '')
  const answerTokens = tokens(clean)
  return {
    answer,
    answer_clean: clean,
    citations,
    sources_summary,
    usage: {
      iterations: input.iterations ?? 1,
      tool_calls: input.toolCalls ?? 0,
      sources_cited: sources_summary.length,
      thinking_tokens: thinkingTokens,
      answer_tokens: answerTokens,
      total_tokens: thinkingTokens + answerTokens,
      latency_ms: input.latencyMs ?? 0,
    },
    ...(input.records === undefined ? {} : { tool_calls: input.records }),
    ...(input.metadata === undefined ? {} : { metadata: input.metadata }),
  }
}
