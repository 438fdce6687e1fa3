/** A stream's bytes, and what a consumer must have counted at its end. */
export interface Workload {
  readonly bytes: Uint8Array
  /** Where each event ends within `bytes`. */
  readonly frameEnds: readonly number[]
  readonly events: number
  /** UTF-16 code units of all answer deltas. */
  readonly textLength: number
}

const WORDS = ['research', 'evidence', 'claim', 'of', 'the', 'and', 'source', 'a', 'to', 'measured', 'in', 'result']
const FOREIGN = ['größer', 'événement', '研究', 'исследование', '°C', '🔬', 'naïve', '測定']
const MULTI_BYTE_SHARE = 0.28
/** Every so many deltas one is a cited claim. */
const CITED_EVERY = 10

/** A small generator of numbers in [0, 1), the same for the same seed. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function createWriter(random: () => number): (bytes: number) => string {
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? ''
  return (bytes) => {
    let text = random() < MULTI_BYTE_SHARE ? `${pick(FOREIGN)} ` : ''
    while (text.length < bytes) text += `${pick(WORDS)} `
    return text
  }
}

function envelope(type: string, data: unknown): string {
  const fields = {
    type,
    request_id: 'req_0193a5f27c1e7b9a8d0e4c2b1a6f5e3d',
    timestamp: '2026-01-02T03:04:05.678Z',
    data,
  }
  return JSON.stringify(fields)
}

function completed(write: (bytes: number) => string): string {
  const citation = (index: number): unknown => ({
    id: `cite_${index + 1}`,
    cited_text: write(80),
    start_offset: index * 300,
    end_offset: index * 300 + 80,
    verified: true,
    supporting_quote: write(1_900),
    source_anchor: { quote: write(1_900), source_start_offset: 10, source_end_offset: 1_910, score: 0.93 },
    source: {
      title: write(60),
      url: `https://example.com/${index % 180}`,
      snippet: write(3_000),
      authors: ['Ada Example'],
      year: 2_024,
      source_type: 'web',
    },
  })
  const answer = write(65_000)
  return envelope('research.completed', {
    answer,
    answer_clean: answer,
    citations: Array.from({ length: 200 }, (_, index) => citation(index)),
    sources_summary: Array.from({ length: 180 }, (_, index) => ({
      source: { title: write(60), url: `https://example.com/${index}` },
      citation_ids: [`cite_${index + 1}`],
      citation_count: 1,
    })),
    usage: {
      iterations: 9,
      tool_calls: 150,
      sources_cited: 180,
      thinking_tokens: 9_000,
      answer_tokens: 16_000,
      total_tokens: 25_000,
      latency_ms: 90_000,
    },
  })
}

/**
 * 20,000 answer deltas, 2,000 of them cited, 2,000 thinking deltas, 150 tool calls and a result of some 1.5 MB: what a long research at the
 * highest level sends.
 *
 * @param named - Write an `event:` line before each, for clients that skip events without a name.
 */
export function createWorkload(named = false): Workload {
  const random = mulberry32(20_260_102)
  const write = createWriter(random)
  const envelopes: string[] = []
  let textLength = 0
  for (let sequence = 0; sequence < 20_000; sequence += 1) {
    const text = write(20 + Math.floor(random() * 40))
    const content = sequence % CITED_EVERY === 0 ? `<cite id="cite_${sequence / CITED_EVERY + 1}">${text}</cite>` : text
    textLength += content.length
    envelopes.push(envelope('research.answer.delta', { content, sequence }))
    if (sequence % 10 === 0) {
      envelopes.push(
        envelope('research.thinking.delta', {
          content: write(40 + Math.floor(random() * 160)),
          sequence: sequence / 10,
        }),
      )
    }
    if (sequence % 134 === 0) {
      const call = { tool_call_id: `call_${sequence}`, name: 'search' }
      envelopes.push(envelope('research.tool_call.started', { ...call, arguments: { query: write(40) }, iteration: 1 }))
      envelopes.push(
        envelope('research.tool_call.completed', { ...call, status: 'ok', duration_ms: 300, result: { hits: 10 } }),
      )
    }
  }
  envelopes.push(completed(write))
  return frame(envelopes, textLength, named)
}

function frame(envelopes: readonly string[], textLength: number, named: boolean): Workload {
  const name = named ? 'event: message\n' : ''
  const frames = [...envelopes.map((data) => `${name}data: ${data}\n\n`), 'data: [DONE]\n\n'].map((text) =>
    new TextEncoder().encode(text),
  )
  const frameEnds: number[] = []
  let length = 0
  for (const { byteLength } of frames) {
    length += byteLength
    frameEnds.push(length)
  }
  const bytes = new Uint8Array(length)
  for (const [index, each] of frames.entries()) bytes.set(each, frameEnds[index - 1] ?? 0)
  return { bytes, frameEnds, events: envelopes.length, textLength }
}

export const CHUNKINGS = ['16 KiB', '1 KiB', '64 B', 'random', 'event'] as const
export type Chunking = (typeof CHUNKINGS)[number]

const SIZES: Partial<Record<Chunking, number>> = { '16 KiB': 16_384, '1 KiB': 1_024, '64 B': 64 }

/** Cuts a workload without regard to its text. */
export function cut({ bytes, frameEnds }: Workload, chunking: Chunking): Uint8Array[] {
  const random = mulberry32(7)
  const chunks: Uint8Array[] = []
  for (let from = 0, index = 0; from < bytes.length; index += 1) {
    const size = SIZES[chunking] ?? Math.floor(2 ** (random() * 14))
    const to = chunking === 'event' ? (frameEnds[index] ?? bytes.length) : from + Math.max(1, size)
    chunks.push(bytes.subarray(from, to))
    from = to
  }
  return chunks
}
