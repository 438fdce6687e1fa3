import type { DeepResearch } from '@deep-research/sdk'
import { toMarkdown } from '@deep-research/sdk/citations'
import { tool } from 'ai'
import * as z from 'zod'

/** A tool for `generateText` and `streamText`: the model asks, and gets a cited answer and its sources. */
export function researchTool(client: DeepResearch) {
  return tool({
    description: 'Researches a question thoroughly. The answer names the source of every claim.',
    inputSchema: z.object({ query: z.string().describe('The question, complete in itself') }),
    async execute({ query }, { abortSignal }) {
      const result = await client.run({ query }, abortSignal && { signal: abortSignal })
      return {
        answer: toMarkdown(result),
        sources: result.sources_summary.map(({ source: { title, url } }) => ({ title, url })),
        unverified: result.citations.filter(({ verified }) => !verified).map(({ cited_text }) => cited_text),
      }
    },
  })
}
