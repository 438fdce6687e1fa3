import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Management } from '#accounts/manage.ts'
import { createPasswordHasher, type PasswordHasher } from '#accounts/password.ts'
import type { Provider } from '#accounts/provider.ts'
import { createSessions } from '#accounts/sessions.ts'
import { createSignIn, type SignIn } from '#accounts/sign-in.ts'
import { createAdmission } from '#admission/admission.ts'
import { createAuthenticate } from '#admission/authenticate.ts'
import { createAccountDeletion } from '#admission/delete-account.ts'
import { createFailedCredentials } from '#admission/failed-credentials.ts'
import { createSettle } from '#admission/settle.ts'
import { loadAssets } from '#dashboard/assets.ts'
import type { DashboardParts } from '#dashboard/parts.ts'
import { CALLBACK } from '#dashboard/provider/routes.ts'
import { registerDashboard } from '#dashboard/register.ts'
import { type AppParts, buildApp } from '#http/app.ts'
import { limitConnections } from '#http/limit-connections.ts'
import { buildProbes } from '#http/probes.ts'
import { createEventSender } from '#http/send-events.ts'
import type { Jobs } from '#jobs/ports.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { type Log, silentLog } from '#kernel/log.ts'
import type { Mailer } from '#kernel/mail.ts'
import { noMetrics } from '#kernel/metrics.ts'
import { UserError } from '#kernel/user-error.ts'
import { dialectOf } from '#storage/dialects.ts'
import type { Storage } from '#storage/storage.ts'
import { createMetrics } from '#telemetry/metrics.ts'
import { createBalanceAlerts } from './balance-alerts.ts'
import { type CloseOptions, closeApp } from './close-service.ts'
import type { Settings } from './config.ts'
import { openEngineWhenNeeded } from './engine-when-needed.ts'
import { openJobs } from './open-jobs.ts'
import { manage, openStorage } from './open-storage.ts'
import type { OpenEngine } from './product-engine.ts'
import { createReadiness } from './readiness.ts'
import { createServiceState } from './service-state.ts'
import { recover, startUpkeep } from './upkeep.ts'

/** What can replace the service's own parts. */
export interface ServiceOptions {
  openEngine?: OpenEngine
  openStorage?: typeof openStorage
  log?: Log
  clock?: Clock
  /** Default: a hasher that takes a tenth of a second of one core for each password. */
  hasher?: PasswordHasher
  /** Receives lines for a person who waits for the start. Default: nobody. */
  progress?: (line: string) => void
}

/** A running service. */
export interface Service {
  /** `http://host:port`, with the port on which it listens. */
  url: string
  /** Accounts, keys and credits. */
  manage: Management
  /** If there is no account yet: a link that leads, once, to the page that creates the operator's account. */
  firstLink: string | undefined
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
  const claim = await dialect.hold(databaseUrl, log, !alone)
  const opened: { close(): unknown }[] = [{ close: () => claim.release() }]
  try {
    const storage = await open(settings, clock)
    opened.unshift(storage)
    const engine = settings.role === 'api' ? undefined : await openEngine(settings, progress)
    if (engine) opened.unshift(engine)
    const sender = createEventSender(settings)
    const exposed = settings.metrics ? createMetrics(() => sender.open) : undefined
    const metrics = exposed ?? noMetrics
    const settle = createSettle({ ...settings, store: storage.admission, clock, log, metrics })
    const { jobs, events, reachable, begin, ...place } = await openJobs({
      settings,
      storage,
      engine,
      settle,
      clock,
      log,
    })
    opened.unshift(place)
    const inCharge = () => (alone ? claim.held : reachable())
    const { admission: store, runs } = storage
    const admission = createAdmission({ store, runs, events, jobs, settle, clock, log, inCharge })
    claim.onTaken(() => jobs.leave())
    if (alone) await recover({ admission, log }, 'start')
    opened.unshift(begin())
    const ready = createReadiness({
      beat: storage.beat,
      accepting: () => jobs.accepting && (!alone || claim.held),
      log,
    })
    const { exposition } = exposed ?? {}
    const { send: sendEvents } = sender
    const signIn = createSignIn({ ...storage, hasher, clock })
    const mailer = await openMailer(settings)
    if (mailer) opened.unshift(mailer)
    const deletion = createAccountDeletion({ ...storage, admission, clock })
    const baseUrl = settings.publicUrl ?? ''
    const alertBalances = createBalanceAlerts({ ...storage, mailer, baseUrl, clock, log })
    opened.unshift(startUpkeep({ storage, admission, deletion, alertBalances, claim, alone, clock, log }))
    const provider = await openSignInProvider(settings)
    const inspect = createServiceState({ ready, sender, storage, database: dialect.name, engine })
    const findSource = async (url: string) => await engine?.documentAt?.(url)
    const told = { admission, sendEvents, log, clock }
    const app =
      settings.role === 'worker'
        ? buildProbes({ ready, exposition })
        : assemble(settings, storage, { ...told, metrics, exposition, ready })
    if (settings.role !== 'worker') {
      addDashboard(app, settings, storage, { ...told, deletion, signIn, mailer, provider, findSource, secret, inspect })
    }
    const url = await listen(app, settings)
    const firstLink = await linkToFirstAccount(storage, signIn, settings.publicUrl ?? url)
    return { url, manage: manage(storage, clock), firstLink, close: closeOnce(app, jobs, opened) }
  } catch (error) {
    await closeAll(opened)
    throw error
  }
}

/** Loads the mail library only if mail is configured. */
async function openMailer({ smtpUrl, mailFrom }: Settings): Promise<Mailer | undefined> {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  const { createSmtpMailer } = await import('#mail/smtp.ts')
  return createSmtpMailer(smtpUrl, mailFrom)
}

/** Loads the sign-in library only if a provider is configured. */
async function openSignInProvider(settings: Settings): Promise<Provider | undefined> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, publicUrl } = settings
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const { openProvider } = await import('#oidc/open-provider.ts')
  const callback = `${publicUrl}${CALLBACK}`
  const { oidcName: name, oidcTrustEmail: trustEmail } = settings
  return openProvider({ issuer, clientId, clientSecret, callback, name, trustEmail })
}

async function closeAll(opened: readonly { close(): unknown }[]): Promise<void> {
  for (const one of opened) await one.close()
}

type GivenParts = Pick<
  DashboardParts,
  | 'admission'
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
  { signUp, operatorSecondFactor, publicUrl }: Settings,
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
    accounts: storage.accounts,
    securityEvents: storage.securityEvents,
    history: storage.history,
    assets: loadAssets(),
    signUpOpen: signUp === 'open',
    operatorSecondFactor: operatorSecondFactor === 'required',
    secure: publicUrl?.startsWith('https:') ?? false,
  })
}

function assemble(
  { failedKeysPerMinute, connectionsPerAddress, trustProxy, publicUrl }: Settings,
  { keys }: Storage,
  parts: Omit<AppParts, 'authenticate' | 'failedCredentials'>,
): FastifyInstance {
  const authenticate = createAuthenticate({ ...parts, keys })
  const failedCredentials = createFailedCredentials({ ...parts, limit: failedKeysPerMinute })
  const strictTransport = publicUrl?.startsWith('https:') ?? false
  const app = buildApp({ ...parts, authenticate, failedCredentials, trustProxy, strictTransport })
  limitConnections(app.server, connectionsPerAddress, trustProxy)
  return app
}

/** Creates the link to the first account, which the first start prints for whoever runs the service. */
async function linkToFirstAccount(storage: Storage, signIn: SignIn, url: string): Promise<string | undefined> {
  if (await storage.accounts.any()) return undefined
  return `${url}/enter?token=${await signIn.createFirstLink()}`
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new UserError(`PORT ${port} on ${host} is in use. Set PORT to a free port.`)
    if (code === 'EACCES') throw new UserError(`PORT ${port} needs more privileges. Set PORT to a port above 1023.`)
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
      throw new UserError(`HOST ${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`)
    throw error
  }
  const address = app.server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name}:${address.port}`
}

function closeOnce(app: FastifyInstance, jobs: Jobs, opened: readonly { close(): unknown }[]): Service['close'] {
  let closing: Promise<void> | undefined
  return (options = {}) => {
    closing ??= closeApp(app, jobs, options).then(() => closeAll(opened))
    return closing
  }
}
