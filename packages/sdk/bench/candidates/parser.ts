import { createParser } from 'eventsource-parser'
import { type Candidate, count } from '../candidate.ts'

/** The parser by itself: callbacks, no iterator, no proof of an ending. */
export const candidate: Candidate = {
  async read(response) {
    const total = { events: 0, textLength: 0 }
    const decoder = new TextDecoder()
    const parser = createParser({
      onEvent({ data }): void {
        if (data !== '[DONE]') count(total, JSON.parse(data))
      },
    })
    const reader = response.body?.getReader()
    for (;;) {
      const result = await reader?.read()
      if (result === undefined || result.done) return total
      parser.feed(decoder.decode(result.value, { stream: true }))
    }
  },
}
