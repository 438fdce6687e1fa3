import type { Models } from '../calls.ts'
import { PATIENT_POLICY } from '../failure.ts'
import { ask } from './ask.ts'
import type { Line, Lines } from './converse.ts'
import { Dialect } from './dialect.ts'
import { baseUrlOf, byRole, type ModelEndpoint, type OneModel } from './endpoint.ts'
import { Pace } from './pace.ts'
import { write } from './write.ts'

export interface OpenModelsOptions {
  endpoint: ModelEndpoint
  /** Milliseconds before the first retry of a call. Default: 500. */
  pauseMs?: number | undefined
}

export interface OpenModels extends Models {
  /** Whether the last call of a model found that its key is not accepted, or that its account is empty. */
  readonly barred: boolean
}

/** Opens the models of an endpoint. Nothing is asked of it yet. */
export async function openModels(options: OpenModelsOptions): Promise<OpenModels> {
  const lines = linesOf(options)
  return {
    ask: (call) => ask(lines, call),
    write: (call) => write(lines, call),
    get barred() {
      return lines.smart.dialect.barred || lines.fast.dialect.barred
    },
  }
}

/**
 * What is known of each model: two of one endpoint share its pace, and one for both roles is one. `policy`: of retries.
 * Default: a patient one.
 */
export function linesOf({
  endpoint,
  pauseMs,
  policy = PATIENT_POLICY,
}: OpenModelsOptions & { policy?: Line['policy'] }): Lines {
  const { smart, fast } = byRole(endpoint)
  const line = (model: OneModel, pace: Pace): Line => {
    const dialect = new Dialect(URL.parse(baseUrlOf(model))?.hostname ?? '')
    return { model, pace, dialect, policy: { ...policy, pauseMs } }
  }
  const pace = new Pace({ usual: pauseMs, atOnce: smart.concurrency })
  const own = line(smart, pace)
  if (fast === smart) return { smart: own, fast: own }
  const isThere = baseUrlOf(fast) === baseUrlOf(smart)
  return { smart: own, fast: line(fast, isThere ? pace : new Pace({ usual: pauseMs, atOnce: fast.concurrency })) }
}
