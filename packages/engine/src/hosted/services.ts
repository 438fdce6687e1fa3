import type { HostedName } from './calls.ts'
import { interactions } from './wires/interactions.ts'
import { responses } from './wires/responses.ts'
import { tavily } from './wires/tavily.ts'
import type { Dialect, Wire } from './wires/wire.ts'

interface Service extends Dialect {
  wire: Wire
}

const RESPONSES = {
  wire: responses,
  startPath: 'responses',
  path: 'responses',
  modelField: 'model',
  resumesBy: 'starting_after',
  canEnd: true,
  always: { background: true, store: true },
  keyHeader: 'authorization',
} as const

/** The services: what they speak, where they are, and what a level is for each. */
export const SERVICES: Readonly<Record<HostedName, Service>> = {
  // https://developers.openai.com/api/docs/guides/tools-web-search: deep research is this model with much effort.
  'openai-responses': {
    ...RESPONSES,
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-5.5',
    always: { ...RESPONSES.always, tools: [{ type: 'web_search' }] },
    levels: {
      low: { reasoning: { effort: 'medium', summary: 'auto' } },
      medium: { reasoning: { effort: 'high', summary: 'auto' } },
      high: { reasoning: { effort: 'xhigh', summary: 'auto' } },
    },
  },
  // https://docs.perplexity.ai/docs/agent-api/effort
  perplexity: {
    ...RESPONSES,
    baseUrl: 'https://api.perplexity.ai/v1',
    model: undefined,
    startPath: 'agent',
    levels: { low: { effort: 'medium' }, medium: { effort: 'high' }, high: { effort: 'xhigh' } },
  },
  gemini: {
    wire: interactions,
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    model: undefined,
    modelField: 'agent',
    startPath: 'interactions',
    path: 'interactions',
    resumesBy: 'last_event_id',
    canEnd: true,
    always: {
      ...RESPONSES.always,
      agent_config: { type: 'deep-research', thinking_summaries: 'auto', visualization: 'off' },
    },
    levels: {
      low: { agent: 'deep-research-preview-04-2026' },
      medium: { agent: 'deep-research-preview-04-2026' },
      high: { agent: 'deep-research-max-preview-04-2026' },
    },
    keyHeader: 'x-goog-api-key',
  },
  // https://exa.ai/docs/integrations/openai-sdk: what is done in the background there is not streamed.
  exa: {
    ...RESPONSES,
    baseUrl: 'https://api.exa.ai',
    model: 'exa-agent',
    resumesBy: undefined,
    always: { ...RESPONSES.always, stream: false },
    levels: {
      low: { reasoning: { effort: 'low' } },
      medium: { reasoning: { effort: 'medium' } },
      high: { reasoning: { effort: 'high' } },
    },
  },
  tavily: {
    wire: tavily,
    baseUrl: 'https://api.tavily.com',
    model: undefined,
    modelField: 'model',
    startPath: 'research',
    path: 'research',
    resumesBy: undefined,
    canEnd: false,
    always: { citation_format: 'numbered' },
    levels: { low: { model: 'mini' }, medium: { model: 'pro' }, high: { model: 'pro' } },
    keyHeader: 'authorization',
  },
}
