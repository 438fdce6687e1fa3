import type { onRequestHookHandler } from 'fastify'
import type { Challenges } from '#accounts/challenges.ts'
import type { Passkeys } from '#accounts/passkeys.ts'
import type { TwoFactor } from '#accounts/two-factor.ts'
import type { Audit } from './audit.ts'
import type { DashboardParts } from './parts.ts'
import type { SendPage } from './send-page.ts'
import type { SessionCookie } from './session.ts'
import type { SignInLimits } from './sign-in/limits.ts'
import type { StepCookies } from './step-cookies.ts'

/** What the folders of the dashboard register their pages with. */
export interface DashboardContext extends DashboardParts {
  sendPage: SendPage
  audit: Audit
  limits: SignInLimits
  twoFactor: TwoFactor
  challenges: Challenges
  /** Undefined where browsers make none for this address. */
  passkeys: Passkeys | undefined
  stepCookies: StepCookies
  sessionCookie: SessionCookie
  /** Lets only operators in. */
  mustBeOperator: onRequestHookHandler
}
