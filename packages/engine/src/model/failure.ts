import { RemoteFailure } from '#http/remote-failure.ts'

/**
 * `key`: it is not accepted. `model`: there is none of that name. `quota`: too many calls. `context`: the prompt is too
 * long. `request`: the request is not understood. `server`: an error there. `format`: what came cannot be read. `cut`:
 * the text broke off.
 */
export type ModelFailureReason =
  | 'unreachable'
  | 'timeout'
  | 'key'
  | 'model'
  | 'quota'
  | 'context'
  | 'request'
  | 'server'
  | 'format'
  | 'cut'

/** A call of a model that failed: no key, no prompt and no answer is in the message. */
export class ModelFailure extends RemoteFailure<ModelFailureReason> {
  override readonly name = 'ModelFailure'
}

/** How often a call is tried again, and after which failures. */
export const PATIENCE = {
  mendable: new Set<ModelFailureReason>(['unreachable', 'timeout', 'quota', 'server', 'cut']),
  retries: 2,
  /** The caller's own budget of time is a few minutes at most. */
  longestPauseMs: 20_000,
}

/** What the endpoint did, in words for the operator. */
export function detailOf(error: unknown): string {
  return error instanceof ModelFailure ? `the model ${error.message}` : 'the model failed'
}

/** Why a model was no help, in words for the caller: nothing of the operator's set-up is in it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ModelFailure)) return 'the model failed'
  switch (error.reason) {
    case 'unreachable':
      return 'the model cannot be reached'
    case 'timeout':
      return 'the model did not answer in time'
    case 'quota':
      return 'the model takes no more calls for now'
    case 'cut':
      return 'the model broke off'
    case 'context':
      return 'the evidence is too long for the model'
    case 'format':
      return 'the model’s reply could not be read'
    case 'key':
    case 'model':
    case 'request':
    case 'server':
      return 'the model failed'
  }
}
