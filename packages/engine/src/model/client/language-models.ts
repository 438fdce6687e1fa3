import type { LanguageModel } from 'ai'
import type { ModelRole } from '../calls.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { baseUrlOf, type ModelEndpoint } from './endpoint.ts'
import type { Pace } from './pace.ts'

/** How an object is asked for: by its schema, as any JSON, or in words alone. */
export type Rung = 'schema' | 'json' | 'plain'

/** The SDK's model for a role. */
export type ModelFor = (role: ModelRole, rung: Rung) => LanguageModel

/** What every call is made with. */
export interface CallParts {
  models: ModelFor
  /** Of all calls to the endpoint. */
  pace: Pace
  /** Without a sign of life. */
  timeoutMs: number
  /** Milliseconds before the first retry. Default: 500. */
  pauseMs: number | undefined
}

/** Loads the SDK of the endpoint's kind alone. */
export async function loadLanguageModels(endpoint: ModelEndpoint): Promise<ModelFor> {
  const nameOf = (role: ModelRole) => (role === 'fast' ? (endpoint.fastModel ?? endpoint.model) : endpoint.model)
  const make = endpoint.kind === 'anthropic' ? await anthropicModels(endpoint) : await compatibleModels(endpoint)
  // The SDK makes the schemas of all replies anew with each model.
  const made = new Map<string, LanguageModel>()
  return (role, rung) => {
    const key = `${rung} ${nameOf(role)}`
    const model = made.get(key) ?? make(nameOf(role), rung)
    made.set(key, model)
    return model
  }
}

type MakeModel = (name: string, rung: Rung) => LanguageModel

async function compatibleModels(endpoint: ModelEndpoint): Promise<MakeModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const settings = {
    name: 'openai-compatible',
    baseURL: baseUrlOf(endpoint),
    includeUsage: true,
    fetch: boundedFetch,
    ...(endpoint.apiKey !== undefined && { apiKey: endpoint.apiKey }),
  }
  const strict = createOpenAICompatible({ ...settings, supportsStructuredOutputs: true })
  const loose = createOpenAICompatible(settings)
  return (name, rung) => (rung === 'schema' ? strict : loose)(name)
}

async function anthropicModels(endpoint: ModelEndpoint): Promise<MakeModel> {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  const provider = createAnthropic({ baseURL: baseUrlOf(endpoint), fetch: boundedFetch, apiKey: endpoint.apiKey ?? '' })
  return (name) => provider(name)
}
