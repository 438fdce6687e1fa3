import { RemoteFailure } from '#http/with-retries.ts'

/**
 * `key`: it is not accepted. `model`: there is none of that name. `quota`: too many calls. `context`: the prompt is too
 * long. `request`: the request is not understood. `server`: an error there. `format`: what came cannot be read. `cut`:
 * the text broke off. `money`: the account is empty. `filter`: the question or the reply is refused for what it says.
 * `length`: its tokens were used up before it said anything. `empty`: it said nothing. `loop`: it said the same again and again.
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
  | 'money'
  | 'filter'
  | 'length'
  | 'empty'
  | 'loop'

/** A call of a model that failed: no key, no prompt and no answer is in the message. */
export class ModelFailure extends RemoteFailure<ModelFailureReason> {
  override readonly name = 'ModelFailure'
}

/** How often a call is tried again, and after which failures. */
export const RETRY_POLICY = {
  mendable: new Set<ModelFailureReason>(['unreachable', 'timeout', 'quota', 'server', 'cut']),
  retries: 2,
  /** The caller's own budget of time is a few minutes at most. */
  longestPauseMs: 20_000,
}

/** The same for what nothing else can do: an endpoint that has too much to do is waited for, as in a minute it may have less. */
export const PATIENT_POLICY = { ...RETRY_POLICY, retriesOf: { timeout: 1, quota: 6 }, longestPauseMs: 120_000 }

/** What the endpoint did, in words for the operator. */
export function detailOf(error: unknown): string {
  return error instanceof ModelFailure ? `the model ${error.message}` : 'the model failed'
}

const FOR_THE_CALLER: { readonly [Reason in ModelFailureReason]?: string } = {
  unreachable: 'the model cannot be reached',
  timeout: 'the model did not answer in time',
  quota: 'the model takes no more calls for now',
  money: 'the model takes no more calls for now',
  filter: 'the model declined to answer',
  length: 'the model used up its tokens before it answered',
  empty: 'the model wrote nothing',
  loop: 'the model repeated itself',
  cut: 'the model broke off',
  context: 'the evidence is too long for the model',
  format: 'the model’s reply could not be read',
}

/** Why a model was no help, in words for the caller: nothing of the operator's set-up is in it. */
export function reasonOf(error: unknown): string {
  return (error instanceof ModelFailure && FOR_THE_CALLER[error.reason]) || 'the model failed'
}
