import { Stream } from '@anthropic-ai/sdk/streaming'
import { type Candidate, count } from '../candidate.ts'

export const candidate: Candidate = {
  named: true,
  async read(response) {
    const total = { events: 0, textLength: 0 }
    const stream = Stream.fromSSEResponse<{ type: string; data: unknown } | undefined>(response, new AbortController())
    for await (const event of stream) if (event !== undefined) count(total, event)
    return total
  },
}
