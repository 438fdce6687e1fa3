import { DeepResearch, DeepResearchError, isKnownEvent, type ResearchEvent } from '@deep-research/sdk'
import { UserError } from '#kernel/user-error.ts'
import type { Question } from './ask-engine.ts'

interface ServiceAccess {
  url: string
  apiKey: string | undefined
  signal: AbortSignal
}

/**
 * Asks a service, which charges for it.
 * @throws {@link UserError} if the service refuses, fails or cannot be reached.
 */
export async function* askService(
  { query, level }: Question,
  { url, apiKey, signal }: ServiceAccess,
): AsyncGenerator<ResearchEvent> {
  if (!apiKey) {
    throw new UserError('DEEP_RESEARCH_API_KEY is missing, but --server needs it; set it to a key of that service.')
  }
  try {
    const client = new DeepResearch({ baseURL: url, apiKey })
    const options = { include_thinking: true, include_tool_calls: true }
    for await (const event of await client.stream({ query, reasoning_level: level, options }, { signal })) {
      if (isKnownEvent(event)) yield event
    }
  } catch (error) {
    if (DeepResearchError.isInstance(error)) throw new UserError(`${url}: ${error.message}`)
    throw error
  }
}
