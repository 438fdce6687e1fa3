import { at, textIn } from '#model/client/at.ts'
import type { HostedEvent, HostedReport } from '../calls.ts'
import { joinParts, sourcesIn } from './text-parts.ts'
import { countOf, listOf, type Said, type Wire } from './wire.ts'

/**
 * OpenAI's Responses in the background, which others speak too:
 * https://developers.openai.com/api/docs/guides/background, https://docs.perplexity.ai/docs/agent-api/background-mode,
 * https://exa.ai/docs/integrations/openai-sdk.
 */
export const responses: Wire = (sent) => {
  const response = at(sent, 'object') === 'response' ? sent : at(sent, 'response')
  const type = textIn(at(sent, 'type'))
  const id = textIn(at(response, 'id'))
  const after = countOf(at(sent, 'sequence_number'))
  const state = stateOf(type, textIn(at(response, 'status')))
  const fault = at(response, 'error') ?? at(sent, 'error') ?? at(response, 'incomplete_details')
  return {
    ...(id !== '' && { id }),
    ...(after !== undefined && { after: String(after) }),
    events: eventsOf(type, sent),
    ...(state !== undefined && { state }),
    ...(state === 'ended' && { fault: fault ?? sent }),
    ...(state === 'completed' && { report: reportIn(response) }),
  }
}

function stateOf(type: string, status: string): Said['state'] {
  if (type === 'error' || /^response\.(?:failed|incomplete|cancelled)$/.test(type)) return 'ended'
  if (type === 'response.completed' || status === 'completed') return 'completed'
  if (/^(?:failed|cancelled|incomplete|requires_action)$/.test(status)) return 'ended'
  return status === '' ? undefined : 'running'
}

function eventsOf(type: string, sent: unknown): HostedEvent[] {
  const thought = textIn(at(sent, 'thought'))
  const told: HostedEvent[] = thought === '' ? [] : [{ thought: `${thought}\n` }]
  if (type === 'response.reasoning_summary_text.delta') told.push({ thought: textIn(at(sent, 'delta')) })
  if (type === 'response.reasoning_summary_text.done') told.push({ thought: '\n' })
  // As Perplexity tells it.
  for (const query of listOf(at(sent, 'queries'))) told.push({ searched: textIn(query) })
  for (const url of listOf(at(sent, 'urls'))) told.push({ opened: textIn(url) })
  const action = type === 'response.output_item.done' ? at(sent, 'item', 'action') : undefined
  const queries = listOf(at(action, 'queries'))
  if (at(action, 'type') === 'search')
    for (const query of queries.length > 0 ? queries : [at(action, 'query')]) told.push({ searched: textIn(query) })
  if (at(action, 'type') === 'open_page') told.push({ opened: textIn(at(action, 'url')) })
  return told
}

function reportIn(response: unknown): HostedReport {
  const output = listOf(at(response, 'output'))
  const messages = output.filter((item) => at(item, 'type') === 'message').map((item) => listOf(at(item, 'content')))
  // What stands before the last message was said on the way.
  const { text, annotations } = joinParts(messages.at(-1) ?? [], 'characters')
  const sources = output.flatMap((item) => [
    ...sourcesIn(listOf(at(item, 'results')), true),
    ...sourcesIn(listOf(at(item, 'contents'))),
  ])
  const reasoning = countOf(at(response, 'usage', 'output_tokens_details', 'reasoning_tokens'))
  return { text, sources, annotations, tokens: { reasoning, total: countOf(at(response, 'usage', 'total_tokens')) } }
}
