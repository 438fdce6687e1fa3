import { z } from 'zod'
import { asked } from '../asked.ts'
import type { ModelRole } from '../calls.ts'
import { ModelFailure, RETRY_POLICY } from '../failure.ts'
import { ask } from './ask.ts'
import { baseUrlOf, below, byRole, keyHeaders, type ModelEndpoint, type OneModel } from './endpoint.ts'
import { connectionFailure, refusalOf } from './failure-of.ts'
import { linesOf } from './models.ts'

/** Milliseconds: a list of models is at hand, however long the model itself takes. */
const REACH_MS = 3_000

/**
 * Checks whether the endpoints are there by requesting their lists of models. Any response counts, except one that
 * rejects the key.
 * @throws {ModelFailure} `unreachable`, `timeout` or `key`
 */
export async function reach(endpoint: ModelEndpoint, signal: AbortSignal): Promise<void> {
  const { smart, fast } = byRole(endpoint)
  await reachOne(smart, signal)
  if (baseUrlOf(fast) !== baseUrlOf(smart)) await reachOne(fast, signal)
}

async function reachOne(model: OneModel, signal: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(REACH_MS)
  try {
    const url = below(baseUrlOf(model), 'models')
    const response = await fetch(url, {
      headers: keyHeaders(model, url),
      redirect: 'manual',
      signal: AbortSignal.any([signal, late]),
    })
    if (response.ok || response.status >= 500) return await response.body?.cancel()
    const failure = refusalOf(response.status, await beginningOf(response), { secrets: [model.apiKey] })
    if (failure.reason === 'key') throw failure
  } catch (error) {
    signal.throwIfAborted()
    throw late.aborted ? new ModelFailure('timeout', `sent nothing for ${REACH_MS} ms`) : connectionFailure(error)
  }
}

async function beginningOf(response: Response): Promise<string> {
  // The rest of a body is let go of.
  for await (const bytes of response.body ?? []) return new TextDecoder().decode(bytes)
  return ''
}

/** Milliseconds: someone waits at a terminal, for the first word and for all of them. */
const SILENT_MS = 15_000
const TRY_MS = 60_000
/** Only to see whether a model says more with more tokens, and as a connection that was kept may be gone. */
const POLICY = { ...RETRY_POLICY, mendable: new Set(['cut', 'unreachable']), retries: 1 }
/** Enough for the object, and so little that it shows which model thinks first. */
const TOKENS = 400

/** What a trial of each configured model shows: undefined for one that answers. */
export interface ModelTrial {
  /** What the model is for. */
  role: ModelRole
  /** Whether it is at an endpoint of its own. */
  isOwn: boolean
  /** The name of the model at its endpoint. */
  model: string
  /** Where it was asked. */
  baseUrl: string
  /** How it wants to be asked otherwise than usual, each in words with what the endpoint said. */
  learnt: readonly string[]
  /** Why it did not answer; undefined if it did. */
  failure: ModelFailure | undefined
}

/** Whatever object comes shows that the model answers. */
const ANY = () => ({ here: true })
const TRIAL = asked('trial', z.preprocess(ANY, z.object({ here: z.boolean() })))

/** Asks each model for a small object, which costs a few tokens and shows what can be wrong with the settings. */
export async function tryModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<ModelTrial[]> {
  const quick = (model: OneModel) => ({ ...model, timeoutMs: SILENT_MS / 2 })
  const { smart, fast } = byRole(endpoint)
  const lines = linesOf({ endpoint: { ...quick(smart), ...(fast !== smart && { fast: quick(fast) }) }, policy: POLICY })
  const roles: readonly ModelRole[] = lines.fast === lines.smart ? ['smart'] : ['smart', 'fast']
  return await Promise.all(
    roles.map(async (role) => {
      const { model, dialect } = lines[role]
      const about = {
        role,
        isOwn: role === 'fast' && endpoint.fast !== undefined,
        model: model.model,
        baseUrl: baseUrlOf(model),
      }
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)])
      const call = { role, instructions: 'Say that you are there.', prompt: 'Are you there?', onUsage: () => {} }
      const wanted = { schema: TRIAL, example: '{"here": true}', maxOutputTokens: TOKENS, signal: inTime }
      try {
        await ask(lines, { ...call, ...wanted })
        return { ...about, learnt: dialect.told, failure: undefined }
      } catch (error) {
        signal.throwIfAborted()
        const answers = {
          ...about,
          learnt: [...dialect.told, 'it did not return the object that it was to'],
          failure: undefined,
        }
        if (error instanceof ModelFailure && error.reason === 'format') return answers
        const late = new ModelFailure('timeout', `sent nothing for ${TRY_MS} ms`)
        return { ...about, learnt: dialect.told, failure: inTime.aborted ? late : connectionFailure(error) }
      }
    }),
  )
}
