import type { ResearchResult } from '#contract/types.ts'

const REQUEST_ID = 'req_test'
const TIMESTAMP = '2026-01-02T03:04:05.678Z'

export const HEAD = { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'req_header' }

/** A result whose parts agree: one citation, one source. */
export const RESULT: ResearchResult = {
  answer: 'Water <cite id="cite_1">boils at 100 °C</cite> at sea level.',
  answer_clean: 'Water boils at 100 °C at sea level.',
  citations: [
    {
      id: 'cite_1',
      cited_text: 'boils at 100 °C',
      start_offset: 6,
      end_offset: 21,
      verified: true,
      supporting_quote: 'Water boils at 100 °C.',
      source_anchor: { quote: 'Water boils at 100 °C.', source_start_offset: 0, source_end_offset: 22, score: 1 },
      source: {
        title: 'Boiling point',
        url: 'https://example.com/boiling',
        snippet: 'Water boils at 100 °C.',
        authors: ['Ada Example'],
        year: 2020,
        source_type: 'web',
      },
    },
  ],
  sources_summary: [
    {
      source: { title: 'Boiling point', url: 'https://example.com/boiling' },
      citation_ids: ['cite_1'],
      citation_count: 1,
    },
  ],
  usage: {
    iterations: 1,
    tool_calls: 2,
    sources_cited: 1,
    thinking_tokens: 3,
    answer_tokens: 4,
    total_tokens: 7,
    latency_ms: 5,
  },
}

const FRAGMENTS = ['Water <ci', 'te id="cite_1">boils', ' at 100 °C</cit', 'e> at sea level.']

/** An event in its envelope. */
export function envelope(type: string, data: unknown, rest: Record<string, unknown> = {}): Record<string, unknown> {
  return { type, request_id: REQUEST_ID, timestamp: TIMESTAMP, data, ...rest }
}

export function delta(content: string, sequence: number): Record<string, unknown> {
  return envelope('research.answer.delta', { content, sequence })
}

export const DELTAS = FRAGMENTS.map(delta)
export const COMPLETED = envelope('research.completed', RESULT)
export const FAILED = envelope('research.failed', {
  error: { type: 'research_error', code: 'RESEARCH_FAILED', message: 'No source could be read.' },
})

export const DONE = 'data: [DONE]\n\n'

/** Events as the wire has them. */
export function frames(...events: readonly unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}

/** A whole stream that ends well. */
export const STREAM = frames(...DELTAS, COMPLETED) + DONE

export function errorBody(code: string, type = 'some_error', message = `It was ${code}.`): string {
  return JSON.stringify({ error: { type, code, message } })
}

/** The types of everything that an iterable yields. */
export async function typesOf(events: AsyncIterable<{ type: unknown }>): Promise<string[]> {
  const types: string[] = []
  for await (const { type } of events) types.push(String(type))
  return types
}
