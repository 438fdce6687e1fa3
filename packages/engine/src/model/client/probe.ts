import type { ModelRole } from '../calls.ts'
import { ModelFailure } from '../failure.ts'
import { ANTHROPIC_URL, baseUrlOf, type ModelEndpoint } from './endpoint.ts'
import { failureOf } from './failure-of.ts'
import { openModels, TIMEOUT_MS } from './models.ts'

/** Milliseconds: a list of models is at hand, however long the model itself takes. */
const REACH_MS = 3_000

/**
 * Checks whether an endpoint is there by requesting its list of models. Any response counts, except one that rejects
 * the key.
 * @throws {ModelFailure} `unreachable`, `timeout` or `key`
 */
export async function reach(endpoint: ModelEndpoint, signal: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(REACH_MS)
  try {
    const response = await fetch(`${baseUrlOf(endpoint)}/models`, {
      headers: keyHeaders(endpoint),
      redirect: 'manual',
      signal: AbortSignal.any([signal, late]),
    })
    await response.body?.cancel()
    const refused = response.status === 401 || response.status === 403
    if (refused) throw new ModelFailure('key', `answered ${response.status}`)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModelFailure) throw error
    if (late.aborted) throw new ModelFailure('timeout', `sent nothing for ${REACH_MS} ms`)
    throw new ModelFailure('unreachable', 'cannot be reached')
  }
}

function keyHeaders({ kind, apiKey }: ModelEndpoint): Record<string, string> {
  if (apiKey === undefined) return {}
  return kind === 'anthropic'
    ? { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${apiKey}` }
}

/** Milliseconds for a word: someone waits for it at a terminal. */
const TRY_MS = TIMEOUT_MS / 2

/** What a trial of each configured model shows: undefined for one that answers. */
export interface ModelTrial {
  /** What the model is for. */
  role: ModelRole
  /** The name of the model at its endpoint. */
  model: string
  /** Where it was asked. */
  baseUrl: string
  /** Why it did not answer; undefined if it did. */
  failure: ModelFailure | undefined
}

/** Asks each model for one word, which costs a few tokens and shows everything that can be wrong with the settings. */
export async function tryModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<ModelTrial[]> {
  const baseUrl = endpoint.baseUrl ?? ANTHROPIC_URL
  const models = await openModels({ endpoint: { ...endpoint, timeoutMs: TRY_MS / 2 } })
  const names = new Map<string, ModelRole>([[endpoint.model, 'smart']])
  if (endpoint.fastModel !== undefined && endpoint.fastModel !== endpoint.model) names.set(endpoint.fastModel, 'fast')
  return await Promise.all(
    [...names].map(async ([model, role]) => {
      // Enough for one word, and a model that thinks first is not kept thinking.
      const call = { role, instructions: 'Reply with one word.', prompt: 'Are you there?', maxOutputTokens: 16 }
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)])
      try {
        for await (const _piece of models.write({ ...call, signal: inTime, onUsage: () => {} })) break
        return { role, model, baseUrl, failure: undefined }
      } catch (error) {
        signal.throwIfAborted()
        const late = new ModelFailure('timeout', `sent nothing for ${TRY_MS} ms`)
        return { role, model, baseUrl, failure: inTime.aborted ? late : failureOf(error) }
      }
    }),
  )
}
