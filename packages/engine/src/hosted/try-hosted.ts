import { ModelFailure } from '#model/failure.ts'
import { ask } from './ask.ts'
import { endpointOf, type HostedOptions } from './client.ts'
import { stateCall } from './wires/wire.ts'

/** What came of asking a service for research that is not there. */
export interface HostedTrial {
  /** Where it was asked. */
  baseUrl: string
  /** What it would research with; undefined where that depends on the level. */
  model: string | undefined
  /** Why it would not research. */
  failure?: ModelFailure
}

/** No service has research of this name: to ask for it costs nothing, and tells whether the key is taken. */
const NO_RESEARCH = 'resp_0'
/** Of these failures the service is there, and knows who asks. */
const IS_THERE = /^(?:model|request|context)$/

/** Looks whether a service is there and takes the key. It begins no research, and costs nothing. */
export async function tryHosted(options: HostedOptions, signal: AbortSignal): Promise<HostedTrial> {
  const endpoint = endpointOf(options)
  const { baseUrl, model } = endpoint
  try {
    const response = await ask(endpoint, stateCall(NO_RESEARCH, endpoint), signal)
    await response.body?.cancel()
    return { baseUrl, model }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ModelFailure)) throw error
    return IS_THERE.test(error.reason) ? { baseUrl, model } : { baseUrl, model, failure: error }
  }
}
