import type { PasswordHasher } from '#accounts/password.ts'
import { createAdmission } from '#admission/admission.ts'
import { createSettle } from '#admission/settle.ts'
import { createEventSender, type EventSender } from '#http/send-events.ts'
import type { Clock } from '#kernel/clock.ts'
import { type LevelLimits, levelLimits } from '#kernel/level-limits.ts'
import type { Log } from '#kernel/log.ts'
import type { dialectOf } from '#storage/dialects.ts'
import type { Hold } from '#storage/hold.ts'
import type { Storage } from '#storage/storage.ts'
import type { Settings } from './config.ts'
import type { OpenedEngine } from './corpus-engine.ts'
import { createLedgerWatch } from './ledger-watch.ts'
import { observeAdmission, observeSettle } from './observe-admission.ts'
import { observeRuns } from './observe-runs.ts'
import { openJobs } from './open-jobs.ts'
import type { openStorage } from './open-storage.ts'
import { openTelemetry } from './open-telemetry.ts'
import { openWebhooks, type Reach } from './open-webhooks.ts'
import type { OpenEngine } from './product-engine.ts'
import { createReadiness } from './readiness.ts'

/** What is told of an engine without threads of its own, and where there is no engine. */
const NO_THREADS = { running: 0, most: 0 }

/** What can replace the service's own parts. */
export interface ServiceOptions {
  /** Opens the engine. Default: the one that the settings name. */
  openEngine?: OpenEngine
  /** Opens the database. Default: the one that the settings name. */
  openStorage?: typeof openStorage
  /** Default: nothing is logged. */
  log?: Log
  /** Default: the machine's. */
  clock?: Clock
  /** Default: a hasher that takes a tenth of a second of one core for each password. */
  hasher?: PasswordHasher
  /** Receives lines for a person who waits for the start. Default: nobody. */
  progress?: (line: string) => void
  /** How addresses of webhooks are reached. Default: as the system does. */
  reach?: Reach
  /** Ends the start; a service that has started is ended by `close`. */
  signal?: AbortSignal
}

/** What everything else in the process stands on. */
export interface Foundation {
  settings: Settings
  /** Whether no other process works on requests. */
  alone: boolean
  /** Which process has the database. */
  claim: Hold
  dialect: ReturnType<typeof dialectOf>
  storage: Storage
  /** Undefined if other processes do the research. */
  engine: OpenedEngine | undefined
  secret: string
  options: ServiceOptions
  clock: Clock
  log: Log
  /** What is closed at the end, from the first to the last: what was opened last is put in front. */
  opened: { close(): unknown }[]
}

export type Work = Awaited<ReturnType<typeof openWork>>

/** Opens what lets requests in, runs them and ends them. */
export async function openWork(foundation: Foundation) {
  const { settings, alone, claim, storage, engine, secret, options, clock, log, opened } = foundation
  const limits = limitsOf(settings)
  const ledgerWatch = createLedgerWatch({ storage, log })
  const streams: { sender?: EventSender } = {}
  const telemetry = await openTelemetry(settings, {
    streams: () => streams.sender?.open ?? 0,
    threads: () => engine?.threads ?? NO_THREADS,
    requests: () => storage.ages(clock.now(), limits),
    ledgerDrift: () => ledgerWatch.drift,
  })
  opened.unshift(telemetry)
  const { metrics, tracing } = telemetry
  const sender = createEventSender({ ...settings, sentAfter: metrics.sentAfter })
  streams.sender = sender
  const hooks = openWebhooks(storage, { secret, reach: options.reach, clock, log })
  opened.unshift(hooks.deliveries)
  const settling = createSettle({ ...settings, store: storage.admission, clock, log, metrics })
  const settle = hooks.telling(observeSettle(settling, tracing))
  const observed = { observer: observeRuns(metrics, tracing), storedAfter: metrics.storedAfter }
  const findDocument = (url: string) => engine?.documentAt?.(url)
  const place = await openJobs({ settings, storage, engine, findDocument, settle, ...observed, clock, log })
  const { jobs, events, reachable } = place
  opened.unshift(place)
  const { lost, admission: store, runs } = storage
  const mine = {
    get held() {
      return claim.held && !lost.aborted
    },
  }
  const inCharge = () => !lost.aborted && (alone ? claim.held || claim.regain() : reachable())
  const admitting = createAdmission({ store, runs, events, jobs, settle, clock, log, inCharge })
  const admission = observeAdmission(admitting, metrics, tracing)
  claim.onTaken(() => jobs.leave())
  lost.addEventListener('abort', () => jobs.leave(), { once: true })
  const ready = createReadiness({
    beat: storage.beat,
    overdue: async () => (await storage.ages(clock.now(), limits)).overdue,
    accepting: () => jobs.accepting && (!alone || mine.held) && engine?.threads?.broken !== true,
    log,
  })
  return { ledgerWatch, telemetry, sender, hooks, place, mine, admission, ready }
}

/** How long research of each level takes at most. What another service does takes as long as it needs, up to the time-out. */
function limitsOf({ backend, researchMinutes, researchTimeoutMs }: Settings): LevelLimits {
  if (backend === undefined) return levelLimits(researchMinutes)
  return { low: researchTimeoutMs, medium: researchTimeoutMs, high: researchTimeoutMs }
}
