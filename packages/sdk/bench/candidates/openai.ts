import { Stream } from 'openai/streaming'
import { type Candidate, count } from '../candidate.ts'

export const candidate: Candidate = {
  async read(response) {
    const total = { events: 0, textLength: 0 }
    const stream = Stream.fromSSEResponse<{ type: string; data: unknown }>(response, new AbortController())
    for await (const event of stream) count(total, event)
    return total
  },
}
