import type { FastifyInstance } from 'fastify'
import { createBanner } from '#accounts/banner.ts'
import { createOperatorKeys } from '#accounts/manage-operator-keys.ts'
import { createPasswordHasher } from '#accounts/password.ts'
import type { Origin } from '#accounts/security-event.ts'
import { createSessions } from '#accounts/sessions.ts'
import { createSignIn } from '#accounts/sign-in.ts'
import { createAuthenticate } from '#admission/authenticate.ts'
import { createAccountDeletion } from '#admission/delete-account.ts'
import { createFailedCredentials } from '#admission/failed-credentials.ts'
import { loadAssets } from '#dashboard/assets.ts'
import type { DashboardParts } from '#dashboard/parts.ts'
import { registerDashboard } from '#dashboard/register.ts'
import { type AppParts, buildApp } from '#http/app.ts'
import { limitConnections } from '#http/limit-connections.ts'
import { registerOperatorApi } from '#http/operator/routes.ts'
import { buildProbes } from '#http/probes.ts'
import type { Mailer } from '#kernel/mail.ts'
import type { Storage } from '#storage/storage.ts'
import { createBalanceAlerts } from './balance-alerts.ts'
import type { Settings } from './config.ts'
import { openSignInProvider } from './open-sign-in-provider.ts'
import { manage } from './open-storage.ts'
import type { Foundation, Work } from './open-work.ts'
import { createServiceState } from './service-state.ts'

export type Site = Awaited<ReturnType<typeof openSite>>

/** Opens what people and programs see of the process; it does not listen yet. */
export async function openSite(
  { settings, dialect, storage, engine, secret, options, clock, log, opened }: Foundation,
  { telemetry, sender, hooks, place, admission, ready }: Work,
) {
  const { hasher = createPasswordHasher() } = options
  const { exposition } = telemetry
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
  const parts = { signIn, deletion, alertBalances }
  if (settings.role === 'worker') return { ...parts, app: buildProbes({ ready, exposition }) }
  const app = assemble(settings, storage, { ...told, ...telemetry, ready })
  const { webhooks } = hooks
  const shown = { ...told, webhooks, deletion, signIn, mailer, provider, findSource, secret, inspect }
  addDashboard(app, settings, storage, shown)
  return { ...parts, app }
}

/** Loads the mail library only if mail is configured. */
async function openMailer({ smtpUrl, mailFrom }: Settings): Promise<Mailer | undefined> {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  const { createSmtpMailer } = await import('#mail/smtp.ts')
  return createSmtpMailer(smtpUrl, mailFrom)
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

function addDashboard(app: FastifyInstance, settings: Settings, storage: Storage, parts: GivenParts): void {
  const { signUp, signUpDomains, securityContact, operatorSecondFactor, publicUrl } = settings
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
    searchesDemo: settings.corpus === undefined && settings.search.includes('corpus') && settings.backend === undefined,
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
