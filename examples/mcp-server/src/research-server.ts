import { type DeepResearch, DeepResearchError } from '@deep-research/sdk'
import { toMarkdown } from '@deep-research/sdk/citations'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'

/** A server of the Model Context Protocol with one tool, which asks a deep-research service. */
export function createResearchServer(client: DeepResearch): McpServer {
  const server = new McpServer({ name: 'deep-research', version: '0.1.0' })
  server.registerTool(
    'research',
    {
      title: 'Research a question',
      description: 'Researches a question in several iterations and returns an answer whose claims name their sources.',
      inputSchema: {
        query: z.string().min(1).max(10_000).describe('The question'),
        reasoning_level: z.enum(['low', 'medium', 'high']).optional().describe('How thoroughly; default medium'),
      },
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async ({ query, reasoning_level }, { signal }) => {
      try {
        const result = await client.run({ query, ...(reasoning_level && { reasoning_level }) }, { signal })
        return { content: [{ type: 'text', text: toMarkdown(result, { footnotes: true }) }] }
      } catch (error) {
        if (!DeepResearchError.isInstance(error)) throw error
        // The assistant can tell its user what is wrong, and try again.
        return { isError: true, content: [{ type: 'text', text: error.message }] }
      }
    },
  )
  return server
}
