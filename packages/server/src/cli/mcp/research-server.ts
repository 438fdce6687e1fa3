import { toMarkdown } from '@deep-research/sdk/citations'
import { LIMITS, REASONING_LEVELS, type ReasoningLevel } from '@deep-research/sdk/contract'
import type { ResearchEvent, ResearchResult, ToolCallStartedData } from '@deep-research/sdk/types'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { UserError } from '#kernel/user-error.ts'
import type { Question } from '../research/ask-engine.ts'
import { packageVersion } from '../version.ts'

/** Researches a question; ends early when the signal is aborted. */
export type Ask = (question: Question, signal: AbortSignal) => AsyncIterable<ResearchEvent>

const LEVELS = Object.keys(REASONING_LEVELS) as [ReasoningLevel, ...ReasoningLevel[]]

const TOOL = {
  title: 'Research a question',
  description:
    'Researches a question in several iterations and returns an answer in Markdown, with a footnote for each source.',
  inputSchema: {
    query: z.string().trim().min(1).max(LIMITS.queryCodePoints).describe('The question'),
    reasoning_level: z.enum(LEVELS).default('medium').describe('How thoroughly it is researched'),
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
}

/** A server of the Model Context Protocol with one tool, `research`. */
export function createResearchServer(ask: Ask): McpServer {
  const server = new McpServer({ name: 'deep-research', version: packageVersion() })
  server.registerTool('research', TOOL, async ({ query, reasoning_level: level }, extra) => {
    const token = extra._meta?.progressToken
    let progress = 0
    const tell = async (message: string) => {
      if (token === undefined) return
      progress += 1
      const params = { progressToken: token, progress, message }
      await extra.sendNotification({ method: 'notifications/progress', params })
    }
    return await answer(ask({ query, level }, extra.signal), tell)
  })
  return server
}

async function answer(
  events: AsyncIterable<ResearchEvent>,
  tell: (message: string) => Promise<void>,
): Promise<CallToolResult> {
  try {
    let result: ResearchResult | undefined
    for await (const event of events) {
      if (event.type === 'research.tool_call.started') await tell(describe(event.data))
      if (event.type === 'research.completed') result = event.data
    }
    if (result === undefined) throw new UserError('The research ended without a result.')
    return text(toMarkdown(result, { footnotes: true }))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    // The assistant can tell its user what is wrong, and try again.
    return { ...text(error.message), isError: true }
  }
}

function describe({ name, arguments: given }: ToolCallStartedData): string {
  return [name, ...Object.values(given).filter((value) => typeof value === 'string')].join(' ')
}

const text = (answered: string): CallToolResult => ({ content: [{ type: 'text', text: answered }] })
