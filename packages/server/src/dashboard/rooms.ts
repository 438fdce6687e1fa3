import type { DashboardParts } from './parts.ts'
import type { SendPage } from './send-page.ts'
import type { SignInLimits } from './sign-in/limits.ts'
import type { SessionCookie } from './visits.ts'

/** What the rooms of the dashboard register their pages with. */
export interface Rooms extends DashboardParts {
  sendPage: SendPage
  limits: SignInLimits
  sessionCookie: SessionCookie
}
