import { Readable } from 'node:stream'
import type { LanguageModel } from 'ai'
import { boundedBody } from '#http/bounded-body.ts'
import type { ModelRole } from '../calls.ts'
import { baseUrlOf, type ModelEndpoint } from './endpoint.ts'

/** How an object is asked for: by its schema, as any JSON, or in words alone. */
export type Rung = 'schema' | 'json' | 'plain'

/** The SDK's model for a role. */
export type ModelFor = (role: ModelRole, rung: Rung) => LanguageModel

/** What every call is made with. */
export interface CallParts {
  models: ModelFor
  /** Without a sign of life. */
  timeoutMs: number
  /** Milliseconds before the first retry. Default: 500. */
  pauseMs: number | undefined
}

/** Loads the SDK of the endpoint's kind alone. */
export async function loadLanguageModels(endpoint: ModelEndpoint): Promise<ModelFor> {
  const nameOf = (role: ModelRole) => (role === 'fast' ? (endpoint.fastModel ?? endpoint.model) : endpoint.model)
  const make = endpoint.kind === 'anthropic' ? await anthropicModels(endpoint) : await compatibleModels(endpoint)
  return (role, rung) => make(nameOf(role), rung)
}

/** No answer of a model is anywhere near this large. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * `fetch` for a model's endpoint. It follows no redirects, which would take the key along, and stops reading an endless
 * body.
 */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  const tooLarge = () => new Error(`more than ${MOST_BYTES} bytes`)
  const body = Readable.toWeb(Readable.from(boundedBody(response.body, MOST_BYTES, tooLarge)))
  const { status, statusText, headers } = response
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, { status, statusText, headers })
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
