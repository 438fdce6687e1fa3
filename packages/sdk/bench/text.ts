import { type ResearchStream, readResearchStream } from '@deep-research/sdk'

const DELTAS = 20_000
const ROUNDS = 5
const CHUNK = 16_384

/** A stream whose every delta is a cited claim. */
function createBytes(): Uint8Array {
  const head = { request_id: 'req_1', timestamp: '2026-01-02T03:04:05.678Z' }
  const events: unknown[] = Array.from({ length: DELTAS }, (_, sequence) => {
    const content = `<cite id="cite_${sequence}">A claim of forty characters, more or less.</cite> `
    return { type: 'research.answer.delta', ...head, data: { content, sequence } }
  })
  events.push({ type: 'research.completed', ...head, data: { answer: '', citations: [] } })
  return new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
}

const bytes = createBytes()

function open(): ResearchStream {
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller): void {
      if (at >= bytes.length) controller.close()
      else controller.enqueue(bytes.subarray(at, at + CHUNK))
      at += CHUNK
    },
  })
  return readResearchStream(body)
}

async function cpu(read: (stream: ResearchStream) => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await read(open())
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const ways: Record<string, (stream: ResearchStream) => Promise<void>> = {
  loop: async (stream) => {
    for await (const _ of stream);
  },
  'text()': async (stream) => {
    for await (const _ of stream.text());
  },
  'withText()': async (stream) => {
    for await (const _ of stream.withText());
  },
  'partial at each event': async (stream) => {
    for await (const _ of stream) stream.partial.answer_clean.charAt(0)
  },
}

const times: Record<string, number[]> = {}
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [name, read] of Object.entries(ways)) {
    const time = await cpu(read)
    // The first round warms up.
    if (round > 0) times[name] = [...(times[name] ?? []), time]
  }
}
const median = (values: readonly number[] = []): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const loop = median(times['loop'])
console.log(`${DELTAS} deltas with a tag each, CPU ÷ the loop (${loop.toFixed(0)} ms), medians of ${ROUNDS} rounds`)
for (const [name, own] of Object.entries(times)) console.log(`  ${name}: ${(median(own) / loop).toFixed(2)}`)
