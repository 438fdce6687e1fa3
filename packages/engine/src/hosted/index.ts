// For whoever has another service research. What it needs is loaded when it is opened, and not before.

import { later } from '../later.ts'

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
export const openHosted = later(async () => (await import('./wire-hosted.ts')).wireHosted)

/** An engine that has a service research which is reached in another way. */
export const openHostedEngine = later(async () => (await import('./hosted-engine.ts')).createHostedEngine)

/** Looks whether a service that researches is there and takes the key. It begins no research, and costs nothing. */
export const tryHosted = later(async () => (await import('./try-hosted.ts')).tryHosted)
