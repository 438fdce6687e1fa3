import type { FastifyInstance } from 'fastify'
import type { Management } from '#accounts/manage.ts'
import type { Ready } from '#http/health.ts'
import { buildProbes } from '#http/probes.ts'
import type { Jobs } from '#jobs/ports.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { silentLog } from '#kernel/log.ts'
import { dialectOf } from '#storage/dialects.ts'
import { type CloseOptions, closeApp } from './close-service.ts'
import type { Settings } from './config.ts'
import type { OpenedEngine } from './corpus-engine.ts'
import { openEngineWhenNeeded } from './engine-when-needed.ts'
import { linkToFirstAccount } from './first-link.ts'
import { assertFree, listen } from './listen.ts'
import { openSite, type Site } from './open-site.ts'
import { manage, openStorage } from './open-storage.ts'
import type { Telemetry } from './open-telemetry.ts'
import { type Foundation, openWork, type ServiceOptions, type Work } from './open-work.ts'
import { recover, startUpkeep } from './upkeep.ts'
import { watchDescriptors } from './watch-descriptors.ts'

export type { ServiceOptions }

/** A running service. */
export interface Service {
  /** `http://host:port`, with the port on which it listens. */
  url: string
  /** Accounts, keys and credits. */
  manage: Management
  /**
   * If there is no operator yet: a link that leads, once, to the page that creates the operator's account. Of several
   * processes that start together, one has it.
   */
  firstLink: string | undefined
  /**
   * Aborted with the reason when the service cannot go on, because its database is gone. It then refuses requests, and
   * running streams have ended; it is to be closed.
   */
  lost: AbortSignal
  /** Ends running research with SERVER_SHUTTING_DOWN, then everything else. Takes at most a few seconds. */
  close(options?: CloseOptions): Promise<void>
}

/**
 * Starts the whole service in this process.
 * @throws {@link UserError} if a setting, the database, the corpus or the port prevents that.
 */
export async function startService(settings: Settings, options: ServiceOptions = {}): Promise<Service> {
  const { log = silentLog, clock = systemClock } = options
  const { databaseUrl } = settings
  const dialect = dialectOf(databaseUrl)
  const secret = settings.authSecret ?? dialect.authSecret(databaseUrl)
  const alone = settings.redisUrl === undefined
  // Before the corpus is indexed, which may take minutes.
  await assertFree(settings)
  const claim = await dialect.hold(databaseUrl, log, !alone)
  const opened: { close(): unknown }[] = [{ close: () => claim.release() }]
  try {
    const stores = await openStores(settings, options, clock, opened)
    const foundation = { settings, alone, claim, dialect, ...stores, secret, options, clock, log, opened }
    const work = await openWork(foundation)
    const site = await openSite(foundation, work)
    return await begin(foundation, work, site)
  } catch (error) {
    await closeAll(opened)
    throw error
  }
}

/** Opens the engine while the database opens in a thread of its own. */
async function openStores(
  settings: Settings,
  options: ServiceOptions,
  clock: Clock,
  opened: Foundation['opened'],
): Promise<Pick<Foundation, 'storage' | 'engine'>> {
  const { openEngine = openEngineWhenNeeded, progress = () => {}, signal } = options
  const open = options.openStorage ?? openStorage
  const opening = settings.role === 'api' ? undefined : openEngine(settings, progress, signal)
  const storage = await orClose(open(settings, clock), opening)
  opened.unshift(storage)
  const engine = await opening
  if (engine) opened.unshift(engine)
  return { storage, engine }
}

/** Listens, and begins the work that no request causes. */
async function begin(
  { settings, alone, storage, engine, clock, log, opened }: Foundation,
  { ledgerWatch, telemetry, place, mine, admission, ready }: Work,
  { app, signIn, deletion, alertBalances }: Site,
): Promise<Service> {
  if (alone) await storage.runs.restoreSteps()
  opened.unshift(watchDescriptors(log))
  opened.unshift(await listenForMetrics(settings, telemetry, ready))
  const url = await listen(app, settings)
  opened.unshift({ close: () => app.close() })
  engine?.spread?.()
  // Only now that the service listens: if a request made the former process die, taking it up again holds up nobody who
  // asks.
  if (alone) await recover({ admission, log }, 'start')
  opened.unshift(place.begin())
  opened.unshift(
    startUpkeep({ storage, admission, deletion, alertBalances, ledgerWatch, claim: mine, alone, clock, log }),
  )
  const firstLink = await linkToFirstAccount({ settings, storage, signIn, clock }, url)
  const close = closeOnce(app, place.jobs, opened)
  return { url, manage: manage(storage, clock), firstLink, lost: storage.lost, close }
}

/** Waits for one thing. If that fails, another one that is being opened meanwhile is closed once it is open. */
async function orClose<Value>(wanted: Promise<Value>, other: Promise<OpenedEngine> | undefined): Promise<Value> {
  // Whoever waits for it later gets its error; until then it must not count as unhandled.
  other?.catch(() => {})
  try {
    return await wanted
  } catch (error) {
    other?.then(
      (opened) => opened.close(),
      () => {},
    )
    throw error
  }
}

/** Serves metrics and probes to other machines, on a port of their own, if one is set. */
async function listenForMetrics(
  { host, metricsPort }: Settings,
  { exposition }: Telemetry,
  ready: Ready,
): Promise<{ close(): Promise<void> }> {
  if (metricsPort === undefined) return { async close() {} }
  const app = buildProbes({ ready, exposition, metricsForAll: true })
  await listen(app, { host, port: metricsPort, variable: 'METRICS_PORT' })
  return { close: () => app.close() }
}

async function closeAll(opened: readonly { close(): unknown }[]): Promise<void> {
  for (const one of opened) await one.close()
}

function closeOnce(app: FastifyInstance, jobs: Jobs, opened: readonly { close(): unknown }[]): Service['close'] {
  let closing: Promise<void> | undefined
  return (options = {}) => {
    closing ??= closeApp(app, jobs, options).then(() => closeAll(opened))
    return closing
  }
}
