// For whoever has another service research. What it needs is loaded when it is opened, and not before.

import type { ResearchEngine } from '../types.ts'
import type { HostedOptions } from './client.ts'
import type { HostedEngineOptions } from './hosted-engine.ts'
import type { HostedTrial } from './try-hosted.ts'
import type { Hosted, HostedSetup } from './wire-hosted.ts'

export {
  HandedOverError,
  HOSTED_SERVICES,
  type HostedBatch,
  type HostedEvent,
  type HostedName,
  type HostedReport,
  type HostedResearch,
  type HostedTask,
} from './calls.ts'
export type { HostedOptions } from './client.ts'
export type { HostedEngineOptions, HostedOutside } from './hosted-engine.ts'
export type { HostedTrial } from './try-hosted.ts'
export type { Hosted, HostedSetup } from './wire-hosted.ts'

/** Has another service research, as the options name it. Nothing is asked of it yet. */
export async function openHosted(setup: HostedSetup): Promise<Hosted> {
  return (await import('./wire-hosted.ts')).wireHosted(setup)
}

/** An engine that has a service research which is reached in another way. */
export async function openHostedEngine(options: HostedEngineOptions): Promise<ResearchEngine> {
  return (await import('./hosted-engine.ts')).createHostedEngine(options)
}

/** Looks whether a service that researches is there and takes the key. It begins no research, and costs nothing. */
export async function tryHosted(options: HostedOptions, signal: AbortSignal): Promise<HostedTrial> {
  return await (await import('./try-hosted.ts')).tryHosted(options, signal)
}
