import { at, textIn } from '#model/client/at.ts'
import type { HostedEvent, HostedReport } from '../calls.ts'
import { joinParts } from './text-parts.ts'
import { countOf, listOf, type Said, type Wire } from './wire.ts'

/**
 * Gemini's Interactions with the Deep Research agent: https://ai.google.dev/gemini-api/docs/deep-research,
 * https://ai.google.dev/api/interactions-api.
 */
export const interactions: Wire = (sent) => {
  const type = textIn(at(sent, 'event_type'))
  const interaction = type === '' ? sent : at(sent, 'interaction')
  const id = textIn(at(interaction, 'id'), at(sent, 'interaction_id'))
  const after = textIn(at(sent, 'event_id'))
  const state = stateOf(type, textIn(at(interaction, 'status'), at(sent, 'status')))
  const fault = at(sent, 'error') ?? at(interaction, 'errors', 0) ?? at(interaction, 'error')
  return {
    ...(id !== '' && { id }),
    ...(after !== '' && { after }),
    events: eventsOf(sent),
    ...(state !== undefined && { state }),
    ...(state === 'ended' && { fault: fault ?? sent }),
    ...(state === 'completed' && { report: reportIn(interaction) }),
  }
}

function stateOf(type: string, status: string): Said['state'] {
  if (type === 'error') return 'ended'
  if (status === 'completed' || (type === 'interaction.completed' && status === '')) return 'completed'
  if (status === '') return undefined
  return /^(?:in_progress|queued)$/.test(status) ? 'running' : 'ended'
}

function eventsOf(sent: unknown): HostedEvent[] {
  const delta = at(sent, 'delta')
  if (at(delta, 'type') === 'thought_summary') {
    const thought = textIn(at(delta, 'content', 'text'))
    return thought === '' ? [] : [{ thought: `${thought}\n` }]
  }
  const given = at(delta, 'arguments')
  return [
    ...listOf(at(given, 'queries')).map((query) => ({ searched: textIn(query) })),
    ...listOf(at(given, 'urls')).map((url) => ({ opened: textIn(url) })),
  ]
}

function reportIn(interaction: unknown): HostedReport {
  const written = listOf(at(interaction, 'steps')).filter((step) => at(step, 'type') === 'model_output')
  const parts = listOf(at(written.at(-1), 'content')).filter((part) => at(part, 'type') === 'text')
  const usage = at(interaction, 'usage')
  const tokens = {
    reasoning: countOf(at(usage, 'total_thought_tokens')),
    total: countOf(at(usage, 'total_tokens')),
  }
  // The service counts the bytes of a text.
  return { ...joinParts(parts, 'bytes'), sources: [], tokens }
}
