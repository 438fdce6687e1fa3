import { readResearchStream } from '@deep-research/sdk'
import { type Candidate, count } from '../candidate.ts'

export const candidate: Candidate = {
  async read(response) {
    const total = { events: 0, textLength: 0 }
    for await (const event of readResearchStream(response)) count(total, event)
    return total
  },
}
