import type { FastifyInstance } from 'fastify'
import { createBanner } from '#accounts/banner.ts'
import type { Management } from '#accounts/manage.ts'
import { createOperatorKeys } from '#accounts/manage-operator-keys.ts'
import { createPasswordHasher, type PasswordHasher } from '#accounts/password.ts'
import type { Origin } from '#accounts/security-event.ts'
import { createSessions } from '#accounts/sessions.ts'
import { createSignIn } from '#accounts/sign-in.ts'
import { createAdmission } from '#admission/admission.ts'
import { createAuthenticate } from '#admission/authenticate.ts'
import { createAccountDeletion } from '#admission/delete-account.ts'
import { createFailedCredentials } from '#admission/failed-credentials.ts'
import { createSettle } from '#admission/settle.ts'
import { loadAssets } from '#dashboard/assets.ts'
import type { DashboardParts } from '#dashboard/parts.ts'
import { registerDashboard } from '#dashboard/register.ts'
import { type AppParts, buildApp } from '#http/app.ts'
import type { Ready } from '#http/health.ts'
import { limitConnections } from '#http/limit-connections.ts'
import { registerOperatorApi } from '#http/operator/routes.ts'
import { buildProbes } from '#http/probes.ts'
import { createEventSender, type EventSender } from '#http/send-events.ts'
import type { Jobs } from '#jobs/ports.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { type LevelLimits, levelLimits } from '#kernel/level-limits.ts'
import { type Log, silentLog } from '#kernel/log.ts'
import type { Mailer } from '#kernel/mail.ts'
import { dialectOf } from '#storage/dialects.ts'
import type { Storage } from '#storage/storage.ts'
import { createBalanceAlerts } from './balance-alerts.ts'
import { type CloseOptions, closeApp } from './close-service.ts'
import type { Settings } from './config.ts'
import type { OpenedEngine } from './corpus-engine.ts'
import { openEngineWhenNeeded } from './engine-when-needed.ts'
import { linkToFirstAccount } from './first-link.ts'
import { createLedgerWatch } from './ledger-watch.ts'
import { assertFree, listen } from './listen.ts'
import { observeAdmission, observeSettle } from './observe-admission.ts'
import { observeRuns } from './observe-runs.ts'
import { openJobs } from './open-jobs.ts'
import { openSignInProvider } from './open-sign-in-provider.ts'
import { manage, openStorage } from './open-storage.ts'
import { openTelemetry, type Telemetry } from './open-telemetry.ts'
import { openWebhooks, type Reach } from './open-webhooks.ts'
import type { OpenEngine } from './product-engine.ts'
import { createReadiness } from './readiness.ts'
import { createServiceState } from './service-state.ts'
import { recover, startUpkeep } from './upkeep.ts'
import { watchDescriptors } from './watch-descriptors.ts'

/** An engine in the thread that serves, or none. */
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
  const { openEngine = openEngineWhenNeeded, log = silentLog, clock = systemClock, progress = () => {} } = options
  const { hasher = createPasswordHasher() } = options
  const open = options.openStorage ?? openStorage
  const { databaseUrl } = settings
  const dialect = dialectOf(databaseUrl)
  const secret = settings.authSecret ?? dialect.authSecret(databaseUrl)
  const alone = settings.redisUrl === undefined
  const limits = limitsOf(settings)
  // Before the corpus is indexed, which may take minutes.
  await assertFree(settings)
  const claim = await dialect.hold(databaseUrl, log, !alone)
  const opened: { close(): unknown }[] = [{ close: () => claim.release() }]
  try {
    // The engine opens while the database opens in a thread of its own.
    const opening = settings.role === 'api' ? undefined : openEngine(settings, progress, options.signal)
    const storage = await orClose(open(settings, clock), opening)
    opened.unshift(storage)
    const engine = await opening
    if (engine) opened.unshift(engine)
    const ledgerWatch = createLedgerWatch({ storage, log })
    const streams: { sender?: EventSender } = {}
    const telemetry = await openTelemetry(settings, {
      streams: () => streams.sender?.open ?? 0,
      threads: () => engine?.threads ?? NO_THREADS,
      requests: () => storage.ages(clock.now(), limits),
      ledgerDrift: () => ledgerWatch.drift,
    })
    opened.unshift(telemetry)
    const { metrics, exposition, tracing } = telemetry
    const sender = createEventSender({ ...settings, sentAfter: metrics.sentAfter })
    streams.sender = sender
    const hooks = openWebhooks(storage, { secret, reach: options.reach, clock, log })
    opened.unshift(hooks.deliveries)
    const settling = createSettle({ ...settings, store: storage.admission, clock, log, metrics })
    const settle = hooks.telling(observeSettle(settling, tracing))
    const observed = { observer: observeRuns(metrics, tracing), storedAfter: metrics.storedAfter }
    const findDocument = (url: string) => engine?.documentAt?.(url)
    const place = await openJobs({ settings, storage, engine, findDocument, settle, ...observed, clock, log })
    const { jobs, events, reachable, begin } = place
    opened.unshift(place)
    const { lost } = storage
    const mine = {
      get held() {
        return claim.held && !lost.aborted
      },
    }
    const inCharge = () => !lost.aborted && (alone ? claim.held || claim.regain() : reachable())
    const { admission: store, runs } = storage
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
    const { send: sendEvents } = sender
    const signIn = createSignIn({ ...storage, hasher, clock })
    const mailer = await openMailer(settings)
    if (mailer) opened.unshift(mailer)
    const deletion = createAccountDeletion({ ...storage, admission, clock })
    const baseUrl = settings.publicUrl ?? ''
    const alertBalances = createBalanceAlerts({ ...storage, mailer, baseUrl, clock, log })
    const provider = await openSignInProvider(settings)
    const inspect = createServiceState({ ready, sender, storage, database: dialect.name, engine })
    const findSource = async (url: string) => await place.findDocument(url)
    const told = { admission, sendEvents, log, clock }
    const app =
      settings.role === 'worker'
        ? buildProbes({ ready, exposition })
        : assemble(settings, storage, { ...told, ...telemetry, ready })
    if (settings.role !== 'worker') {
      addDashboard(app, settings, storage, {
        ...told,
        webhooks: hooks.webhooks,
        deletion,
        signIn,
        mailer,
        provider,
        findSource,
        secret,
        inspect,
      })
    }
    if (alone) await runs.restoreSteps()
    opened.unshift(watchDescriptors(log))
    opened.unshift(await listenForMetrics(settings, telemetry, ready))
    const url = await listen(app, settings)
    opened.unshift({ close: () => app.close() })
    engine?.spread?.()
    // Only now: a request of which the former process died holds up nobody who asks this one.
    if (alone) await recover({ admission, log }, 'start')
    opened.unshift(begin())
    opened.unshift(
      startUpkeep({ storage, admission, deletion, alertBalances, ledgerWatch, claim: mine, alone, clock, log }),
    )
    const firstLink = await linkToFirstAccount({ settings, storage, signIn, clock }, url)
    return { url, manage: manage(storage, clock), firstLink, lost, close: closeOnce(app, jobs, opened) }
  } catch (error) {
    await closeAll(opened)
    throw error
  }
}

/** How long research of each level takes at most. What another service does takes as long as it needs, up to the time-out. */
function limitsOf({ backend, researchMinutes, researchTimeoutMs }: Settings): LevelLimits {
  if (backend === undefined) return levelLimits(researchMinutes)
  return { low: researchTimeoutMs, medium: researchTimeoutMs, high: researchTimeoutMs }
}

/** Waits for one thing. If that fails, another one that is being opened meanwhile is closed once it is open. */
async function orClose<Value>(wanted: Promise<Value>, other: Promise<OpenedEngine> | undefined): Promise<Value> {
  // Whoever waits for it is told of its error.
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

/** Loads the mail library only if mail is configured. */
async function openMailer({ smtpUrl, mailFrom }: Settings): Promise<Mailer | undefined> {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  const { createSmtpMailer } = await import('#mail/smtp.ts')
  return createSmtpMailer(smtpUrl, mailFrom)
}

async function closeAll(opened: readonly { close(): unknown }[]): Promise<void> {
  for (const one of opened) await one.close()
}

type GivenParts = Pick<
  DashboardParts,
  | 'admission'
  | 'webhooks'
  | 'deletion'
  | 'sendEvents'
  | 'signIn'
  | 'mailer'
  | 'provider'
  | 'findSource'
  | 'secret'
  | 'log'
  | 'clock'
  | 'inspect'
>

function addDashboard(
  app: FastifyInstance,
  { signUp, signUpDomains, securityContact, operatorSecondFactor, publicUrl }: Settings,
  storage: Storage,
  parts: GivenParts,
): void {
  registerDashboard(app, {
    ...parts,
    manage: manage(storage, parts.clock),
    manageBy: (origin) => manage(storage, parts.clock, origin),
    sessions: createSessions({ access: storage.access, clock: parts.clock }),
    baseUrl: publicUrl ?? '',
    access: storage.access,
    attempts: storage.attempts,
    ways: storage,
    banner: createBanner({ ...storage, clock: parts.clock }),
    operatorKeys: createOperatorKeys({ ...storage, clock: parts.clock }),
    accounts: storage.accounts,
    securityEvents: storage.securityEvents,
    history: storage.history,
    reports: storage.reports,
    assets: loadAssets(),
    signUpOpen: signUp === 'open',
    signUpDomains,
    securityContact,
    operatorSecondFactor: operatorSecondFactor === 'required',
    secure: publicUrl?.startsWith('https:') ?? false,
  })
}

function assemble(
  { failedKeysPerMinute, connectionsPerAddress, trustProxy, publicUrl, openaiClients }: Settings,
  storage: Storage,
  parts: Omit<AppParts, 'authenticate' | 'failedCredentials'>,
): FastifyInstance {
  const authenticate = createAuthenticate({ ...parts, ...storage })
  const failedCredentials = createFailedCredentials({ ...parts, limit: failedKeysPerMinute })
  const strictTransport = publicUrl?.startsWith('https:') ?? false
  const app = buildApp({ ...parts, authenticate, failedCredentials, trustProxy, strictTransport, openaiClients })
  const manageBy = (origin: Origin) => manage(storage, parts.clock, origin)
  registerOperatorApi(app, { ...parts, ...storage, failedCredentials, manageBy })
  limitConnections(app.server, connectionsPerAddress, trustProxy)
  return app
}

function closeOnce(app: FastifyInstance, jobs: Jobs, opened: readonly { close(): unknown }[]): Service['close'] {
  let closing: Promise<void> | undefined
  return (options = {}) => {
    closing ??= closeApp(app, jobs, options).then(() => closeAll(opened))
    return closing
  }
}
