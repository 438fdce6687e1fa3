import type { Audit } from './audit.ts'
import type { DashboardParts } from './parts.ts'
import type { SendPage } from './send-page.ts'
import type { SessionCookie } from './session.ts'
import type { SignInLimits } from './sign-in/limits.ts'

/** What the folders of the dashboard register their pages with. */
export interface DashboardContext extends DashboardParts {
  sendPage: SendPage
  audit: Audit
  limits: SignInLimits
  sessionCookie: SessionCookie
}
