import type { FastifyInstance } from 'fastify'
import { createChallenges } from '#accounts/challenges.ts'
import { createPasskeys } from '#accounts/passkeys.ts'
import { createTwoFactor } from '#accounts/two-factor.ts'
import { registerAddress } from './account/address.ts'
import { registerAccountData } from './account/data.ts'
import { registerPreferences } from './account/preferences.ts'
import { registerAccount } from './account/routes.ts'
import { registerTwoFactor } from './account/two-factor-routes.ts'
import { registerActivity } from './activity/routes.ts'
import { registerAssets, registerWellKnown } from './assets.ts'
import { createAudit } from './audit.ts'
import { registerConfirm } from './confirm/routes.ts'
import type { DashboardContext } from './context.ts'
import { registerCredentials } from './credentials/routes.ts'
import { registerCredits } from './credits/routes.ts'
import { showFault } from './faults.ts'
import { refuseNul } from './forms.ts'
import { registerNotFound } from './not-found.ts'
import { registerOperator } from './operator/routes.ts'
import type { DashboardParts } from './parts.ts'
import { registerPasskeys } from './passkeys/routes.ts'
import { registerPlayground } from './playground/routes.ts'
import { registerProvider } from './provider/routes.ts'
import { registerReference } from './reference/routes.ts'
import { registerHistory } from './research/history-routes.ts'
import { registerResearchPage } from './research/routes.ts'
import { createSendPage } from './send-page.ts'
import { addSessions, operatorsOnly } from './session.ts'
import { createSignInLimits } from './sign-in/limits.ts'
import { registerSignIn } from './sign-in/routes.ts'
import { registerSources } from './sources/routes.ts'
import { registerStart } from './start/routes.ts'
import { createStepCookies } from './step-cookies.ts'
import { registerWebhooks } from './webhooks/routes.ts'

/** On every page: only what this service itself serves is run, shown or sent to, and no other site frames it. */
const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  // With `no-referrer` a browser would not tell where a form comes from.
  'referrer-policy': 'same-origin',
}

/** Adds the dashboard: pages under `/`, apart from the API, with cookies, forms and errors of their own. */
export function registerDashboard(app: FastifyInstance, parts: DashboardParts): void {
  app.register(async (scope) => {
    const sendPage = createSendPage(parts)
    const sessionCookie = await addSessions(scope, parts)
    const challenges = createChallenges({ ...parts, ...parts.ways })
    const context: DashboardContext = {
      ...parts,
      sendPage,
      sessionCookie,
      limits: createSignInLimits(parts),
      twoFactor: createTwoFactor({ ...parts, ...parts.ways }),
      challenges,
      passkeys: createPasskeys({ ...parts, ...parts.ways, challenges }),
      stepCookies: createStepCookies(parts.secure),
      audit: createAudit(parts),
      mustBeOperator: operatorsOnly(parts.operatorSecondFactor),
    }
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      reply.headers(PAGE_HEADERS)
      done()
    })
    scope.addHook('preHandler', refuseNul)
    scope.setErrorHandler((error, request, reply) => showFault(error, { request, reply, log: parts.log, sendPage }))
    scope.get('/', (request, reply) => reply.redirect(request.visitor ? '/credentials' : '/sign-in', 303))
    registerSignIn(scope, context)
    registerAccount(scope, context)
    registerPreferences(scope, context)
    registerAddress(scope, context)
    registerAccountData(scope, context)
    registerTwoFactor(scope, context)
    registerPasskeys(scope, context)
    registerProvider(scope, context)
    registerCredentials(scope, context)
    registerWebhooks(scope, context)
    registerCredits(scope, context)
    registerHistory(scope, context)
    registerPlayground(scope, context)
    registerResearchPage(scope, context)
    registerSources(scope, context)
    registerStart(scope, context)
    registerOperator(scope, context)
    registerActivity(scope, context)
    registerConfirm(scope, context)
    registerReference(scope, context)
    registerWellKnown(scope, parts)
    registerNotFound(scope)
  })
  app.register(async (scope) => {
    registerAssets(scope, parts.assets)
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=31536000, immutable')
      done()
    })
  })
}
